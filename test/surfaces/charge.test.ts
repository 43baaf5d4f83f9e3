import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { begin, end } from './hand.ts'
import { idOf, inAnHour, newNeighbour } from './kit.ts'

let clock = new Date()
const service = await openService({ ROLE: 'api', PLAN: 'free' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const LIMIT = 30

const Monthly = z.object({
  limits: z.object({
    monthly_posts: z.object({
      limit: z.int().nullable(),
      used: z.int(),
      remaining: z.int().nullable(),
      resets_at: z.string(),
    }),
  }),
})

/** A workspace of its own, so that every test starts with a whole month. */
async function newMonth(plan = 'free') {
  const { token, account_id, workspace_id } = await newNeighbour(service, plan)
  const { rest, mcp } = callers(service, token)
  const post = (when: string) => ({ content: 'Hello', social_account_ids: [account_id], when })
  const monthly = async () =>
    Monthly.parse((await rest('get_capabilities')).body).limits.monthly_posts
  return {
    rest,
    mcp,
    post,
    workspace_id,
    monthly,
    used: async () => (await monthly()).used,
    add: async (when: string) => idOf((await rest('schedule_post', post(when))).body),
    fill: async (count = LIMIT) => {
      for (let each = 0; each < count; each++) await rest('schedule_post', post(inAnHour(clock)))
    },
  }
}

test('new workspaces are on the plan that the operator chose', async () => {
  const { body } = await callers(service).rest('get_capabilities')
  assert.equal(body['plan'], 'free')
  assert.equal(Monthly.parse(body).limits.monthly_posts.limit, LIMIT)
})

test('parallel requests never pass the limit of the month', async () => {
  const { rest, mcp, post, monthly } = await newMonth()
  const answers = await Promise.all(
    Array.from({ length: 44 }, (_, each) =>
      each % 2
        ? rest('schedule_post', post(inAnHour(clock)))
        : mcp('schedule_post', { ...post('now'), content: `Post ${each}` }),
    ),
  )
  const codes = answers.map(({ code }) => code)
  assert.equal(codes.filter((code) => code === undefined).length, LIMIT)
  assert.equal(codes.filter((code) => code === 'plan_limit_reached').length, 44 - LIMIT)
  const { used, remaining } = await monthly()
  assert.deepEqual([used, remaining], [LIMIT, 0])
  const { body } = await rest('list_posts', { per_page: 200 })
  assert.equal(body['total'], LIMIT)
})

for (const surface of surfaces) {
  test(`a full month is refused with the way out, and drafts go on, over ${surface}`, async () => {
    const { fill, post, monthly, add, [surface]: call } = await newMonth()
    await fill()
    const { code, body } = await call('schedule_post', post('now'))
    const { message, ...data } = body
    const next = new Date(Date.UTC(clock.getUTCFullYear(), clock.getUTCMonth() + 1, 1))
    assert.equal(code, 'plan_limit_reached')
    assert.match(String(message), /^Upgrade at upgrade_url/)
    assert.deepEqual(data, {
      code: 'plan_limit_reached',
      limit: LIMIT,
      resets_at: next.toISOString(),
      drafts_count_against_limit: false,
      upgrade_url: `${service.base_url}/settings/plan`,
    })
    assert.equal((await monthly()).resets_at, next.toISOString())

    const draft = await add('draft')
    assert.equal((await call('publish_now', { id: draft })).code, 'plan_limit_reached')
    assert.equal(
      (await call('update_post', { id: draft, when: inAnHour(clock) })).code,
      'plan_limit_reached',
    )
    assert.equal(
      (await call('schedule_post', { ...post('now'), dry_run: true })).code,
      'plan_limit_reached',
    )
  })
}

test('a draft is charged when it is promoted, and once only', async () => {
  const { rest, add, used } = await newMonth()
  const id = await add('draft')
  await rest('update_post', { id, scheduled_at: inAnHour(clock) })
  await rest('duplicate_post', { id })
  assert.equal(await used(), 0)
  await rest('publish_now', { id })
  assert.equal(await used(), 1)
  await rest('publish_now', { id })
  assert.equal(await used(), 1)
})

test('a scheduled post that is moved or published early is not charged again', async () => {
  const { rest, add, used } = await newMonth()
  const id = await add(inAnHour(clock))
  await rest('update_post', { id, when: inAnHour(new Date(clock.getTime() + 60_000)) })
  await rest('publish_now', { id })
  assert.equal(await used(), 1)
})

test('cancelling before any attempt refunds the charge, restoring charges again', async () => {
  const { rest, add, used, fill } = await newMonth()
  const id = await add(inAnHour(clock))
  await rest('cancel_post', { id })
  assert.equal(await used(), 0)
  await rest('restore_post', { id })
  assert.equal(await used(), 1)
  await rest('cancel_post', { id })
  await fill()
  assert.equal((await rest('restore_post', { id })).code, 'plan_limit_reached')
  assert.notEqual((await rest('get_post', { id })).body['deleted_at'], null)
})

test('a scheduled post that becomes a draft again is refunded', async () => {
  const { rest, add, used } = await newMonth()
  const id = await add(inAnHour(clock))
  await rest('update_post', { id, when: 'draft' })
  assert.equal(await used(), 0)
  await rest('delete_post', { id })
  assert.equal(await used(), 0)
})

test('what was tried stays charged, and is published or retried again for nothing', async () => {
  const { rest, used } = await newMonth()
  const demo = callers(service)
  const spent = async () =>
    Monthly.parse((await demo.rest('get_capabilities')).body).limits.monthly_posts.used
  const before = await spent()
  const [account = 0] = Object.values(service.accounts)
  const { body } = await demo.rest('schedule_post', {
    content: 'x',
    social_account_ids: [account],
    when: 'now',
  })
  const id = idOf(body)
  for (const again of ['publish_now', 'retry_post', 'publish_now']) {
    await begin(service, id)
    await end(service, id, { [account]: 'failed' })
    assert.equal((await demo.rest(again, { id })).code, undefined)
    assert.equal(await spent(), before + 1)
  }
  await demo.rest('cancel_post', { id })
  assert.equal(await spent(), before + 1)
  assert.equal((await demo.rest('restore_post', { id })).body['status'], 'draft')
  assert.equal((await demo.rest('publish_now', { id })).code, undefined)
  assert.equal(await spent(), before + 1)
  assert.equal(await used(), 0)
  assert.equal((await rest('list_posts')).body['total'], 0)
})

test('a new month starts at zero, and a refund goes to the month that was charged', async () => {
  const { rest, add, fill, used, workspace_id } = await newMonth()
  const now = clock
  const id = await add('2998-01-01T00:00:00Z')
  await fill(LIMIT - 1)
  clock = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  assert.equal(await used(), 0)
  await add(inAnHour(clock))
  await rest('cancel_post', { id })
  assert.equal(await used(), 1)
  clock = now
  assert.equal(await used(), LIMIT - 1)
  const rows = await service.db
    .selectFrom('usage')
    .select('used')
    .where('workspace_id', '=', workspace_id)
    .execute()
  assert.equal(rows.length, 2)
})

test('the unlimited plan counts without a limit', async () => {
  const { fill, monthly } = await newMonth('unlimited')
  await fill(LIMIT + 1)
  const { limit, remaining, used } = await monthly()
  assert.deepEqual([limit, remaining, used], [null, null, LIMIT + 1])
})
