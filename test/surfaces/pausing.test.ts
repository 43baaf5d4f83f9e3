/** Holding everything that is due, of an account or of all, and letting it go with a word about what is late. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { manifests } from '#platforms/catalog.ts'
import { claimDue } from '#store/claims.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { idOf, newAccount, newNeighbour, stored } from './kit.ts'
import { leashed } from './leashed.ts'

let clock = new Date('2026-11-22T09:00:00Z')
const service = await openService({ ROLE: 'api' }, { now: () => clock })
after(() => service[Symbol.asyncDispose]())
const { db } = service
const inMinutes = (minutes: number) => new Date(clock.getTime() + minutes * 60_000)

/** A workspace of its own with two accounts: what is paused there keeps nobody else. */
async function home(plan?: string) {
  const { token, workspace_id, account_id } = await newNeighbour(service, plan)
  const other = (await newAccount(service, workspace_id, 'threads')).id
  const both = callers(service, token)
  const post = async (more: Body = {}) =>
    idOf(
      (
        await both.rest('schedule_post', {
          content: 'Held',
          social_account_ids: [account_id],
          when: inMinutes(10).toISOString(),
          ...more,
        })
      ).body,
    )
  return { both, rest: both.rest, workspace_id, account_id, other, post }
}

const Told = z.looseObject({
  outcome: z.string(),
  status: z.string(),
  scheduled_at: z.string().nullable(),
  per_account: z.array(
    z.looseObject({
      account_id: z.int(),
      next_attempt_at: z.string().nullable(),
      waits_for: z
        .object({ code: z.string(), until: z.string().nullable(), message: z.string() })
        .nullable(),
    }),
  ),
})
type Rest = ReturnType<typeof callers>['rest']
const look = async (rest: Rest, id: number) => Told.parse((await rest('get_post', { id })).body)

/** Which posts workers would take now; whatever they took waits again afterwards. */
async function taken() {
  const limits = Object.fromEntries(
    Object.values(manifests).map(({ id, limits: each }) => [
      id,
      { at_once: each.concurrent_per_account, per_day: each.per_account_per_day },
    ]),
  )
  const options = { now: clock, lease_until: inMinutes(1e6), limit: 1000, worker: 'test' }
  const claimed = (await claimDue(db, options, limits)).map(({ id }) => id)
  const rows = await db
    .selectFrom('deliveries')
    .select('post_id')
    .where('id', 'in', [0, ...claimed])
    .execute()
  const pending = { status: 'pending' as const, lease_until: null }
  await db
    .updateTable('deliveries')
    .set(pending)
    .where('id', 'in', [0, ...claimed])
    .execute()
  await db.updateTable('circuits').set({ probe_until: null }).execute()
  return new Set(rows.map(({ post_id }) => post_id))
}

const State = z.looseObject({
  workspace: z.object({ since: z.string(), reason: z.string().nullable() }).nullable(),
  accounts: z.array(z.looseObject({ id: z.int(), reason: z.string().nullable() })),
  waiting: z.int(),
  late: z.int(),
  under_way: z.int(),
})

for (const surface of surfaces) {
  test(`a paused workspace keeps what is due, says so, and lets it go, over ${surface}`, async () => {
    const at = await home()
    const call = at.both[surface]
    const id = await at.post({ when: 'now' })
    const later = await at.post({ content: 'Later' })
    assert.ok((await taken()).has(id))
    const paused = State.parse(
      (await call('pause_publishing', { reason: 'The news are bad' })).body,
    )
    assert.deepEqual(paused.workspace, {
      since: clock.toISOString(),
      reason: 'The news are bad',
    })
    assert.deepEqual([paused.waiting, paused.late, paused.under_way], [2, 1, 0])
    assert.ok(!(await taken()).has(id))
    for (const each of [id, later]) {
      const [pivot] = (await look(at.rest, each)).per_account
      const { code, until, message } = pivot?.waits_for ?? assert.fail()
      assert.deepEqual([code, until, pivot?.next_attempt_at], ['paused', null, null])
      assert.match(message, /^Publishing is paused since .*: The news are bad$/)
    }
    const list = JSON.stringify((await call('list_posts', { status: 'scheduled' })).body)
    assert.equal(list.match(/"code":"paused"/g)?.length, 4)
    assert.match(JSON.stringify((await call('get_accounts')).body), /"code":"paused"/)
    const made = await call('schedule_post', {
      content: `Meanwhile ${surface}`,
      social_account_ids: [at.account_id],
      when: 'now',
    })
    assert.match(JSON.stringify(made.body), /"code":"paused"/)

    const asked = await call('resume_publishing', {})
    assert.match(
      asked.errors['late']?.[0] ?? '',
      /the 2 posts whose time has passed: publish, next_slot or draft/,
    )
    assert.ok(!(await taken()).has(id))
    const resumed = await call('resume_publishing', { late: 'publish' })
    assert.deepEqual([resumed.body['workspace'], resumed.body['published']], [null, 2])
    assert.ok((await taken()).has(id))
    assert.equal((await look(at.rest, later)).per_account[0]?.waits_for, null)
  })

  test(`a rehearsal of either writes nothing, over ${surface}`, async () => {
    const at = await home()
    const call = at.both[surface]
    await at.post({ when: 'now' })
    let before = await stored(service)
    const paused = await call('pause_publishing', { dry_run: true })
    assert.equal(State.parse(paused.body).late, 1)
    assert.deepEqual(await stored(service), before)
    await call('pause_publishing', {})
    before = await stored(service)
    const resumed = await call('resume_publishing', { late: 'draft', dry_run: true })
    assert.equal(resumed.body['moved'], 1)
    assert.deepEqual(await stored(service), before)
  })
}

