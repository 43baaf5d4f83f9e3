/** How long a series goes on: with its credential, within its leash and the plan, and no longer than its posts go out. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { noticeEvents } from '#notices/noticing.ts'
import { wordsOf } from '#rules/notice.ts'
import { listNotices } from '#store/notices.ts'
import { numberAll } from '../events/numbered.ts'
import { newAccount } from '../surfaces/kit.ts'
import type { TestService } from '../service.ts'
import { leashedIn } from './keys.ts'
import { type Home, Seen, stageOf } from './kit.ts'

const stage = await stageOf('2026-11-23T08:00:00Z')
after(() => stage[Symbol.asyncDispose]())
const { service, chore, to } = stage

async function onLeash(home: Home, leash: object, more: object = {}) {
  to('2026-11-23T08:00:00Z')
  const key = await leashedIn(service, home, leash)
  const { code, body } = await key.rest('create_series', home.fields({ ...more }))
  assert.equal(code, undefined, JSON.stringify(body))
  return { key, series: Seen.parse(body) }
}

/** As if all were over. */
async function over(post_ids: readonly number[], status: 'published' | 'failed') {
  for (const id of post_ids) {
    await service.query(`update posts set status = '${status}' where id = ${id}`)
  }
}

test('each post counts against the day of the key that made the series, and the rest comes another day', async () => {
  const home = await stage.home()
  const { series, key } = await onLeash(home, { posts_per_day: 2 })
  assert.equal((await home.live()).length, 2)
  assert.equal(series.waits_for?.code, 'too_many_requests')
  const { code } = await key.rest('schedule_post', {
    content: 'One more',
    social_account_ids: [home.account_id],
    when: '2026-12-30T09:00:00Z',
  })
  assert.equal(code, 'too_many_requests')
  to('2026-11-24T08:00:00Z')
  await chore()
  assert.equal((await home.live()).length, 4)
  to('2026-11-25T08:00:00Z')
  await chore()
  assert.equal((await home.live()).length, 5)
  assert.equal((await home.look(series.id)).waits_for, null)
  const made_by = new Set((await home.live()).map(({ created_by }) => created_by))
  assert.deepEqual([...made_by], [`key:${key.id}`])
})

test('each post counts against the month, and what a full month left out is told', async () => {
  to('2026-11-23T08:00:00Z')
  const home = await stage.home('free')
  for (let index = 0; index < 28; index++)
    await home.rest('schedule_post', {
      content: `Post ${index}`,
      social_account_ids: [home.account_id],
      when: '2027-01-30T09:00:00Z',
    })
  const series = await home.make({ rule: 'FREQ=DAILY;COUNT=4', starts_at: '2026-11-29T09:00' })
  assert.equal(series.waits_for?.code, 'plan_limit_reached')
  to('2026-12-01T07:00:00Z')
  await chore()
  const { waits_for, upcoming, state } = await home.look(series.id)
  assert.deepEqual([waits_for, state], [null, 'active'])
  assert.deepEqual(
    upcoming.map(({ post_id }) => post_id !== null),
    [true, true],
    'of December',
  )
})

test('what needs approval is a draft each time, and goes out when somebody approves it', async () => {
  const home = await stage.home()
  const { series } = await onLeash(home, { needs_approval: true })
  const posts = await home.live()
  assert.deepEqual(
    posts.map(({ status, approval_asked_at }) => [status, approval_asked_at !== null]),
    posts.map(() => ['draft', true]),
  )
  const first = series.upcoming[0]?.post_id
  assert.equal((await home.rest('approve_post', { id: first })).body['status'], 'scheduled')
  // Approved, it is what somebody looked at: a change leaves it alone.
  await home.rest('update_series', {
    id: series.id,
    applies: 'following',
    post: { content: 'New' },
  })
  assert.deepEqual(
    (await home.live()).map(({ content, status }) => [content, status]),
    [['Again', 'scheduled'], ...[2, 3, 4, 5].map(() => ['New', 'draft'])],
  )
})

