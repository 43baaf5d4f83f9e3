/** "What failed last week?": lists by outcome and by what a person has to do. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { Need, Outcome } from '#rules/post.ts'
import { countPosts, listPosts } from '#store/posts.ts'
import type { Schema } from '#store/schema.ts'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { demoWorkspace, newPost, setAccountHealth } from './kit.ts'
import { leashed } from './leashed.ts'
import { begin, end } from './hand.ts'
import { postIn, states } from './states.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const { x = 0, bluesky = 0 } = service.accounts
const { rest } = callers(service)
for (const state of states) await postIn(state, service)
// One account is out and the other waits, at first and after a retry.
const begun = await newPost(service, { when: 'now' })
await begin(service, begun)
await end(service, begun, { [x]: 'published', [bluesky]: 'failed' })
await rest('retry_post', { id: begun })
const disconnected = await newPost(service, { when: 'now' })
await service.query(`
  update deliveries set status = 'blocked', blocked_reason = 'account_disconnected', due_at = null
  where post_id = ${disconnected} and account_id = ${x}`)
const asking = await leashed(service, { needs_approval: true })
await asking.rest('schedule_post', { content: 'May I?', social_account_ids: [x], when: 'now' })

const Listed = z.object({
  total: z.number(),
  data: z.array(
    z.looseObject({
      id: z.number(),
      outcome: Outcome,
      needs: z.array(Need),
      per_account: z.array(
        z.looseObject({ account_id: z.number(), reconnect_url: z.string().nullable() }),
      ),
    }),
  ),
})

const everything = async () => {
  const list = async (more: object) =>
    Listed.parse((await rest('list_posts', { per_page: 200, ...more })).body).data
  return [...(await list({})), ...(await list({ deleted: true }))]
}

for (const surface of surfaces) {
  const call = callers(service)[surface]
  const listed = async (args: object) =>
    Listed.parse((await call('list_posts', { per_page: 200, ...args })).body)

  test(`an outcome lists exactly the posts that show it, over ${surface}`, async () => {
    const all = await everything()
    const sets = [
      ...Outcome.options.map((each) => [each]),
      ['partial', 'failed'],
      ['scheduled', 'publishing', 'deleted'],
      Outcome.options,
    ]
    for (const outcomes of sets) {
      const { data, total } = await listed({ outcome: outcomes.join(',') })
      const right = all.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id)
      assert.ok(right.length, String(outcomes))
      assert.deepEqual(inOrder(data.map(({ id }) => id)), inOrder(right), String(outcomes))
      assert.equal(total, right.length)
    }
  })

  test(`a need lists exactly the posts that show it, over ${surface}`, async () => {
    const all = await everything()
    for (const needs of [...Need.options.map((each) => [each]), ['decision', 'approval']]) {
      const { data } = await listed({ needs: needs.join(',') })
      const right = all.filter((post) => post.needs.some((each) => needs.includes(each)))
      assert.ok(right.length, String(needs))
      assert.deepEqual(inOrder(data.map(({ id }) => id)), inOrder(right.map(({ id }) => id)))
    }
  })

  test(`filters add up, over ${surface}`, async () => {
    const status = { status: 'published', outcome: 'failed,partial' }
    const { data } = await listed(status)
    assert.ok(data.length && data.every(({ outcome }) => outcome === 'partial'))
    const none = { outcome: 'failed', from: '2990-01-01' }
    assert.equal((await listed(none)).total, 0)
    assert.equal((await listed({ outcome: 'failed', deleted: 'true' })).total, 0)
    for (const wrong of [{ outcome: 'odd' }, { needs: 'sleep' }, { outcome: '' }]) {
      const { code, errors } = await call('list_posts', wrong)
      assert.equal(code, 'invalid', JSON.stringify(wrong))
      assert.match(Object.keys(errors).join(), /^(outcome|needs)/)
    }
  })

  test(`a channel that waits for its account says where to connect it, over ${surface}`, async () => {
    const { body } = await call('get_post', { id: disconnected })
    const [post] = Listed.shape.data.parse([body])
    assert.deepEqual(post?.needs, ['reconnect'])
    const url = (account_id: number) =>
      post?.per_account.find((each) => each.account_id === account_id)?.reconnect_url
    assert.equal((await fetch(String(url(x)), { redirect: 'manual' })).status < 400, true)
    assert.equal(url(bluesky), null)
  })
}

/** By which drafts of an account are found: see draftsOn. */
test('what belongs to a draft waits without a time, also when it was taken back', async () => {
  const taken_back = await newPost(service, { when: '2990-01-01T00:00:00Z' })
  await rest('update_post', { id: taken_back, when: 'draft' })
  const { rows } = await service.query(`
    select p.id, d.status, d.due_at is not null as has_time from posts p
    join deliveries d on d.workspace_id = p.workspace_id and d.post_id = p.id where p.status = 'draft'`)
  assert.ok(rows.some(({ id }) => Number(id) === taken_back) && rows.length > 2)
  assert.deepEqual(
    rows.filter(({ status, has_time }) => status !== 'pending' || has_time === true),
    [],
  )
})

