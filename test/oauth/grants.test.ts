import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { createApiKey } from '#operations/keys/create-api-key.ts'
import { listApiKeys } from '#operations/keys/list-api-keys.ts'
import { revokeApiKey } from '#operations/keys/revoke-api-key.ts'
import { updateApiKey } from '#operations/keys/update-api-key.ts'
import { requireLeash } from '#operations/leash.ts'
import { credentialOfGrant } from '#rules/grant.ts'
import { free } from '#rules/leash.ts'
import { Problem } from '#rules/problem.ts'
import { deleteMember, setRole } from '#store/members.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { inAnHour, newAccount } from '../surfaces/kit.ts'
import { type Body, openWorld } from '../world.ts'
import { type Browser, connect, openBrowser, opens, refresh } from './browser.ts'
import { plainClient, register } from './kit.ts'
import { newClient } from './sdk-client.ts'

let clock = new Date()
const world = await openWorld({ ROLE: 'api' }, { now: () => clock })
after(() => world[Symbol.asyncDispose]())
const accounts = [world.accounts['x'] ?? 0]
const owner = await openBrowser(world)
const { client_id } = await register(world, { ...plainClient, client_name: 'Notes' })
const all = (browser: Browser) => `/console/workspaces/${browser.workspace_id}/grants`
const Grant = z.object({
  id: z.int(),
  client: z.object({ name: z.string(), uri: z.string().nullable() }),
  redirect_host: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  leash: z.record(z.string(), z.unknown()),
  paused: z.boolean(),
  person: z.object({ id: z.int(), name: z.string() }),
})

async function grantsOf(browser: Browser) {
  const { status, body, text } = await browser.call('GET', all(browser))
  assert.equal(status, 200, text)
  return z.object({ grants: z.array(z.strictObject(Grant.shape)) }).parse(body).grants
}

/** A grant with a client of its own to call tools with. */
async function granted(browser: Browser, leash: Body = {}) {
  const tokens = await connect(world, browser, client_id, { leash })
  const grant = (await grantsOf(browser))[0]
  assert.ok(grant)
  const client = newClient()
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${world.base_url}/mcp-oauth`), {
      requestInit: { headers },
    }),
  )
  const call = async (name: string, args: Body = {}) => {
    const { structuredContent } = await client.callTool({ name, arguments: args })
    const result = z.record(z.string(), z.unknown()).parse(structuredContent)
    const error = z.looseObject({ code: z.string() }).optional().parse(result['error'])
    return { code: error?.code, error, result }
  }
  return { ...tokens, grant, call, path: `${all(browser)}/${grant.id}` }
}

let count = 0
const post = (when: string) => ({
  content: `Granted ${count++}`,
  social_account_ids: accounts,
  when,
})
const later = () => inAnHour(clock)

test('a grant is listed with its client, its redirect and its person', async () => {
  const { grant } = await granted(owner)
  const { id: _, created_at, last_used_at, leash, ...rest } = grant
  assert.deepEqual(rest, {
    client: { name: 'Notes', uri: null },
    redirect_host: '127.0.0.1:4000',
    paused: false,
    person: { id: owner.person_id, name: 'Ada' },
  })
  assert.ok(created_at)
  assert.equal(last_used_at, null)
  assert.equal(leash['needs_approval'], false)
})

test('last use is noted, once a minute at most', async () => {
  const { call, grant } = await granted(owner)
  const used = async () => (await grantsOf(owner)).find(({ id }) => id === grant.id)?.last_used_at
  const first = await used()
  assert.equal(first, clock.toISOString())
  clock = new Date(clock.getTime() + 30_000)
  await call('get_stats')
  assert.equal(await used(), first)
  clock = new Date(clock.getTime() + 31_000)
  await call('get_stats')
  assert.equal(await used(), clock.toISOString())
})

test('the leash that was given with the consent holds: actions, accounts, posts a day', async () => {
  const drafts = await granted(owner, { actions: ['read', 'draft'] })
  assert.equal((await drafts.call('schedule_post', post('draft'))).code, undefined)
  assert.equal((await drafts.call('schedule_post', post('now'))).code, 'forbidden')

  const elsewhere = await granted(owner, { account_ids: [world.accounts['bluesky'] ?? 0] })
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
  const { body } = await world.rest('GET', '/api/approvals')
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
  assert.equal(await opens(world, access_token), 200)
  clock = new Date(clock.getTime() + 3600_000)
  assert.equal(await opens(world, access_token), 401)
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

test('owners see every app, others only their own', async () => {
  const editor = await openBrowser(world, { role: 'editor' })
  const theirs = await granted(editor)
  const mine = await granted(owner)
  assert.deepEqual(
    (await grantsOf(editor)).map(({ id }) => id),
    [theirs.grant.id],
  )
  assert.ok((await grantsOf(owner)).some(({ id }) => id === theirs.grant.id))
  assert.equal((await editor.call('PUT', mine.path, { paused: true })).status, 404)
  assert.equal((await editor.call('DELETE', mine.path)).status, 404)
  assert.equal((await owner.call('DELETE', theirs.path)).status, 204)
  assert.equal(await opens(world, theirs.access_token), 401)
})

test('an app can do what its person can, at the time of each call, and no more', async () => {
  const { db } = world
  const editor = await openBrowser(world, { role: 'editor' })
  const at = { db, workspace_id: editor.workspace_id }
  const { call, access_token, refresh_token } = await granted(editor)
  assert.equal((await call('schedule_post', post('draft'))).code, undefined)
  await setRole(at, editor.person_id, 'viewer')
  assert.equal((await call('schedule_post', post('draft'))).code, 'forbidden')
  assert.equal((await call('get_stats')).code, undefined)
  await deleteMember(at, editor.person_id)
  assert.equal(await opens(world, access_token), 401)
  const { body } = await refresh(world, client_id, refresh_token)
  assert.equal(body['error'], 'invalid_grant')
})

test('tenants never meet: a grant reaches the workspace it was given for', async () => {
  const { id: workspace_id } = await insertWorkspace(
    world.db,
    { name: 'Next door', plan: 'unlimited' },
    clock,
  )
  const { id: account_id } = await newAccount(world, workspace_id)
  const neighbour = await openBrowser(world, { workspace_id })
  const { call, path, grant } = await granted(neighbour)
  const own = JSON.stringify((await call('get_accounts')).result)
  assert.ok(own.includes(`"id":${account_id}`) && !own.includes('"platform":"x"'))
  assert.equal((await call('schedule_post', post('draft'))).code, 'invalid')
  assert.ok(!(await grantsOf(owner)).some(({ id }) => id === grant.id))
  for (const [method, way] of [
    ['PUT', path],
    ['DELETE', path],
    ['GET', all(neighbour)],
  ] as const)
    assert.equal((await owner.call(method, way, method === 'PUT' ? {} : undefined)).status, 404)
  const smuggled = `${all(owner)}/${grant.id}`
  assert.equal((await owner.call('DELETE', smuggled)).status, 404)
  assert.equal((await call('get_stats')).code, undefined)
})

test('an app makes, changes and revokes no keys: a person does that, at an address that it is told', () => {
  const caller = {
    workspace_id: owner.workspace_id,
    credential: credentialOfGrant(1),
    abilities: ['*'],
    leash: free,
    via: 'mcp' as const,
  }
  const { base_url } = world
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
