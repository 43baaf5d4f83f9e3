import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { openBrowser } from './browser.ts'
import { granter } from './granted.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const granted = await granter(service)

test('an app that a person let in sees the keys and leaves them as they are', async () => {
  const { call } = await granted(await openBrowser(service))
  const { result } = await call('manage_api_keys', { action: 'list' })
  assert.ok(Array.isArray(result['keys']))
  for (const args of [
    { action: 'create', name: 'Mine' },
    { action: 'update', id: '1', name: 'Mine' },
    { action: 'revoke', id: '1' },
  ]) {
    const { code, error } = await call('manage_api_keys', args)
    assert.equal(code, 'human_required', args.action)
    assert.equal(error?.['url'], `${service.base_url}/keys`)
    assert.match(String(error?.['message']), /^Ask a person/)
  }
  assert.deepEqual((await call('manage_api_keys', { action: 'list' })).result, result)
})
