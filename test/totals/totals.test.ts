import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { mendAllTotals } from '#chores/mend-totals.ts'
import { foldTotals, mendTotals } from '#store/totals.ts'
import { doingOf, openService, type TestService } from '../service.ts'

const Stats = z.object({
  posts: z.record(z.string(), z.number()),
  deliveries: z.record(z.string(), z.number()),
  publishing: z.number(),
})

/** What get_stats says, and what counting says: of the one workspace of the test. */
async function both(service: TestService) {
  const told = Stats.parse((await service.rest('GET', '/api/stats')).body)
  const { rows: posts } = await service.query(`
    select case when deleted_at is not null then 'deleted' else status end as what, count(*)::int as n from posts group by 1`)
  const { rows: deliveries } = await service.query(`
    select d.status as what, count(*)::int as n from deliveries d
    join posts p using (workspace_id) where p.id = d.post_id and p.deleted_at is null group by 1
    union all
    select 'pending_in_drafts', count(*)::int from deliveries d join posts p using (workspace_id)
    where p.id = d.post_id and p.deleted_at is null and p.status = 'draft' and d.status = 'pending' having count(*) > 0`)
  const counted = { posts: named(posts), deliveries: named(deliveries) }
  const above = (record: Record<string, number>) =>
    Object.fromEntries(Object.entries(record).filter(([, n]) => n !== 0))
  return [{ posts: above(told.posts), deliveries: above(told.deliveries) }, counted] as const
}

function named(rows: Record<string, unknown>[]) {
  const Row = z.object({ what: z.string(), n: z.number() })
  return Object.fromEntries(rows.map((row) => Row.parse(row)).map(({ what, n }) => [what, n]))
}

/** The same numbers from the same seed. */
function chance(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

test('after any moves, totals say what counting says, folded or not', async () => {
  await using service = await openService({ ROLE: 'api' })
  const accounts = Object.values(service.accounts)
  const pick = chance(7)
  const ids: number[] = []
  const draft = { when: 'draft' }
  const later = { scheduled_at: '2999-01-01T09:00:00Z' }
  for (let move = 0; move < 60; move++) {
    const id = ids[pick(Math.max(1, ids.length))]
    const social_account_ids = accounts.slice(pick(accounts.length))
    const moves = [
      ['POST', '/api/posts', { content: `A draft ${move}`, social_account_ids, ...draft }],
      ['POST', '/api/posts', { content: `To come ${move}`, social_account_ids, ...later }],
      ['PUT', `/api/posts/${id}`, { social_account_ids }],
      ['POST', `/api/posts/${id}/cancel`],
      ['DELETE', `/api/posts/${id}`],
      ['POST', `/api/posts/${id}/restore`],
      ['POST', `/api/posts/${id}/duplicate`],
    ] as const
    const [method, path, body] = moves[id === undefined ? move % 2 : pick(moves.length)] ?? moves[0]
    const { status, body: answer } = await service.rest(method, path, body)
    assert.ok(status < 500)
    if (method === 'POST' && status === 201) ids.push(z.int().parse(answer['id']))
    if (move % 10 === 9) {
      const [told, counted] = await both(service)
      assert.deepEqual(told, counted)
    }
  }
  // What stands in the fold's way is asked for again: another process may be folding.
  for (;;) {
    await foldTotals(service.db)
    const { rows } = await service.query('select from total_changes')
    if (!rows.length) break
  }
  const [told, counted] = await both(service)
  assert.deepEqual(told, counted)
  assert.ok(Object.keys(told.posts).length > 2)
  assert.equal(await mendTotals(service.db), 0)
  const { body } = await service.rest('GET', '/api/posts?status=all&per_page=1')
  const { deleted = 0, ...live } = counted.posts
  assert.equal(
    body['total'],
    Object.values(live).reduce((sum, n) => sum + n, 0),
  )
  const { body: gone } = await service.rest('GET', '/api/posts?deleted=true&per_page=1')
  assert.equal(gone['total'], deleted)
})

test('totals follow what is published, refused and tried again', async () => {
  await using service = await openService()
  await service.fault('x', { fault: 'suspended', times: 1 })
  const social_account_ids = Object.values(service.accounts)
  for (const content of ['Through on one', 'Through on both']) {
    const post = { content, social_account_ids, publish_now: true }
    const { body } = await service.rest('POST', '/api/posts', post)
    await service.rest('GET', `/api/posts/${String(body['id'])}?wait=30`)
  }
  const [told, counted] = await both(service)
  assert.deepEqual(told, counted)
  const { published = 0, pending = 0, publishing = 0, ...kept } = told.deliveries
  assert.ok(published > 0 && Object.keys(kept).length > 0)
  assert.equal(pending + publishing, 0)
})

test('what waits in drafts is told apart, for who sees the whole workspace and for a key of one account', async () => {
  await using service = await openService({ ROLE: 'api' })
  const [one = 0] = Object.values(service.accounts)
  const social_account_ids = [one]
  for (const times of [{ when: 'draft' }, { when: 'draft' }, { when: '2999-01-01T09:00:00Z' }]) {
    const more = { content: 'Waits', allow_duplicate: true, social_account_ids }
    await service.rest('POST', '/api/posts', { ...more, ...times })
  }
  const waiting = async (token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const { body } = await service.rest('GET', '/api/stats', undefined, headers)
    const { pending, pending_in_drafts } = Stats.parse(body).deliveries
    return [pending, pending_in_drafts]
  }
  assert.deepEqual(await waiting(), [3, 2])
  const leash = { account_ids: [one] }
  const { body } = await service.rest('POST', '/api/api-keys', { name: 'One account', leash })
  assert.deepEqual(await waiting(String(body['token'])), [3, 2])
})

test('a total that went wrong is found by counting, mended, and told to the operator', async () => {
  await using service = await openService({ ROLE: 'api' })
  await service.query(`insert into total_changes select id, 'draft', 5 from workspaces limit 1`)
  const said: unknown[] = []
  const log = { info: () => {}, error: (about: object) => said.push(about) }
  await mendAllTotals.run(await doingOf(service), AbortSignal.timeout(10_000), log)
  assert.deepEqual(said, [{ totals: 1 }])
  const [told, counted] = await both(service)
  assert.deepEqual(told, counted)
  await mendAllTotals.run(await doingOf(service), AbortSignal.timeout(10_000), log)
  assert.equal(said.length, 1)
})
