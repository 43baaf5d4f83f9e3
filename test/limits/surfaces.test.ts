import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { parseList } from 'structured-headers'
import { z } from 'zod'
import { plans } from '#rules/limits.ts'
import { type Body, openService } from '../service.ts'
import { sender, messageOf, modern } from '../mcp/rpc.ts'
import { surfaces } from '../surfaces/callers.ts'
import { owner } from '../people/cast.ts'
import { demoWorkspace, idOf, inAnHour, newKey } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'

let clock = new Date('2997-03-05T12:00:00Z')
const service = await openService(
  { ROLE: 'api', RATE_LIMITS: 'read:20/60,write:10/60,people_read:5/60' },
  { now: () => clock },
)
after(() => service[Symbol.asyncDispose]())
// Each test finds the demo key with all that it may.
beforeEach(() => {
  clock = new Date(clock.getTime() + 120_000)
})
const account = service.accounts['x'] ?? 0
const draft = () => ({ content: 'Hello', social_account_ids: [account], when: 'draft' })

/** A REST call with this key, as it came over the wire. */
function caller(token: string) {
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.rest(method, path, body, { authorization: `Bearer ${token}`, ...headers })
}

/** `"read";r=19;t=60` by name, as somebody else's parser of structured fields (RFC 9651) reads it. */
function itemsIn(field: string | null): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    parseList(field ?? '').map(([name, parameters]) => {
      assert.ok(typeof name === 'string' && /^[a-z_]+$/.test(name))
      return [name, Object.fromEntries(parameters)]
    }),
  )
}

test('every answer tells the policies and what is left of them, a refusal too', async () => {
  const call = caller((await newKey(service)).token)
  const { headers } = await call('GET', '/api/posts')
  assert.equal(headers.get('ratelimit-policy'), '"read";q=20;w=60, "write";q=10;w=60')
  assert.deepEqual(itemsIn(headers.get('ratelimit')), { read: { r: 19, t: 61 } })
  assert.equal(headers.get('x-ratelimit-limit'), '20')
  assert.equal(headers.get('x-ratelimit-remaining'), '19')
  const reset = Number(headers.get('x-ratelimit-reset')) * 1000 - clock.getTime()
  assert.ok(reset >= 60_000 && reset <= 61_000, `it starts anew in ${reset} ms`)

  const refusals = [
    [await call('GET', '/api/posts/999999'), 404, 'read', 18],
    [await call('GET', '/api/posts?per_page=201'), 422, 'read', 17],
    [await call('POST', '/api/posts', {}), 422, 'write', 9],
    [await call('POST', '/api/posts', '{"content":'), 422, 'write', 8],
    [await call('POST', '/api/posts', 'x', { 'content-type': 'text/plain' }), 415, 'write', 7],
  ] as const
  for (const [answer, status, policy, left] of refusals) {
    assert.equal(answer.status, status)
    assert.deepEqual(Object.keys(itemsIn(answer.headers.get('ratelimit'))), [policy])
    assert.equal(answer.headers.get('x-ratelimit-remaining'), String(left), `${status}`)
  }
  const stranger = await caller('1|aaaaaaaaaaaaaaaaaaaaaaaa')('GET', '/api/posts')
  assert.equal(stranger.status, 401)
  assert.equal(stranger.headers.get('ratelimit'), null)
})

test('a refusal names policy, limit and time, and the call is allowed when Retry-After is over', async () => {
  const call = caller((await newKey(service)).token)
  for (let sent = 0; sent < 10; sent++)
    assert.equal((await call('POST', '/api/posts', draft())).status, 201)
  const { status, headers, body } = await call('POST', '/api/posts', draft())
  assert.equal(status, 429)
  const { error } = z
    .object({
      error: z.object({
        code: z.literal('too_many_requests'),
        policy: z.literal('write'),
        limit: z.literal(10),
        resets_at: z.iso.datetime(),
        message: z.string(),
        retry_after: z.int(),
      }),
    })
    .parse(body)
  const wait = Number(headers.get('retry-after'))
  assert.equal(error.retry_after, wait)
  assert.ok(clock.getTime() + wait * 1000 >= Date.parse(error.resets_at), 'never before the reset')
  assert.deepEqual(itemsIn(headers.get('ratelimit')), { write: { r: 0, t: wait } })
  assert.equal((await call('GET', '/api/posts')).status, 200, 'reading has its own')
  const before = clock
  clock = new Date(before.getTime() + (wait - 2) * 1000)
  assert.equal((await call('POST', '/api/posts', draft())).status, 429)
  clock = new Date(before.getTime() + wait * 1000)
  assert.equal((await call('POST', '/api/posts', draft())).status, 201)
})

