/** Accounts with a time of their own: later than their post, kept by whatever moves it, and changed or given up while the rest is out. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { setSchedule } from '#operations/queue/parts/schedule.ts'
import { weekdays } from '#rules/schedule.ts'
import { type Body, openService } from '../service.ts'
import { callers, surfaces } from './callers.ts'
import { begin, end } from './hand.ts'
import { demoWorkspace, idOf, newAccount, newMedia } from './kit.ts'
import { leashed } from './leashed.ts'

const service = await openService({ ROLE: 'api' })
after(() => service[Symbol.asyncDispose]())
const both = callers(service)
const { rest } = both
const { x = 0, bluesky = 0 } = service.accounts
const workspace_id = await demoWorkspace(service)
const third = (await newAccount(service, workspace_id, 'threads')).id

const hour = 3600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()

const Told = z.looseObject({
  status: z.string(),
  outcome: z.string(),
  scheduled_at: z.string().nullable(),
  platform_content: z.array(z.looseObject({ scheduled_at: z.string().optional() })),
  per_account: z.array(
    z.looseObject({
      account_id: z.int(),
      status: z.string(),
      next_attempt_at: z.string().nullable(),
      error_code: z.string().nullable(),
    }),
  ),
})
const told = (body: unknown) => {
  const post = Told.parse(body)
  const on = (id: number) =>
    post.per_account.find(({ account_id }) => account_id === id) ?? assert.fail()
  return { ...post, on, at: (id: number) => on(id).next_attempt_at }
}
const look = async (id: number) => told((await rest('get_post', { id: String(id) })).body)

const post = async (more: Body = {}, call = rest) => {
  const { body, errors, code } = await call('schedule_post', {
    content: 'Staggered',
    social_account_ids: [x, bluesky],
    when: inHours(1),
    ...more,
  })
  assert.deepEqual([code, errors], [undefined, {}])
  return body
}
const later = (id: number, scheduled_at: string, more: Body = {}) => ({
  platform_content: [{ account_id: id, scheduled_at, ...more }],
})

/** Out on X, and waiting for tomorrow on Bluesky. */
async function halfOut(how: 'published' | 'failed' = 'published') {
  const at = inHours(24)
  const id = idOf(await post({ when: 'now', ...later(bluesky, at) }))
  assert.deepEqual(await begin(service, id), [x])
  await end(service, id, { [x]: how })
  return { id, at }
}