test('whoever needs approval lets no more of another series out than that: it is theirs from then on', async () => {
  to('2026-11-23T08:00:00Z')
  const home = await stage.home()
  const key = await leashedIn(service, home, { needs_approval: true })
  const skipped = '2026-12-02T09:00'
  const mine = await home.make({ skip: [skipped] })
  const other = await home.make({ skip: [skipped], name: 'Other' })
  const endless = await home.make({ rule: 'FREQ=MONTHLY', confirm_yearly: true })
  const own = new Set((await home.live()).map(({ id }) => id))
  for (const [name, args] of [
    ['skip_occurrence', { id: mine.id, occurrence: skipped, undo: true }],
    ['update_series', { id: other.id, applies: 'following', skip: [] }],
    ['update_series', { id: endless.id, applies: 'following', confirm_yearly: true }],
  ] as const) {
    const { code } = await key.rest(name, args)
    assert.equal(code, undefined, name)
  }
  await chore()
  to('2026-12-20T08:00:00Z')
  await chore()
  const made = (await home.live()).filter(({ id }) => !own.has(id))
  assert.equal(made.length, 3, 'two that were skipped, and the one of January')
  for (const { status, approval_asked_at } of made)
    assert.deepEqual([status, approval_asked_at !== null], ['draft', true])
})

test('a key that may only draft makes no series, and one that may not delete takes no posts back', async () => {
  to('2026-11-23T08:00:00Z')
  const home = await stage.home()
  const drafts = await leashedIn(service, home, { actions: ['read', 'draft'] })
  for (const call of [drafts.rest, drafts.mcp])
    assert.equal((await call('create_series', home.fields())).code, 'forbidden')
  const { key, series } = await onLeash(home, { actions: ['read', 'schedule'] })
  const { id } = series
  for (const [name, args] of [
    ['pause_series', { posts: 'cancel' }],
    ['end_series', { posts: 'cancel' }],
    ['skip_occurrence', { occurrence: '2026-12-01T09:00' }],
    ['update_series', { applies: 'following', rule: 'FREQ=DAILY;COUNT=1' }],
  ] as const)
    assert.equal((await key.rest(name, { id, ...args })).code, 'forbidden', name)
  assert.equal((await home.live()).length, 5)
  assert.equal((await key.rest('pause_series', { id })).code, undefined)
})

test('a paused key makes nothing until it is resumed', async () => {
  const home = await stage.home()
  const { series, key } = await onLeash(home, {}, { rule: 'FREQ=WEEKLY;COUNT=5' })
  await key.adjust({ paused: true })
  to('2026-12-02T08:00:00Z')
  await chore()
  const waiting = await home.look(series.id)
  assert.deepEqual(
    [waiting.state, waiting.waits_for?.code, (await home.live()).length],
    ['active', 'forbidden', 1],
  )
  await key.adjust({ paused: false })
  to('2026-12-02T09:30:00Z')
  await chore()
  assert.equal((await home.live()).length, 3)
})

for (const [what, end] of [
  ['revoked', async ({ key }: Awaited<ReturnType<typeof onLeash>>) => key.revoke()],
  [
    'expired',
    async ({ key }: Awaited<ReturnType<typeof onLeash>>) =>
      key.adjust({ expires_at: '2026-11-30T00:00:00Z' }),
  ],
] as const) {
  test(`a series ends with its key when that is ${what}, says so, and is taken over by whoever resumes it`, async () => {
    const home = await stage.home()
    const made = await onLeash(home, {}, { rule: 'FREQ=WEEKLY;COUNT=9', name: 'Tips' })
    const { id } = made.series
    await end(made)
    to('2026-12-01T09:00:00Z')
    const seen = await home.look(id)
    assert.deepEqual([seen.state, seen.why], ['ended', 'credential_ended'], 'before the chore came')
    to('2026-12-09T08:00:00Z')
    await chore()
    assert.equal((await home.live()).length, 1, 'what was made stays')
    const stands = await home.look(id)
    assert.deepEqual([stands.state, stands.why], ['ended', 'credential_ended'])
    assert.deepEqual((await noticesOf(service, home.workspace_id, stage.now())).at(-1), [
      'A series of posts has ended',
      '“Tips”: the key, app or member that it belonged to is no more. Whoever resumes it has it from then on.',
    ])
    const resumed = Seen.parse((await home.rest('resume_series', { id })).body)
    assert.deepEqual([resumed.state, resumed.why], ['active', null])
    const [, ...later] = await home.live()
    assert.ok(later.length > 0)
    assert.ok(later.every(({ created_by }) => created_by === `key:${home.key_id}`))
  })
}