test('an account is paused by itself; the others go on', async () => {
  const at = await home()
  const [mine, theirs] = [
    await at.post({ when: 'now' }),
    await at.post({ when: 'now', social_account_ids: [at.other] }),
  ]
  const { body } = await at.rest('pause_publishing', { account_ids: [at.account_id] })
  const state = State.parse(body)
  assert.deepEqual([state.workspace, state.accounts.map(({ id }) => id)], [null, [at.account_id]])
  const due = await taken()
  assert.deepEqual([due.has(mine), due.has(theirs)], [false, true])
  const wrong = await at.rest('pause_publishing', { account_ids: [987_654, at.other] })
  assert.deepEqual(Object.keys(wrong.errors), ['account_ids.0'])
  // Both hold it: letting go of one is not enough, and nothing is asked about before.
  await at.rest('pause_publishing', {})
  const one = await at.rest('resume_publishing', { account_ids: [at.account_id] })
  assert.deepEqual([one.code, one.body['published']], [undefined, 0])
  assert.ok(!(await taken()).has(mine))
  await at.rest('pause_publishing', { account_ids: [at.account_id] })
  assert.equal((await at.rest('resume_publishing', { late: 'publish' })).body['published'], 1)
  assert.deepEqual(
    [...(await taken())].filter((id) => [mine, theirs].includes(id)),
    [theirs],
  )
  assert.equal(
    (await at.rest('resume_publishing', { account_ids: [at.account_id] })).code,
    'invalid',
  )
  await at.rest('resume_publishing', { account_ids: [at.account_id], late: 'publish' })
  assert.ok((await taken()).has(mine))
})

test('what is late becomes a draft, or takes the next slots in the order of its times', async () => {
  const at = await home()
  for (const day of ['mon', 'wed', 'fri'])
    await service.query(
      `insert into schedule_entries (workspace_id, account_id, weekday, time) values (${at.workspace_id}, null, '${day}', '09:00')`,
    )
  const second = await at.post({ when: inMinutes(20).toISOString(), content: 'Second' })
  const first = await at.post({ when: inMinutes(10).toISOString(), content: 'First' })
  const future = await at.post({ when: inMinutes(600).toISOString(), content: 'Future' })
  await at.rest('pause_publishing', {})
  clock = inMinutes(60)
  const { body } = await at.rest('resume_publishing', { late: 'next_slot' })
  assert.deepEqual([body['moved'], body['published']], [2, 0])
  const [one, two] = [await look(at.rest, first), await look(at.rest, second)]
  assert.ok(String(one.scheduled_at) < String(two.scheduled_at))
  assert.ok(new Date(String(one.scheduled_at)) > clock)
  await at.rest('pause_publishing', {})
  clock = inMinutes(600)
  await at.rest('resume_publishing', { late: 'draft' })
  assert.equal((await look(at.rest, future)).status, 'draft')
  assert.equal((await look(at.rest, first)).status, 'scheduled')
})

test('without slots nothing is let go, and the reason is told', async () => {
  const at = await home()
  const id = await at.post({ when: 'now' })
  await at.rest('pause_publishing', {})
  const { errors } = await at.rest('resume_publishing', { late: 'next_slot' })
  assert.match(errors['late']?.[0] ?? '', new RegExp(`^Post ${id}: `))
  assert.ok(!(await taken()).has(id))
})

test('what waited longer than a day is sent all the same, when somebody says so', async () => {
  const at = await home()
  const id = await at.post({ when: 'now' })
  await at.rest('pause_publishing', {})
  clock = inMinutes(3 * 24 * 60)
  await at.rest('resume_publishing', { late: 'publish' })
  const { rows } = await service.query(
    `select wanted_at::text, due_at::text from deliveries where post_id = ${id}`,
  )
  for (const text of Object.values(rows[0] ?? {}))
    assert.equal(new Date(String(text)).toISOString(), clock.toISOString())
})

test('a post that is out on another account is completed, whatever is said of the others', async () => {
  const at = await home()
  const to = [at.account_id, at.other]
  const id = await at.post({ when: 'now', social_account_ids: to })
  await db
    .updateTable('deliveries')
    .set({ status: 'published', published_at: clock, due_at: null })
    .where('post_id', '=', id)
    .where('account_id', '=', at.other)
    .execute()
  await at.rest('pause_publishing', { account_ids: [at.account_id] })
  assert.ok(!(await taken()).has(id))
  const { body } = await at.rest('resume_publishing', {
    account_ids: [at.account_id],
    late: 'draft',
  })
  assert.deepEqual([body['published'], body['moved']], [1, 0])
  assert.ok((await taken()).has(id))
})

test('only who manages accounts pauses, and of no other workspace', async () => {
  const at = await home()
  const bound = await leashed(service, { posts_per_day: 100 })
  for (const name of ['pause_publishing', 'resume_publishing'])
    assert.equal((await bound.rest(name, {})).code, 'forbidden')
  const elsewhere = await home()
  await elsewhere.rest('pause_publishing', {})
  const id = await at.post({ when: 'now' })
  assert.ok((await taken()).has(id))
  const { errors } = await at.rest('pause_publishing', { account_ids: [elsewhere.account_id] })
  assert.deepEqual(Object.keys(errors), ['account_ids.0'])
})