for (const surface of surfaces) {
  const call = both[surface]

  test(`an account goes out at its own time, the others at the post's, over ${surface}`, async () => {
    const [at, own] = [inHours(1), inHours(5)]
    const body = await post({ when: at, ...later(bluesky, own) }, call)
    assert.deepEqual([told(body).at(x), told(body).at(bluesky)], [at, own])
    assert.equal(told(body).scheduled_at, at)
    const changed = await call('update_post', { id: idOf(body), content: 'Staggered anew' })
    assert.deepEqual([told(changed.body).at(x), told(changed.body).at(bluesky)], [at, own])
    const cleared = await call('update_post', { id: idOf(body), platform_content: [] })
    assert.equal(told(cleared.body).at(bluesky), at)
  })

  test(`one before the post is refused with all else, over ${surface}`, async () => {
    const early = { ...later(bluesky, inHours(1)), media_ids: [987_654] }
    const input = { content: 'x', social_account_ids: [x, bluesky], ...early }
    const { errors } = await call('schedule_post', { ...input, when: inHours(2) })
    assert.deepEqual(Object.keys(errors).toSorted(), [
      'media_ids.0',
      'platform_content.0.scheduled_at',
    ])
    const past = await call('schedule_post', { ...input, ...later(x, inHours(-1)), when: 'now' })
    assert.ok('platform_content.0.scheduled_at' in past.errors)
    const odd = await call('schedule_post', { ...input, ...later(x, 'soon'), when: inHours(2) })
    assert.ok('platform_content.0.scheduled_at' in odd.errors)
    const id = idOf(await post(later(bluesky, inHours(2))))
    const moved = await call('update_post', { id, scheduled_at: inHours(3) })
    assert.deepEqual(Object.keys(moved.errors), ['platform_content.0.scheduled_at'])
    const draft = idOf(await post({ when: 'draft', ...later(bluesky, inHours(2)) }))
    const sent = await call('update_post', { id: draft, when: inHours(3) })
    assert.deepEqual(Object.keys(sent.errors), ['platform_content.0.scheduled_at'])
  })

  test(`cancelled and restored it keeps each time; as a copy it has none, over ${surface}`, async () => {
    const [at, own] = [inHours(1), inHours(5)]
    const id = idOf(await post({ when: at, ...later(bluesky, own) }))
    await call('cancel_post', { id })
    assert.equal((await look(id)).at(bluesky), null)
    const { body } = await call('restore_post', { id })
    assert.deepEqual([told(body).at(x), told(body).at(bluesky)], [at, own])
    const copy = told((await call('duplicate_post', { id })).body)
    assert.equal(copy.platform_content[0]?.scheduled_at, undefined)
  })

  test(`publish_now and when: now send all of it, over ${surface}`, async () => {
    for (const move of [
      (id: number) => call('publish_now', { id }),
      (id: number) => call('update_post', { id, when: 'now' }),
    ]) {
      const id = idOf(await post(later(bluesky, inHours(5))))
      const { body } = await move(id)
      assert.equal(told(body).platform_content[0]?.scheduled_at, undefined)
      assert.deepEqual(new Set(await begin(service, id)), new Set([x, bluesky]))
    }
  })

  test(`while some is out, what waits is changed by its account, and nothing else, over ${surface}`, async () => {
    const { id, at } = await halfOut()
    const before = await look(id)
    assert.deepEqual([before.status, before.on(x).status], ['scheduled', 'published'])
    const refused = await call('update_post', { id, content: 'Everywhere' })
    assert.deepEqual(Object.keys(refused.errors), ['status'])
    const wrong = await call('update_post', {
      id,
      platform_content: [
        { account_id: x, content: 'It is out' },
        { account_id: bluesky, content: 'y'.repeat(301), scheduled_at: inHours(-1) },
      ],
    })
    assert.deepEqual(Object.keys(wrong.errors).toSorted(), [
      'platform_content.0.account_id',
      'platform_content.1.content',
      'platform_content.1.scheduled_at',
    ])
    const kept = await call('update_post', {
      id,
      platform_content: [{ account_id: bluesky, content: 'Only here' }],
    })
    assert.deepEqual([told(kept.body).at(bluesky), told(kept.body).on(x).status], [at, 'published'])
    const moved = await call('update_post', { id, ...later(bluesky, inHours(30)) })
    assert.ok((told(moved.body).at(bluesky) ?? '') > at)
    assert.deepEqual(await begin(service, id), [])
  })
}

test('what waits may be given a thread with files: they belong to the post, beside those of what is out', async () => {
  const [shown, told_of] = [
    await newMedia(service, { alt_text: 'A cat' }),
    await newMedia(service, { alt_text: 'A dog' }),
  ]
  const withFile = (content: string, media_id: number) => [{ content, media_ids: [media_id] }]
  const id = idOf(
    await post({
      when: 'now',
      platform_content: [
        { account_id: x, thread: withFile('Behind', shown) },
        { account_id: bluesky, scheduled_at: inHours(24) },
      ],
    }),
  )
  await begin(service, id)
  await end(service, id, { [x]: 'published' })
  const platform_content = [{ account_id: bluesky, thread: withFile('There too', told_of) }]
  assert.deepEqual((await rest('update_post', { id, platform_content })).errors, {})
  const files = await service.query(
    `select media_id::int, alt_text from post_media where post_id = ${id} and in_thread order by position`,
  )
  assert.deepEqual(files.rows, [
    { media_id: shown, alt_text: 'A cat' },
    { media_id: told_of, alt_text: 'A dog' },
  ])
  for (const file of [shown, told_of])
    assert.equal((await rest('delete_media', { id: file })).code, 'media_in_use')
  await rest('update_post', { id, platform_content: [{ account_id: bluesky, thread: [] }] })
  assert.equal((await rest('delete_media', { id: told_of })).code, undefined)
})