test('over MCP the refusal is the text of the error, and the fields are those of REST', async () => {
  const { token } = await newKey(service)
  const send = sender(service, '/mcp', token)
  const ask = (args: Body) => send(...modern('tools/call', { name: 'list_posts', arguments: args }))
  const first = await ask({})
  assert.equal(first.headers.get('ratelimit-policy'), '"read";q=20;w=60, "write";q=10;w=60')
  assert.deepEqual(Object.keys(itemsIn(first.headers.get('ratelimit'))), ['read'])
  assert.equal(first.headers.get('x-ratelimit-remaining'), '19')
  for (let sent = 1; sent < 20; sent++) await ask({})
  const said = await ask({})
  assert.equal(said.status, 200)
  assert.ok(Number(said.headers.get('retry-after')) > 0)
  const result = z
    .looseObject({
      isError: z.literal(true),
      content: z.array(z.looseObject({ text: z.string() })),
    })
    .parse(messageOf(said).result)
  assert.equal('structuredContent' in result, false)
  const { error } = JSON.parse(result.content[0]?.text ?? '')
  assert.equal(error.code, 'too_many_requests')
  assert.equal(error.policy, 'read')
  assert.equal(error.limit, 20)
  assert.ok(Date.parse(error.resets_at) > clock.getTime())
  const listed = messageOf(await send(...modern('tools/list')))
  const { code, policy } = z
    .object({ code: z.string(), policy: z.string() })
    .parse(listed.error?.data)
  assert.deepEqual([code, policy], ['too_many_requests', 'read'])
  for (const method of ['resources/list', 'resources/templates/list', 'prompts/list'])
    assert.equal(messageOf(await send(...modern(method))).error?.code, listed.error?.code, method)
  assert.equal(messageOf(await send(...modern('server/discover'))).error, undefined)
  const written = { name: 'schedule_post', arguments: draft() }
  assert.equal(messageOf(await send(...modern('tools/call', written))).error, undefined)
})

test('REST and MCP use one budget', async () => {
  const { token } = await newKey(service)
  const send = sender(service, '/mcp', token)
  await send(...modern('tools/call', { name: 'get_accounts', arguments: {} }))
  const { headers } = await caller(token)('GET', '/api/accounts')
  assert.equal(headers.get('x-ratelimit-remaining'), '18')
})

test('not counted: chunks, health, greetings, and ten repetitions of a call, at the limit too', async () => {
  const { token } = await newKey(service)
  const call = caller(token)
  const keyed = { 'idempotency-key': `once-${token}` }
  const post = draft()
  const { id } = (await call('POST', '/api/posts', post, keyed)).body
  for (let sent = 1; sent < 10; sent++) await call('POST', '/api/posts', draft())
  for (let again = 0; again < 10; again++) {
    const answer = await call('POST', '/api/posts', post, keyed)
    assert.deepEqual([answer.status, answer.body['id']], [201, id], `repetition ${again}`)
    assert.equal(answer.headers.get('idempotent-replayed'), 'true')
  }
  assert.equal((await call('POST', '/api/posts', post, keyed)).status, 429, 'the eleventh counts')
  const chunk = await call(
    'PATCH',
    '/api/media/uploads/0190a000-0000-7000-8000-000000000000?offset=0',
    'x',
    {
      'content-type': 'application/octet-stream',
    },
  )
  assert.equal(chunk.status, 404)
  assert.equal(chunk.headers.get('ratelimit'), null)
  for (const path of ['/health', '/ready']) assert.equal((await call('GET', path)).status, 200)
  const send = sender(service, '/mcp', token)
  const greeted = await send(...modern('server/discover'))
  assert.equal(greeted.headers.get('ratelimit'), null)
})

test('repetitions below the limit leave as much as there was', async () => {
  const call = caller((await newKey(service)).token)
  const keyed = { 'idempotency-key': 'below' }
  const post = draft()
  await call('POST', '/api/posts', post, keyed)
  for (let again = 0; again < 10; again++) await call('POST', '/api/posts', post, keyed)
  const { headers } = await call('POST', '/api/posts', draft())
  assert.equal(headers.get('x-ratelimit-remaining'), '8')
})

