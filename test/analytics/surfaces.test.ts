import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { sql } from 'kysely'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from '../surfaces/callers.ts'
import { newKey, newNeighbour, newPost } from '../surfaces/kit.ts'
import { leashed } from '../surfaces/leashed.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const call = callers(service)
const accounts = Object.values(service.accounts)

/** A published post with numbers, on every account. */
async function measured(content: string) {
  const id = await newPost(service, { content })
  await sql`
    update posts set status = 'published', published_at = '2026-05-04T10:00:00Z' where id = ${id}`.execute(
    service.db,
  )
  await sql`
    update deliveries set status = 'published', published_at = '2026-05-04T10:00:00Z' where post_id = ${id}`.execute(
    service.db,
  )
  await sql`
    insert into snapshots (workspace_id, delivery_id, number, taken_at, likes, engagements)
    select workspace_id, id, 1, '2026-05-04T11:00:00Z', 7, 7 from deliveries where post_id = ${id}`.execute(
    service.db,
  )
  await sql`select rebuild_days(id) from workspaces`.execute(service.db)
  return id
}

async function get(path: string) {
  const response = await fetch(`${service.base_url}${path}`, {
    headers: { authorization: `Bearer ${service.token}` },
  })
  return { response, text: await response.text() }
}

test('REST and MCP answer the same bytes', async () => {
  await measured('Café — “ünïcode” 🌅\u2028')
  const client = await service.client()
  const questions: [string, Body][] = [
    ['', {}],
    ['?from=2026-05-01&to=2026-05-31', { from: '2026-05-01', to: '2026-05-31' }],
    [
      '?from=2026-05-01&to=2026-05-04&platform=x',
      { from: '2026-05-01', to: '2026-05-04', platform: 'x' },
    ],
    [
      `?to=2026-05-09&account_ids[]=${accounts[0]}`,
      { to: '2026-05-09', account_ids: [accounts[0]] },
    ],
    [
      `?to=2026-05-09&account_ids=${accounts[0]}&account_ids=${accounts[1]}`,
      { to: '2026-05-09', account_ids: accounts.slice(0, 2) },
    ],
  ]
  for (const [query, args] of questions) {
    const { text } = await get(`/api/analytics${query}`)
    const { content, structuredContent } = await client.callTool({
      name: 'get_analytics',
      arguments: args,
    })
    const [said] = z.array(z.object({ text: z.string() })).parse(content)
    assert.ok(text.length > 500 && Buffer.from(said?.text ?? '').equals(Buffer.from(text)), query)
    assert.equal(JSON.stringify(structuredContent), text)
  }
})

for (const surface of surfaces) {
  test(`everything that is wrong with a question is said at once, over ${surface}`, async () => {
    const { account_id: foreign } = await newNeighbour(service)
    const wrong: [Body, string[]][] = [
      [{ from: '2026-05-02', to: '2026-05-01' }, ['from']],
      [{ from: '2998-01-01' }, ['from']],
      [{ from: '2025-01-01', to: '2026-01-02' }, ['from']],
      [{ from: '2026-02-30' }, ['from']],
      [{ from: '2026-13-01', to: 'yesterday' }, ['from', 'to']],
      [{ from: '0001-01-01' }, ['from']],
      [{ to: '2026-05-01T00:00:00Z' }, ['to']],
      [{ platform: 'friendster' }, ['platform']],
      [{ platform: 'constructor' }, ['platform']],
      [{ account_ids: [foreign] }, ['account_ids.0']],
      [{ account_ids: [accounts[0], 999_999] }, ['account_ids.1']],
      [{ account_ids: [] }, ['account_ids']],
      [
        { unknown: 1, from: 'x', platform: 'myspace', account_ids: [foreign] },
        ['account_ids.0', 'from', 'platform', 'unknown'],
      ],
      [
        { from: '2026-05-02', to: '2026-05-01', platform: 'myspace', account_ids: [foreign] },
        ['account_ids.0', 'from', 'platform'],
      ],
    ]
    for (const [args, fields] of wrong) {
      // A query has no way to write an empty list.
      if (surface === 'rest' && Array.isArray(args['account_ids'])) {
        const { account_ids: ids, ...rest } = args
        const list = z.array(z.unknown()).parse(ids)
        if (!list.length) continue
        const query = new URLSearchParams(rest as Record<string, string>)
        for (const id of list) query.append('account_ids', String(id))
        const { status, body } = await service.rest('GET', `/api/analytics?${query.toString()}`)
        assert.equal(status, 422)
        assert.deepEqual(Object.keys(z.looseObject({}).parse(body['errors'])).toSorted(), fields)
        continue
      }
      const { code, errors } = await call[surface]('get_analytics', args)
      assert.equal(code, 'invalid', JSON.stringify(args))
      assert.deepEqual(Object.keys(errors).toSorted(), fields, JSON.stringify(args))
    }
  })
}

test('366 days are answered, a leap year in full', async () => {
  const { body } = await call.rest('get_analytics', { from: '2024-01-01', to: '2024-12-31' })
  assert.equal(z.array(z.unknown()).parse(body['timeline']).length, 366)
})