test('over REST both filters are lists, as a query writes them', async () => {
  const { body } = await service.rest(
    'GET',
    '/api/posts?outcome[]=failed&outcome[]=partial&page=1&per_page=1',
  )
  assert.match(String(body['next_page_url']), /outcome%5B%5D=failed&outcome%5B%5D=partial/)
  const next = String(body['next_page_url']).replace(service.base_url, '')
  assert.equal((await service.rest('GET', next)).status, 200)
  assert.equal((await service.rest('GET', '/api/posts?needs=reconnect')).status, 200)
})

test('a scheduled post needs its account before the time comes, and no longer once it is back', async () => {
  const id = await newPost(service, { when: '2990-01-01T00:00:00Z', social_account_ids: [bluesky] })
  const needing = async () =>
    Listed.parse((await rest('list_posts', { needs: 'reconnect' })).body).data.map(
      (each) => each.id,
    )
  assert.ok(!(await needing()).includes(id))
  await setAccountHealth(service, bluesky, 'needs_reconnect')
  assert.ok((await needing()).includes(id))
  await setAccountHealth(service, bluesky, 'healthy')
  assert.ok(!(await needing()).includes(id))
})

test('among many posts what went wrong and what waits for a person comes from indexes', async () => {
  const workspace_id = await demoWorkspace(service)
  await service.query(`
    with made as (
      insert into posts (workspace_id, content, status, scheduled_at, published_at, created_via, created_by, created_at, updated_at)
      select ${workspace_id}, 'Many ' || i, 'published', now(), now(), 'rest', 'key:1', now() - i * interval '1 second', now()
      from generate_series(1, 20000) i returning id)
    insert into deliveries (workspace_id, post_id, account_id, position, platform, sandbox, status, published_at)
    select ${workspace_id}, id, ${x}, 0, 'x', true, 'published', now() from made`)
  await service.query('analyze')

  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  await using db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool(service.database) }),
    log: ({ query }) => void asked.push(query),
  })
  const scope = { db, workspace_id }
  for (const filter of [
    { outcome: ['failed', 'partial'] },
    { needs: ['decision'] },
    { needs: ['reconnect'] },
    { needs: ['approval'] },
  ] as const) {
    asked.length = 0
    await countPosts(scope, filter)
    await listPosts(scope, filter, { limit: 20, offset: 0 })
    for (const { sql, parameters } of asked.splice(0)) {
      const explain = `explain (analyze, format json) ${sql}`
      const { rows } = await db.executeQuery(CompiledQuery.raw(explain, [...parameters]))
      const most = Math.max(...rowsIn(rows))
      assert.ok(
        most < 1000,
        `${JSON.stringify(filter)}: ${most} rows looked at\n${JSON.stringify(rows)}`,
      )
    }
  }
})

/** How many rows each part of a plan read. */
function* rowsIn(plan: unknown): Generator<number> {
  if (typeof plan !== 'object' || plan === null) return
  for (const [name, value] of Object.entries(plan)) {
    if (/^(Actual Rows|Rows Removed by)/.test(name)) yield Number(value)
    yield* rowsIn(value)
  }
}

function inOrder(ids: readonly number[]) {
  return ids.toSorted((a, b) => a - b)
}