for (const surface of surfaces) {
  test(`a call that only tells what would happen is a read, over ${surface}`, async () => {
    const key = await leashed(service, {})
    const dry = { ...draft(), when: inAnHour(clock), dry_run: true }
    for (let sent = 0; sent < 3; sent++) await key[surface]('schedule_post', dry)
    const { headers } = await caller(key.token)('GET', '/api/posts')
    const post = await caller(key.token)('POST', '/api/posts', draft())
    assert.equal(post.headers.get('x-ratelimit-remaining'), '9')
    const mcp = surface === 'mcp' ? 1 : 0
    const left = Number(headers.get('x-ratelimit-remaining'))
    assert.ok(left === 16 || left === 16 - mcp, `${left}`)
  })

  test(`a leash tightens, for reads and writes together, over ${surface}`, async () => {
    const key = await leashed(service, { requests_per_minute: 3 })
    const call = key[surface]
    assert.equal((await call('get_accounts')).code, undefined)
    assert.equal((await call('schedule_post', draft())).code, undefined)
    assert.equal((await call('get_accounts')).code, undefined)
    const { code, body } = await call('get_accounts')
    assert.deepEqual(
      [code, body['policy'], body['limit']],
      ['too_many_requests', 'requests_per_minute', 3],
    )
    assert.equal(await key.adjust({ requests_per_minute: 5 }), undefined)
    assert.equal((await call('get_accounts')).code, undefined, 'it holds from the next request on')
    assert.equal(await key.adjust({ requests_per_minute: null }), undefined)
  })
}

test('a wrong number of requests in a leash is refused by its field', async () => {
  const call = caller(service.token)
  for (const requests_per_minute of [0, -1, 1.5, 'many', 1_000_001]) {
    const made = { name: 'Wrong', leash: { requests_per_minute } }
    const { status, body } = await call('POST', '/api/api-keys', made)
    assert.equal(status, 422)
    assert.ok(
      Object.keys(z.looseObject({}).parse(body['errors'])).includes('leash.requests_per_minute'),
    )
  }
})

test('a key with a limit is one on a leash: it can not loosen itself', async () => {
  const key = await leashed(service, { requests_per_minute: 5 })
  const leash = { requests_per_minute: null }
  const { status } = await caller(key.token)('PUT', `/api/api-keys/${key.id}`, { leash })
  assert.equal(status, 403)
})

test('what is left of each key stands in the list of keys, and of the caller in the capabilities', async () => {
  const key = await leashed(service, { requests_per_minute: 100, posts_per_day: 4 })
  for (let sent = 0; sent < 3; sent++) await key.rest('list_posts')
  const { body, headers } = await caller(key.token)('GET', '/api/capabilities')
  const Limits = z.array(z.object({ policy: z.string(), limit: z.int(), remaining: z.int() }))
  const { requests } = z.looseObject({ requests: Limits }).parse(body['limits'])
  assert.deepEqual(
    requests.map(({ policy, limit }) => [policy, limit]),
    [
      ['requests_per_minute', 100],
      ['read', 20],
      ['write', 10],
    ],
  )
  assert.deepEqual(itemsIn(headers.get('ratelimit'))['posts_per_day'], {
    r: 4,
    t: (Date.parse('2997-03-06T00:00:00Z') - clock.getTime()) / 1000,
  })
  const Keys = z.array(z.looseObject({ id: z.string(), limits: Limits }))
  const listed = async () => {
    const keys = Keys.parse((await caller(service.token)('GET', '/api/api-keys')).body['list'])
    const found = keys.find(({ id }) => id === key.id)?.limits
    return found?.map(({ policy, remaining }) => `${policy} ${remaining}`).join(', ')
  }
  // What the process took ahead it gives back when nobody comes for it.
  const expected = 'requests_per_minute 96, read 16, write 10'
  let last = await listed()
  for (let tries = 0; last !== expected && tries < 15; tries++) {
    await pause(200)
    last = await listed()
  }
  assert.equal(last, expected)
})