test('the same window comes as CSV, line for line', async () => {
  const { response, text } = await get('/api/analytics?from=2026-05-03&to=2026-05-05&format=csv')
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  const { body } = await call.rest('get_analytics', { from: '2026-05-03', to: '2026-05-05' })
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const days = z
    .array(z.record(z.string(), z.union([z.string(), z.number(), z.null()])))
    .parse(body['timeline'])
  assert.deepEqual(head.split(','), Object.keys(days[0] ?? {}))
  assert.deepEqual(
    lines.map((line) => line.split(',')),
    days.map((day) => Object.values(day).map((value) => (value === null ? '' : String(value)))),
  )
  assert.equal((await get('/api/analytics?format=json')).response.status, 200)
  const refused = await service.rest('GET', '/api/analytics?format=xls&from=x')
  assert.deepEqual(
    [refused.status, Object.keys(z.looseObject({}).parse(refused.body['errors']))],
    [422, ['from', 'format']],
  )
  assert.equal((await service.rest('GET', '/api/analytics?format=csv&from=x')).status, 422)
})

test('a key needs analytics:read, and a leash is felt', async () => {
  const { token } = await newKey(service, ['posts:read'])
  const { code } = await callers(service, token).rest('get_analytics')
  assert.equal(code, 'forbidden')
  const id = await measured('Words that also go elsewhere')
  const short = await leashed(service, { account_ids: [accounts[0] ?? 0] })
  const may = { from: '2026-05-01', to: '2026-05-31' }
  const { body } = await short.rest('get_analytics', may)
  assert.equal(z.array(z.unknown()).parse(body['by_account']).length, 1)
  assert.deepEqual(body['top_posts'], [])
  assert.ok(
    JSON.stringify((await call.rest('get_analytics', may)).body).includes(`"post_id":${id}`),
  )
  const other = await short.mcp('get_analytics', { account_ids: [accounts[1]] })
  assert.deepEqual(Object.keys(other.errors), ['account_ids.0'])
})

test('stats count posts and deliveries of this workspace, each once', async () => {
  const before = (await call.rest('get_stats')).body
  const id = await newPost(service, { content: 'Counted' })
  await newPost(service, { content: 'Gone' }).then((gone) =>
    service.rest('DELETE', `/api/posts/${gone}`),
  )
  await newPost(service, { content: 'Later', scheduled_at: '2998-01-01T00:00:00Z' })
  await callers(service, (await newNeighbour(service)).token).rest('get_stats')
  const counts = z.looseObject({
    publishing: z.number(),
    posts_this_month: z.looseObject({ used: z.number() }),
    posts: z.record(z.string(), z.number()),
    deliveries: z.record(z.string(), z.number()),
  })
  const [was, is] = [before, (await call.mcp('get_stats')).body].map((body) => counts.parse(body))
  const grown = (part: 'posts' | 'deliveries') =>
    Object.fromEntries(
      Object.entries(is?.[part] ?? {}).map(([name, value]) => [
        name,
        value - (was?.[part][name] ?? 0),
      ]),
    )
  assert.deepEqual(grown('posts'), { draft: 1, scheduled: 1, published: 0, failed: 0, deleted: 1 })
  assert.equal(grown('deliveries')['pending'], 2 * accounts.length)
  assert.equal((is?.posts_this_month.used ?? 0) - (was?.posts_this_month.used ?? 0), 1)
  await sql`
    update deliveries set status = 'publishing', lease_until = now() where post_id = ${id}`.execute(
    service.db,
  )
  assert.equal((await call.rest('get_stats')).body['publishing'], 1)
})

test('a post tells its numbers by account, each time they were taken, to those alone who may read them', async () => {
  const id = await measured('With numbers')
  await sql`
    insert into snapshots (workspace_id, delivery_id, number, taken_at, likes, engagements, impressions)
    select workspace_id, id, 2, '2026-05-04T16:00:00Z', 9, 12, 0 from deliveries
    where post_id = ${id} and account_id = ${accounts[0]}`.execute(service.db)
  const nothing = { reach: null, impressions: null, comments: null, shares: null }
  const first = { at: '2026-05-04T11:00:00.000Z', ...nothing, likes: 7, engagements: 7 }
  const second = {
    ...first,
    at: '2026-05-04T16:00:00.000Z',
    likes: 9,
    engagements: 12,
    impressions: 0,
  }
  const Told = z.looseObject({
    per_account: z.array(
      z.looseObject({ account_id: z.number(), metrics: z.unknown().optional() }),
    ),
  })
  const numbersOf = (body: Body) =>
    Object.fromEntries(
      Told.parse(body).per_account.map(({ account_id, metrics }) => [account_id, metrics]),
    )
  const [one = 0, ...others] = accounts
  const blind = callers(service, (await newKey(service, ['posts:read'])).token)
  for (const surface of surfaces) {
    const numbers = numbersOf((await call[surface]('get_post', { id })).body)
    assert.deepEqual(numbers[one], [first, second])
    for (const other of others) assert.deepEqual(numbers[other], [first])
    const { body } = await blind[surface]('get_post', { id })
    assert.ok(Told.parse(body).per_account.every((each) => !('metrics' in each)))
  }
  const { body: list } = await call.rest('list_posts', { per_page: 5, status: 'published' })
  assert.ok(!JSON.stringify(list).includes('"metrics"'))
})
