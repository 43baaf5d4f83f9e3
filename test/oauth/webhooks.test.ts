import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { callers } from '../surfaces/callers.ts'
import { openBrowser } from './browser.ts'
import { granter } from './granted.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const granted = await granter(service)

test('an app that a person let in sees webhooks, and makes and changes none', async () => {
  const { rest } = callers(service)
  const { body } = await rest('create_webhook', { url: 'https://example.com/' })
  const id = body['id']
  const { call } = await granted(await openBrowser(service), {}, ['default', 'events'])
  const { result } = await call('manage_webhooks', { action: 'list' })
  assert.ok(Array.isArray(result['webhooks']) && result['webhooks'].length === 1)
  assert.equal((await call('manage_webhooks', { action: 'sends', id })).code, undefined)
  for (const args of [
    { action: 'create', url: 'https://example.com/' },
    { action: 'update', id, url: 'https://example.com/other' },
    { action: 'rotate_secret', id },
    { action: 'test', id },
    { action: 'redeliver', id, since: '2026-01-01T00:00:00Z' },
    { action: 'redeliver_send', id, send_id: '1' },
    { action: 'delete', id },
  ]) {
    const { code, error } = await call('manage_webhooks', args)
    assert.equal(code, 'human_required', args.action)
    assert.equal(error?.['url'], `${service.base_url}/webhooks`)
  }
})