test('a series ends with the member that made it', async () => {
  const home = await stage.home()
  to('2026-11-23T08:00:00Z')
  const { id } = await home.make({ rule: 'FREQ=WEEKLY;COUNT=9' })
  const { rows } = await service.query(
    `insert into persons (name, email, password_hash, created_at) values ('Ada', 'ada${id}@example.com', '', now()) returning id`,
  )
  const person = Number(rows[0]?.['id'])
  await service.query(
    `insert into members (workspace_id, person_id, role, joined_at) values (${home.workspace_id}, ${person}, 'editor', now())`,
  )
  await service.query(`update series set made_by = 'person:${person}' where id = ${id}`)
  assert.equal((await home.look(id)).state, 'active')
  await service.query(`update members set role = 'viewer' where person_id = ${person}`)
  assert.equal((await home.look(id)).state, 'ended', 'who may not write posts has no series')
  await service.query(`delete from members where person_id = ${person}`)
  to('2026-12-02T08:00:00Z')
  await chore()
  const { rows: kept } = await service.query(`select state, why from series where id = ${id}`)
  assert.deepEqual(kept, [{ state: 'ended', why: 'credential_ended' }])
  assert.equal((await home.live()).length, 1)
})

test('two posts in a row that fail pause a series, with a notice; one that goes out in between does not', async () => {
  to('2026-11-23T08:00:00Z')
  const home = await stage.home()
  const { id, upcoming } = await home.make({ rule: 'FREQ=DAILY;COUNT=30', name: 'Tips' })
  const ids = upcoming.flatMap(({ post_id }) => post_id ?? [])
  await over(ids.slice(0, 1), 'failed')
  await over(ids.slice(1, 2), 'published')
  await over(ids.slice(2, 3), 'failed')
  to('2026-12-03T08:10:00Z')
  await chore()
  assert.equal((await home.look(id)).state, 'active')
  await over(ids.slice(3, 4), 'failed')
  to('2026-12-04T08:10:00Z')
  await Promise.all([chore(), chore()])
  const paused = await home.look(id)
  assert.deepEqual([paused.state, paused.why], ['paused', 'failures'])
  assert.deepEqual((await noticesOf(service, home.workspace_id, stage.now())).at(-1), [
    'A series of posts is paused',
    '“Tips”: two posts in a row failed, or could not be made. It makes none until somebody resumes it.',
  ])
  await home.rest('resume_series', { id })
  const again = await home.look(id)
  assert.deepEqual([again.state, again.why], ['active', null])
})

test('two posts in a row that can not be made pause it as well, and resuming tries those anew', async () => {
  to('2026-11-23T08:00:00Z')
  const home = await stage.home()
  const { id } = await home.make({ rule: 'FREQ=DAILY;COUNT=20', starts_at: '2026-12-10T09:00' })
  await service.query(`update accounts set removed_at = now() where id = ${home.account_id}`)
  to('2026-12-01T08:00:00Z')
  await chore()
  const paused = await home.look(id)
  assert.deepEqual([paused.state, paused.why], ['paused', 'failures'])
  const none = 'Connect an account at connect_url first.'
  assert.deepEqual(
    paused.upcoming.slice(0, 3).map(({ refused }) => refused?.message),
    [none, none, undefined],
  )
  await service.query(`update accounts set removed_at = null where id = ${home.account_id}`)
  await home.rest('resume_series', { id })
  assert.equal((await home.live()).length, 6)
})

