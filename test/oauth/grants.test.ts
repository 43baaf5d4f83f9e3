import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deleteMember, setRole } from '#store/members.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { newAccount } from '../surfaces/kit.ts'
import { openService } from '../service.ts'
import { openBrowser, opens, refresh } from './browser.ts'
import { granter, grantsAt, grantsOf } from './granted.ts'

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

test('a grant is listed with its client, its redirect and its person', async () => {
  const { grant } = await granted(owner)
  const { id: _, created_at, last_used_at, leash, ...rest } = grant
  assert.deepEqual(rest, {
    client: { name: 'Notes', uri: null },
    redirect_host: '127.0.0.1:4000',
    paused: false,
    toolsets: ['default'],
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

test('owners see every app, others only their own', async () => {
  const editor = await openBrowser(service, { role: 'editor' })
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
  assert.equal(await opens(service, theirs.access_token), 401)
})

test('an app can do what its person can, at the time of each call, and no more', async () => {
  const { db } = service
  const editor = await openBrowser(service, { role: 'editor' })
  const at = { db, workspace_id: editor.workspace_id }
  const { call, client_id, access_token, refresh_token } = await granted(editor)
  assert.equal((await call('schedule_post', post('draft'))).code, undefined)
  // An author's posts wait, whoever sends them; the app's own leash is what it was.
  await setRole(at, editor.person_id, 'author')
  const asked = await call('schedule_post', post('now'))
  assert.equal(asked.result['status'], 'draft')
  assert.match(JSON.stringify(asked.result['warnings']), /a person approves it/)
  assert.ok((await grantsOf(editor)).every(({ leash }) => leash['needs_approval'] === false))
  await setRole(at, editor.person_id, 'viewer')
  assert.equal((await call('schedule_post', post('draft'))).code, 'forbidden')
  assert.equal((await call('get_stats')).code, undefined)
  await deleteMember(at, editor.person_id)
  assert.equal(await opens(service, access_token), 401)
  const { body } = await refresh(service, client_id, refresh_token)
  assert.equal(body['error'], 'invalid_grant')
})

test('tenants never meet: a grant reaches the workspace it was given for', async () => {
  const { id: workspace_id } = await insertWorkspace(
    service.db,
    { name: 'Next door', plan: 'unlimited' },
    clock,
  )
  const { id: account_id } = await newAccount(service, workspace_id)
  const neighbour = await openBrowser(service, { workspace_id })
  const { call, path, grant } = await granted(neighbour)
  const own = JSON.stringify((await call('get_accounts')).result)
  assert.ok(own.includes(`"id":${account_id}`) && !own.includes('"platform":"x"'))
  assert.equal((await call('schedule_post', post('draft'))).code, 'invalid')
  assert.ok(!(await grantsOf(owner)).some(({ id }) => id === grant.id))
  for (const [method, way] of [
    ['PUT', path],
    ['DELETE', path],
    ['GET', grantsAt(neighbour)],
  ] as const)
    assert.equal((await owner.call(method, way, method === 'PUT' ? {} : undefined)).status, 404)
  const smuggled = `${grantsAt(owner)}/${grant.id}`
  assert.equal((await owner.call('DELETE', smuggled)).status, 404)
  assert.equal((await call('get_stats')).code, undefined)
})
