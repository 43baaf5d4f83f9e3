/** An app that an owner stopped or tied is not let loose by the person who allowed it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openService } from '../service.ts'
import { openBrowser } from './browser.ts'
import { granter } from './granted.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const owner = await openBrowser(service)
const editor = await openBrowser(service, { role: 'editor' })
const granted = await granter(service)
const account = service.accounts['x'] ?? 0

test('an editor neither resumes nor unleashes an app that an owner held, and may hold it tighter', async () => {
  const { path, call } = await granted(editor)
  const held = {
    paused: true,
    needs_approval: true,
    account_ids: [account],
    actions: ['read', 'draft'],
    posts_per_day: 3,
    expires_at: '2998-01-01T00:00:00.000Z',
  }
  assert.equal((await owner.call('PUT', path, held)).status, 200)
  for (const part of [
    { paused: false },
    { needs_approval: false },
    { account_ids: null },
    { account_ids: Object.values(service.accounts) },
    { actions: null },
    { actions: ['read', 'publish'] },
    { posts_per_day: null },
    { posts_per_day: 4 },
    { expires_at: null },
    { expires_at: '2999-01-01T00:00:00.000Z' },
  ]) {
    const { status, body } = await editor.call('PUT', path, part)
    assert.deepEqual([status, 'error' in body], [403, true], JSON.stringify(part))
  }
  assert.equal((await call('get_stats')).code, 'forbidden', 'it is still paused')
  const tighter = { posts_per_day: 2, actions: ['read'], expires_at: '2997-01-01T00:00:00.000Z' }
  assert.equal((await editor.call('PUT', path, tighter)).status, 200)
  assert.equal((await editor.call('PUT', path, { paused: false })).status, 403, 'nor by two steps')
  assert.equal((await owner.call('PUT', path, { paused: false })).status, 200)
  assert.equal((await call('get_stats')).code, undefined)
})

test('what an editor put on an own app, the same editor takes off', async () => {
  const { path } = await granted(editor)
  assert.equal((await editor.call('PUT', path, { paused: true })).status, 200)
  assert.equal((await editor.call('PUT', path, { paused: false })).status, 200)
})