test('an occurrence that could not be made is made by the change that mends it', async () => {
  to('2026-11-23T08:00:00Z')
  const home = await stage.home()
  const { id } = await home.make({ rule: 'FREQ=DAILY;COUNT=20', starts_at: '2026-12-10T09:00' })
  const { id: other } = await newAccount(service, home.workspace_id)
  await service.query(`update accounts set removed_at = now() where id = ${home.account_id}`)
  to('2026-12-01T08:00:00Z')
  await chore()
  const { upcoming } = await home.look(id)
  const { occurrence, refused } = upcoming[0] ?? {}
  assert.equal(refused?.code, 'invalid')
  const post = { social_account_ids: [other], content: 'Mended' }
  const { body } = await home.rest('update_series', { id, applies: 'this', occurrence, post })
  const mended = (await home.live()).find(({ content }) => content === 'Mended')
  assert.deepEqual(body['posts'], { rewritten: [mended?.id], removed: [], kept: [] })
  const [first] = (await home.look(id)).upcoming
  assert.deepEqual([first?.post_id, first?.refused], [mended?.id, null])
})

test('a series without an end makes posts for a year, and then waits for a yes', async () => {
  to('2026-11-23T08:00:00Z')
  const home = await stage.home()
  const { id, confirmed_until } = await home.make({ rule: 'FREQ=MONTHLY', confirm_yearly: true })
  assert.equal(confirmed_until, '2027-11-23T08:00:00.000Z')
  const months = [
    '2026-12',
    '2027-01',
    '2027-02',
    '2027-03',
    '2027-04',
    '2027-05',
    '2027-06',
    '2027-07',
    '2027-08',
    '2027-09',
    '2027-10',
  ]
  for (const month of months) {
    to(`${month}-20T08:00:00Z`)
    await chore()
  }
  assert.equal((await home.live()).length, 12)
  to('2027-11-18T08:00:00Z')
  await chore()
  const waits = await home.look(id)
  assert.deepEqual([waits.state, waits.why, waits.upcoming], ['paused', 'unconfirmed', []])
  assert.match(
    (await noticesOf(service, home.workspace_id, stage.now())).at(-1)?.[1] ?? '',
    /nobody has confirmed for a year/,
  )
  const on = Seen.parse((await home.rest('resume_series', { id })).body)
  assert.deepEqual([on.state, on.confirmed_until], ['active', '2028-11-18T08:00:00.000Z'])
  assert.equal((await home.live()).length, 13)
  to('2027-11-20T08:00:00Z')
  const early = Seen.parse((await home.rest('resume_series', { id })).body)
  assert.equal(early.confirmed_until, '2028-11-20T08:00:00.000Z')
})

/**
 * What people of a workspace are told at the bell, as title and first line. Makes somebody a member first: notices are told to
 * members. Nothing is mailed.
 */
async function noticesOf(service: TestService, workspace_id: number, now: Date) {
  const email = `told-${workspace_id}@example.com`
  await service.query(
    `insert into persons (name, email, password_hash, created_at) values ('Told', '${email}', '', now()) on conflict do nothing`,
  )
  await service.query(
    `insert into members (workspace_id, person_id, role, joined_at)
      select ${workspace_id}, id, 'editor', now() from persons where email = '${email}' on conflict do nothing`,
  )
  await numberAll(service)
  while (await noticeEvents(service.db, now));
  const { rows } = await service.query(`select id from persons where email = '${email}'`)
  const scope = { db: service.db, workspace_id }
  const told = await listNotices(scope, Number(rows[0]?.['id']), { unread: false, limit: 10 })
  return told.flatMap((each) => {
    if (each.kind !== 'series') return []
    const { title, lines } = wordsOf(each, { platform: (id) => id, zone: 'UTC' })
    return [[title, lines[0]]]
  })
}
