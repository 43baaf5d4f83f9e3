import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { readConfig } from '#config/config.ts'
import { start } from '#app/start.ts'
import { manifests } from '#platforms/catalog.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, inAnHour } from './kit.ts'
import { leashed } from './leashed.ts'

// Late in the evening where the workspace will be, and noon for the rest of us.
let clock = new Date('2997-03-05T12:00:00Z')
const now = () => clock
const service = await openService({ ROLE: 'api' }, { now })
// Another process on the same database, as far as requests can tell.
const settings = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: service.data_dir, LOG_LEVEL: 'silent' }
const second = await start(readConfig(manifests, { ...settings, ROLE: 'api' }), {
  database: service.database,
  now,
})
after(async () => {
  await second[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})
const accounts = [service.accounts['x'] ?? 0]
const Leashed = z.looseObject({ posts_per_day: z.number(), posts_today: z.unknown() })
let count = 0
const post = (when: string): Body => ({
  content: `Post ${count++}`,
  social_account_ids: accounts,
  when,
})
const later = () => inAnHour(clock)

async function send(base_url: string, token: string, body: Body) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${base_url}/api/posts`, init)
  await response.arrayBuffer()
  return response.status
}

for (const surface of surfaces) {
  test(`after its posts of the day a key is told when it may go on, over ${surface}`, async () => {
    const key = await leashed(service, { posts_per_day: 2 })
    const call = key[surface]
    assert.equal((await call('schedule_post', post('now'))).code, undefined)
    assert.equal((await call('schedule_post', post(later()))).code, undefined)
    const { code, body } = await call('schedule_post', post('now'))
    assert.equal(code, 'too_many_requests')
    const { message, retry_after, ...rest } = body
    assert.match(String(message), /^Save a draft instead, or wait until 2997-03-06T00:00:00.000Z/)
    assert.deepEqual(rest, {
      code: 'too_many_requests',
      policy: 'posts_per_day',
      limit: 2,
      resets_at: '2997-03-06T00:00:00.000Z',
      drafts_count_against_limit: false,
    })
    assert.equal(retry_after, 12 * 3600)
    const { body: told } = await call('get_capabilities')
    const leash = Leashed.parse(told['leash'])
    assert.equal(leash.posts_per_day, 2)
    assert.deepEqual(leash.posts_today, {
      limit: 2,
      used: 2,
      remaining: 0,
      resets_at: '2997-03-06T00:00:00.000Z',
    })
  })

  test(`drafts, changes, rehearsals and refused calls do not count, over ${surface}`, async () => {
    const call = (await leashed(service, { posts_per_day: 2 }))[surface]
    const draft = idOf((await call('schedule_post', post('draft'))).body)
    await call('schedule_post', { ...post('now'), dry_run: true })
    await call('schedule_post', { ...post('now'), social_account_ids: [999] })
    const id = idOf((await call('schedule_post', post(later()))).body)
    assert.equal((await call('update_post', { id, content: 'New' })).code, undefined)
    assert.equal((await call('publish_now', { id })).code, undefined, 'it was counted before')
    assert.equal((await call('publish_now', { id: draft })).code, undefined)
    const copy = idOf((await call('duplicate_post', { id })).body)
    for (const [name, args] of [
      ['publish_now', { id: copy }],
      ['update_post', { id: copy, when: later() }],
      ['schedule_post', { ...post('now'), dry_run: true }],
    ] as const)
      assert.equal((await call(name, args)).code, 'too_many_requests', name)
  })

  test(`a call sent twice with one idempotency key counts once, over ${surface}`, async () => {
    const call = (await leashed(service, { posts_per_day: 1 }))[surface]
    const [one, options] = [post('now'), { idempotency_key: `twice-${surface}` }]
    const ids = [
      await call('schedule_post', one, options),
      await call('schedule_post', one, options),
    ]
    assert.equal(idOf(ids[0]!.body), idOf(ids[1]!.body))
  })
}

for (const [what, name, more] of [
  ['sent at once', 'publish_now', {}],
  [
    'moved to the next minute',
    'update_post',
    { when: new Date(clock.getTime() + 60_000).toISOString() },
  ],
  ['written anew', 'update_post', { content: 'Words of the key' }],
] as const) {
  test(`what others put on schedule counts when it is ${what}`, async () => {
    const owner = callers(service).rest
    const planned = []
    for (const _ of [1, 2]) planned.push(idOf((await owner('schedule_post', post(later()))).body))
    const key = (await leashed(service, { posts_per_day: 1 })).rest
    const said = []
    for (const id of planned) said.push((await key(name, { id, ...more })).code)
    assert.deepEqual(said, [undefined, 'too_many_requests'])
    const [, second] = planned
    const kept = (await owner('get_post', { id: second })).body
    assert.equal(kept['outcome'], 'scheduled')
    assert.notEqual(kept['content'], 'Words of the key')
  })
}

test('REST says in Retry-After when the day ends', async () => {
  const { token } = await leashed(service, { posts_per_day: 1 })
  const headers = { authorization: `Bearer ${token}` }
  await service.rest('POST', '/api/posts', post('now'), headers)
  const answer = await service.rest('POST', '/api/posts', post('now'), headers)
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, String(12 * 3600)])
})

test('cancelling gives nothing back, and restoring counts again', async () => {
  const { rest } = await leashed(service, { posts_per_day: 1 })
  const id = idOf((await rest('schedule_post', post(later()))).body)
  assert.equal((await rest('cancel_post', { id })).code, undefined)
  assert.equal((await rest('restore_post', { id })).code, 'too_many_requests')
})

test('of a hundred calls at once, to two processes, as many go through as the day has left', async () => {
  const { token } = await leashed(service, { posts_per_day: 7 })
  const services = [service.base_url, second.base_url]
  const calls = Array.from({ length: 100 }, (_, index) =>
    send(services[index % 2] ?? '', token, post(later())),
  )
  const statuses = await Promise.all(calls)
  assert.equal(statuses.filter((status) => status === 201).length, 7)
  assert.equal(statuses.filter((status) => status === 429).length, 93)
  const { rows } = await service.query(
    `select used from daily_posts where credential = 'key:${token.split('|')[0]}'`,
  )
  assert.deepEqual(rows, [{ used: 7 }])
})

test('drafts that are sent at once from two processes can not pass the limit either', async () => {
  const { token, rest } = await leashed(service, { posts_per_day: 3 })
  const drafts = await Promise.all(
    Array.from({ length: 12 }, async () => idOf((await rest('schedule_post', post('draft'))).body)),
  )
  const statuses = await Promise.all(
    drafts.map(async (id, index) => {
      const base = index % 2 ? service.base_url : second.base_url
      const headers = { authorization: `Bearer ${token}` }
      const init = { method: 'POST', headers }
      return (await fetch(`${base}/api/posts/${id}/publish-now`, init)).status
    }),
  )
  assert.equal(statuses.filter((status) => status === 202).length, 3)
})

test('revocation, pause and expiry hold in every process from the next request on', async () => {
  const look = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${second.base_url}/api/posts`, { headers })).status
  }
  const key = await leashed(service, {})
  assert.equal(await look(key.token), 200)
  await key.adjust({ paused: true })
  assert.equal(await look(key.token), 403)
  await key.adjust({ paused: false, expires_at: later() })
  assert.equal(await look(key.token), 200)
  clock = new Date(clock.getTime() + 3_600_000)
  assert.equal(await look(key.token), 401)
  await key.adjust({ expires_at: null })
  assert.equal(await look(key.token), 200)
  await service.rest('DELETE', `/api/api-keys/${key.id}`)
  assert.equal(await look(key.token), 401)
})

test('the day is that of the workspace: it ends at its own midnight', async () => {
  await service.query("update workspaces set timezone = 'Pacific/Auckland'")
  const { rest } = await leashed(service, { posts_per_day: 1 })
  clock = new Date('2997-03-05T10:59:00Z')
  assert.equal((await rest('schedule_post', post('now'))).code, undefined)
  const { body } = await rest('schedule_post', post('now'))
  assert.equal(body['resets_at'], '2997-03-05T11:00:00.000Z')
  clock = new Date('2997-03-05T11:00:00Z')
  assert.equal((await rest('schedule_post', post('now'))).code, undefined)
})
