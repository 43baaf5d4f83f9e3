import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { createApiKey } from '#operations/keys/create-api-key.ts'
import { listApiKeys } from '#operations/keys/list-api-keys.ts'
import { revokeApiKey } from '#operations/keys/revoke-api-key.ts'
import { updateApiKey } from '#operations/keys/update-api-key.ts'
import { requireLeash } from '#operations/leash.ts'
import { credentialOfGrant } from '#rules/grant.ts'
import { free } from '#rules/leash.ts'
import { Problem } from '#rules/problem.ts'
import { inAnHour } from '../surfaces/kit.ts'
import { openService } from '../service.ts'
import { openBrowser, opens } from './browser.ts'
import { Grant, granter } from './granted.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const owner = await openBrowser(service)
const granted = await granter(service)

let count = 0
const post = (when: string) => ({
  content: `Granted ${count++}`,
  social_account_ids: [service.accounts['x'] ?? 0],
  when,
})
const later = () => inAnHour(clock)

test('the leash that was given with the consent holds: actions, accounts, posts a day', async () => {
  const drafts = await granted(owner, { actions: ['read', 'draft'] })
  assert.equal((await drafts.call('schedule_post', post('draft'))).code, undefined)
  assert.equal((await drafts.call('schedule_post', post('now'))).code, 'forbidden')

  const elsewhere = await granted(owner, { account_ids: [service.accounts['bluesky'] ?? 0] })
  assert.equal((await elsewhere.call('schedule_post', post('now'))).code, 'invalid')

  const one = await granted(owner, { posts_per_day: 1 })
  assert.equal((await one.call('schedule_post', post(later()))).code, undefined)
  const { code, error } = await one.call('schedule_post', post(later()))
  assert.equal(code, 'too_many_requests')
  assert.equal(error?.['limit'], 1)
  const { result } = await one.call('get_capabilities')
  assert.ok(JSON.stringify(result['leash']).includes('"used":1'))
})

test('days are counted for each grant apart, also of one client and one person', async () => {
  const [one, two] = [
    await granted(owner, { posts_per_day: 1 }),
    await granted(owner, { posts_per_day: 1 }),
  ]
  for (const { call } of [one, two])
    assert.equal((await call('schedule_post', post(later()))).code, undefined)
})

test('what needs approval waits, with the name of the app that asks, until a person sends it on', async () => {
  const { call, grant } = await granted(owner, { needs_approval: true })
  const { result } = await call('schedule_post', post(later()))
  assert.equal(result['status'], 'draft')
  assert.ok(JSON.stringify(result['warnings']).includes('awaiting_approval'))
  const { body } = await service.rest('GET', '/api/approvals')
  const waiting = z.array(z.looseObject({ id: z.int(), asked_by: z.unknown() })).parse(body['data'])
  const mine = waiting.find(({ id }) => id === result['id'])
  assert.deepEqual(mine?.asked_by, { grant_id: String(grant.id), name: 'Notes' })
  const approved = await owner.call(
    'POST',
    `/console/workspaces/${owner.workspace_id}/api/posts/${String(result['id'])}/approve`,
    {},
  )
  assert.equal(approved.status, 200, approved.text)
})

test('a leash is changed from the next call on: paused, resumed, shortened', async () => {
  const { call, path } = await granted(owner)
  const paused = await owner.call('PUT', path, { paused: true })
  assert.equal(Grant.parse(paused.body).paused, true)
  const { code, error } = await call('get_stats')
  assert.deepEqual([code, error?.['paused']], ['forbidden', true])
  await owner.call('PUT', path, { paused: false, actions: ['read'] })
  assert.equal((await call('get_stats')).code, undefined)
  assert.equal((await call('schedule_post', post('draft'))).code, 'forbidden')
})

test('a leash that makes no sense is refused field by field', async () => {
  const { path } = await granted(owner)
  const leash = { posts_per_day: 0, actions: ['fly'], account_ids: [999_999], more: 1 }
  const { status, body } = await owner.call('PUT', path, leash)
  assert.equal(status, 422)
  const errors = z.record(z.string(), z.unknown()).parse(body['errors'])
  assert.deepEqual(
    Object.keys(errors).sort((a, b) => a.localeCompare(b)),
    ['actions.0', 'more', 'posts_per_day'],
  )
  const second = await owner.call('PUT', path, {
    account_ids: [999_999],
    expires_at: '2001-01-01T00:00:00Z',
  })
  assert.deepEqual(Object.keys(z.record(z.string(), z.unknown()).parse(second.body['errors'])), [
    'account_ids.0',
    'expires_at',
  ])
})

test('an expired grant is refused like a revoked one', async () => {
  const { access_token, path } = await granted(owner)
  await owner.call('PUT', path, { expires_at: later() })
  assert.equal(await opens(service, access_token), 200)
  clock = new Date(clock.getTime() + 3600_000)
  assert.equal(await opens(service, access_token), 401)
})

test('undo takes back what the app posted today, and nothing of others', async () => {
  const { call, path } = await granted(owner)
  const other = await granted(owner)
  const scheduled = (await call('schedule_post', post(later()))).result['id']
  const draft = (await call('schedule_post', post('draft'))).result['id']
  await other.call('schedule_post', post(later()))
  const { status, body } = await owner.call('POST', `${path}/undo-today`)
  assert.equal(status, 200)
  assert.deepEqual(body['cancelled_post_ids'], [scheduled])
  assert.deepEqual(body['deleted_post_ids'], [draft])
  assert.deepEqual(body['not_undone'], [])
})

test('an app makes, changes and revokes no keys: a person does that, at an address that it is told', () => {
  const caller = {
    workspace_id: owner.workspace_id,
    credential: credentialOfGrant(1),
    abilities: ['*'],
    leash: free,
    via: 'mcp' as const,
  }
  const { base_url } = service
  for (const operation of [createApiKey, updateApiKey, revokeApiKey]) {
    assert.throws(
      () => requireLeash(operation, caller, base_url),
      (error) => {
        assert.ok(error instanceof Problem)
        assert.deepEqual(
          [error.code, error.recovery],
          ['human_required', { url: `${base_url}/keys` }],
        )
        return true
      },
    )
  }
  requireLeash(listApiKeys, caller, base_url)
})