for (const surface of surfaces)
  test(`what waits is given up while some is out; then the post is settled, over ${surface}`, async () => {
    // The tool of the default list has no room for the field.
    const give = { rest: 'cancel_post', mcp: 'unpublish_post' }[surface]
    const refused = { rest: 'post_not_cancelable', mcp: 'post_not_published' }[surface]
    const { id } = await halfOut()
    const { code, body } = await both[surface]('cancel_post', { id })
    assert.equal(code, 'post_not_cancelable')
    const where = { rest: /, with account_ids:/, mcp: /, with the account_ids of unpublish_post / }
    assert.match(String(body['message']), where[surface])
    for (const account_ids of [[third], [x, bluesky]])
      assert.equal((await rest('cancel_post', { id, account_ids })).code, 'post_not_cancelable')
    assert.equal((await both[surface](give, { id, account_ids: [bluesky] })).code, undefined)
    const given = await look(id)
    assert.deepEqual(
      [given.outcome, given.on(x).status, given.on(bluesky).error_code],
      ['partial', 'published', 'given_up'],
    )
    const whole = idOf(await post(later(bluesky, inHours(5))))
    const none = await both[surface](give, { id: whole, account_ids: [bluesky] })
    assert.equal(none.code, refused)
  })

test('a post of which something is out never comes back as a draft', async () => {
  const { id } = await halfOut()
  await service.query(`update posts set deleted_at = now() where id = ${id}`)
  const restored = told((await rest('restore_post', { id })).body)
  assert.deepEqual([restored.status, restored.outcome], ['published', 'partial'])
})

test('a post that failed where it went first can be cancelled whole', async () => {
  const { id } = await halfOut('failed')
  assert.equal((await rest('cancel_post', { id })).code, undefined)
})

test('what was approved late goes out now, but for accounts whose time lies ahead', async () => {
  const asking = await leashed(service, { needs_approval: true })
  const own = inHours(5)
  const id = idOf(await post({ when: 'now', ...later(bluesky, own) }, asking.rest))
  assert.deepEqual(await begin(service, id), [])
  const approved = told((await rest('approve_post', { id })).body)
  assert.equal(approved.at(bluesky), own)
  assert.deepEqual(await begin(service, id), [x])
})

test('a slot is taken for those without a time of their own, and by each at its own', async () => {
  const at = new Date(Date.now() + 48 * hour).toISOString().slice(11, 16)
  const entries = weekdays.map((weekday) => ({ weekday, time: at }))
  await setSchedule({ db: service.db, workspace_id }, { timezone: 'UTC', entries }, new Date())
  const slotsFor = async (account_id: number) =>
    z
      .array(z.looseObject({ iso: z.string() }))
      .parse(
        (await rest('get_queue_slots', { account_id: String(account_id), count: '3' })).body[
          'slots'
        ],
      )
      .map(({ iso }) => iso)
  const [first = '', second = '', next = ''] = await slotsFor(third)
  const body = await post({
    social_account_ids: [x, third],
    when: first,
    ...later(third, second),
  })
  assert.deepEqual((await slotsFor(third)).slice(0, 2), [first, next])
  assert.equal((await slotsFor(x))[0], second)
  const queued = told(
    await post({
      social_account_ids: [x, third],
      when: 'next_slot',
      ...later(third, inHours(999)),
    }),
  )
  assert.equal(queued.scheduled_at, second)
  const early = await rest('schedule_post', {
    content: 'x',
    social_account_ids: [x, third],
    when: 'next_slot',
    ...later(third, inHours(1)),
  })
  assert.deepEqual(Object.keys(early.errors), ['platform_content.0.scheduled_at'])
  await rest('cancel_post', { id: idOf(body) })
  assert.equal((await slotsFor(third))[1], second)
})

test('shifted, an account is as much later as before; of many at once each has its own', async () => {
  const [at, own] = [inHours(1), inHours(5)]
  const posts = [
    { content: 'One', social_account_ids: [x, bluesky], when: at, ...later(bluesky, own) },
  ]
  const { body } = await rest('schedule_posts', { posts })
  const [made] = z
    .array(z.looseObject({ post: z.looseObject({ id: z.int() }) }))
    .parse(body['results'])
  const id = made?.post.id ?? 0
  assert.equal((await look(id)).at(bluesky), own)
  await rest('update_posts', { ids: [id], shift_minutes: 60 })
  const shifted = await look(id)
  const plus = (time: string) => new Date(Date.parse(time) + hour).toISOString()
  assert.deepEqual([shifted.at(x), shifted.at(bluesky)], [plus(at), plus(own)])
})