test('without a limit on requests the policies on posts are told, and nothing where there are none', async () => {
  await using open = await openService({ ROLE: 'api', PLAN: 'free' }, { now: () => clock })
  const post = { content: 'Out', social_account_ids: [open.accounts['x']], when: inAnHour(clock) }
  const sent = await open.rest('POST', '/api/posts', post)
  assert.equal(sent.status, 201)
  const days = 31
  const monthly = plans['free']?.monthly_posts ?? 0
  assert.equal(
    sent.headers.get('ratelimit-policy'),
    `"posts_per_month";q=${monthly};w=${days * 86_400}`,
  )
  assert.equal(sent.headers.get('x-ratelimit-limit'), String(monthly))
  assert.equal(sent.headers.get('x-ratelimit-remaining'), String(monthly - 1))
  assert.equal(
    Number(sent.headers.get('x-ratelimit-reset')) * 1000,
    Date.parse('2997-04-01T00:00:00Z'),
  )
  const workspace = await demoWorkspace(open)
  await open.query(`update workspaces set plan = 'unlimited' where id = ${workspace}`)
  const { headers } = await open.rest('GET', '/api/posts')
  for (const name of ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit'])
    assert.equal(headers.get(name), null)
  assert.equal(idOf(sent.body) > 0, true)
})

test('a batch is a request for each fifty of its rows, and a rehearsal of it one read', async () => {
  const call = caller((await newKey(service)).token)
  const table = `content\n${'"two\nlines"\n'.repeat(51)}`
  const batches = [
    [() => call('POST', '/api/posts/batch', { posts: Array(50).fill({}) }), 9],
    [() => call('POST', '/api/posts/batch', { posts: Array(51).fill({}) }), 7],
    [() => call('POST', '/api/posts/import', table, { 'content-type': 'text/csv' }), 5],
    [
      () => call('POST', '/api/media/batch-update', { ids: Array(101).fill(900_000), folder: 'a' }),
      2,
    ],
    [() => call('POST', '/api/posts/batch-update', { ids: 'none' }), 1],
  ] as const
  for (const [send, left] of batches) {
    const { status, headers } = await send()
    assert.ok([200, 422].includes(status), String(status))
    assert.equal(itemsIn(headers.get('ratelimit'))['write']?.['r'], left)
  }
  const many = { posts: Array(500).fill({}) }
  const rehearsed = await call('POST', '/api/posts/batch', { ...many, dry_run: true })
  assert.equal(itemsIn(rehearsed.headers.get('ratelimit'))['read']?.['r'], 19)

  const refused = await call('POST', '/api/posts/batch', many)
  assert.equal(refused.status, 429)
  clock = new Date(clock.getTime() + 1_000)
  assert.equal(
    (await call('POST', '/api/posts', {})).status,
    422,
    'of a refused batch nothing counts',
  )
  // When Retry-After is over there is room for all of it, which here is the whole limit.
  clock = new Date(clock.getTime() + Number(refused.headers.get('retry-after')) * 1000)
  const again = await call('POST', '/api/posts/batch', many)
  assert.equal(again.status, 200)
  assert.equal(itemsIn(again.headers.get('ratelimit'))['write']?.['r'], 0)
})

test('a batch that is more than a limit has takes all of it, and is not refused for ever', async () => {
  const { token } = await leashed(service, { requests_per_minute: 3 })
  const call = caller(token)
  const batch = () => call('POST', '/api/posts/batch', { posts: Array(500).fill({}) })
  assert.equal((await batch()).status, 200)
  const refused = await batch()
  assert.equal(refused.status, 429)
  clock = new Date(clock.getTime() + Number(refused.headers.get('retry-after')) * 1000)
  assert.equal((await batch()).status, 200)
})

test('people at the dashboard have policies of their own', async () => {
  const { page, workspace_id } = await owner(service)
  const ask = (method: string, path: string, body?: unknown) =>
    page.ask(method, `/console/workspaces/${workspace_id}${path}`, body)
  for (let sent = 0; sent < 5; sent++) assert.equal((await ask('GET', '/api/posts')).status, 200)
  const { status, body } = await ask('GET', '/api/posts')
  assert.equal(status, 429)
  assert.equal(z.looseObject({ limit: z.int() }).parse(body['error']).limit, 5)
  for (let sent = 0; sent < 12; sent++)
    assert.equal((await ask('POST', '/api/posts', draft())).status, 201, 'nothing limits writing')
})

test('pages of other sites can read the fields', async () => {
  const { headers } = await caller((await newKey(service)).token)('GET', '/api/posts')
  const readable = (headers.get('access-control-expose-headers') ?? '').toLowerCase()
  for (const name of ['ratelimit', 'ratelimit-policy', 'retry-after', 'x-ratelimit-reset'])
    assert.ok(readable.split(', ').includes(name), name)
})
