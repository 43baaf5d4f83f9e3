/** Writing and changing series over both surfaces: what is refused, what follows a change, what a key may. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { newAccount, newMedia, stored } from '../surfaces/kit.ts'
import { leashedIn } from './keys.ts'
import { type Home, Seen, stageOf } from './kit.ts'

const stage = await stageOf('2026-11-23T08:00:00Z')
after(() => stage[Symbol.asyncDispose]())
const { service, chore } = stage
const surfaces = ['rest', 'mcp'] as const
const day = ({ scheduled_at }: { scheduled_at: string | null }) => scheduled_at?.slice(0, 10)
const Followed = z.looseObject({
  posts: z.object({
    rewritten: z.array(z.int()),
    removed: z.array(z.int()),
    kept: z.array(z.int()),
  }),
})

for (const surface of surfaces) {
  test(`everything that is wrong with a series is told at once, over ${surface}`, async () => {
    const home = await stage.home()
    const before = await stored(service)
    const { code, errors } = await home[surface](
      'create_series',
      home.fields({
        post: {
          content: 'x'.repeat(400),
          social_account_ids: [home.account_id, 987_654],
          when: 'now',
          external_id: 'mine',
        },
        variations: [{}, { content: 'Fine', note: 'No' }, { first_comment: 'y'.repeat(400) }],
        rule: 'FREQ=HOURLY;BYHOUR=9',
        starts_at: '2026-11-23T08:59',
        skip: ['tomorrow'],
        name: 'n'.repeat(101),
        odd: 1,
      }),
    )
    assert.equal(code, 'invalid')
    assert.deepEqual(Object.keys(errors).toSorted(), [
      'name',
      'odd',
      'post.content',
      'post.external_id',
      'post.social_account_ids.1',
      'post.when',
      'rule',
      'skip.0',
      'starts_at',
      'variations.0',
      'variations.1.note',
      'variations.2.first_comment',
    ])
    assert.equal(errors['rule']?.length, 2)
    assert.match(errors['starts_at']?.[0] ?? '', /it is 2026-11-23T09:00 in Europe\/Berlin now/)
    assert.deepEqual(await stored(service), before)
  })
}

test('a series without an end is refused with what is allowed', async () => {
  const { rest, fields } = await stage.home()
  const ask = async (more: object) => (await rest('create_series', fields({ ...more }))).errors
  const endless = await ask({ rule: 'FREQ=DAILY' })
  assert.match(endless['rule']?.[0] ?? '', /add COUNT=10 or UNTIL=20271231 .* confirm_yearly: true/)
  assert.match(
    (await ask({ rule: 'FREQ=DAILY;UNTIL=20400101' }))['rule']?.[0] ?? '',
    /within 10 years/,
  )
  assert.match(
    (await ask({ rule: 'FREQ=MONTHLY;COUNT=200' }))['rule']?.[0] ?? '',
    /within 10 years/,
  )
  const never = {
    rule: 'FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=31;COUNT=1',
    starts_at: '2027-02-01T09:00',
  }
  assert.match((await ask(never))['rule']?.[0] ?? '', /never comes/)
  assert.ok('confirm_yearly' in (await ask({ confirm_yearly: true })))
})

test('a dry run and a preview tell what would come, and write nothing', async () => {
  const { rest, mcp, fields } = await stage.home()
  const before = await stored(service)
  const { body } = await rest('create_series', fields({ dry_run: true }))
  assert.deepEqual([body['id'], body['dry_run']], [0, true])
  const plan = {
    rule: 'FREQ=DAILY;COUNT=3',
    starts_at: '2027-03-27T02:30',
    timezone: 'Europe/Berlin',
  }
  for (const [call, skip] of [
    [rest, '2027-03-27'],
    [mcp, ['2027-03-27']],
  ] as const) {
    const preview = (await call('preview_series', { ...plan, skip, next: 2 })).body
    const seen = { variation: null, post_id: null, refused: null }
    assert.deepEqual(preview, {
      timezone: 'Europe/Berlin',
      data: [
        { ...seen, occurrence: '2027-03-27T02:30', at: '2027-03-27T01:30:00.000Z', skipped: true },
        // 03:30 there.
        { ...seen, occurrence: '2027-03-28T02:30', at: '2027-03-28T01:30:00.000Z', skipped: false },
      ],
      more: true,
    })
    const wrong = await call('preview_series', {})
    assert.deepEqual(Object.keys(wrong.errors), ['rule', 'starts_at'])
  }
  assert.deepEqual(await stored(service), before)
})

test('a repeated call makes one series, and another call with its key is refused', async () => {
  const { rest, fields, live, workspace_id } = await stage.home()
  const sent = { idempotency_key: 'series-1' }
  const first = await rest('create_series', fields(), sent)
  const again = await rest('create_series', fields(), sent)
  assert.deepEqual([again.replayed, again.body], [true, first.body])
  const other = await rest('create_series', fields({ name: 'Other' }), sent)
  assert.equal(other.code, 'idempotency_conflict')
  const made = await service.query(`select id from series where workspace_id = ${workspace_id}`)
  assert.equal(made.rows.length, 1)
  assert.equal((await live()).length, 5)
})

/** The second is somebody's by now. */
async function touched(home: Home, more: object = {}) {
  const series = await home.make({ ...more })
  const second = series.upcoming[1]?.post_id
  await home.rest('update_post', { id: second, content: 'By hand' })
  return { series, second }
}

test('a change of all that follow rewrites posts that nobody touched, and leaves the others', async () => {
  const home = await stage.home()
  const { series, second } = await touched(home)
  const change = { id: series.id, applies: 'following', post: { content: 'Better' } }
  const { body } = await home.rest('update_series', change)
  const { posts } = Followed.parse(body)
  assert.deepEqual(posts.kept, [second])
  assert.equal(posts.rewritten.length, 4)
  assert.deepEqual(
    (await home.live()).map(({ content }) => content),
    ['Better', 'By hand', 'Better', 'Better', 'Better'],
  )
  // The series' own change is no touch.
  const again = await home.rest('update_series', { ...change, post: { content: 'Best' } })
  assert.deepEqual(Followed.parse(again.body).posts.kept, [second])
  const from = { ...change, post: { content: 'Late' }, occurrence: '2026-12-04T09:00' }
  await home.rest('update_series', from)
  assert.deepEqual(
    (await home.live()).map(({ content }) => content),
    ['Best', 'By hand', 'Best', 'Late', 'Late'],
  )
})

test('another rule takes back what comes no longer, moves what comes at another moment, and makes the rest', async () => {
  const home = await stage.home()
  const { series, second } = await touched(home)
  const change = {
    id: series.id,
    applies: 'following',
    rule: 'FREQ=DAILY;INTERVAL=3;COUNT=3',
    timezone: 'UTC',
  }
  const { posts } = Followed.parse((await home.rest('update_series', change)).body)
  assert.deepEqual([posts.rewritten.length, posts.removed.length, posts.kept], [2, 2, [second]])
  assert.deepEqual(
    (await home.live()).map(({ content, scheduled_at }) => [content, scheduled_at]),
    [
      ['Again', '2026-12-01T09:00:00.000Z'],
      // Somebody's, at the time that it had.
      ['By hand', '2026-12-02T08:00:00.000Z'],
      ['Again', '2026-12-04T09:00:00.000Z'],
    ],
  )
  const back = {
    id: series.id,
    applies: 'following',
    rule: 'FREQ=DAILY;COUNT=5',
    timezone: 'Europe/Berlin',
  }
  await home.rest('update_series', back)
  assert.deepEqual(
    (await home.live()).map(day),
    ['01', '02', '03', '04', '05'].map((each) => `2026-12-${each}`),
  )
})

test('a change of one occurrence changes its post alone, and makes it if it is not made yet', async () => {
  const home = await stage.home()
  const { id } = await home.make({ rule: 'FREQ=WEEKLY;COUNT=4' })
  const change = { id, applies: 'this', post: { content: 'Only now' } }
  const made = await home.rest('update_series', { ...change, occurrence: '2026-12-01T09:00' })
  assert.equal(made.code, undefined, JSON.stringify(made.body))
  await home.rest('update_series', { ...change, occurrence: '2026-12-15T09:00' })
  const all = () => home.live().then((posts) => posts.map((post) => [day(post), post.content]))
  assert.deepEqual(await all(), [
    ['2026-12-01', 'Only now'],
    ['2026-12-15', 'Only now'],
  ])
  await home.rest('update_series', { id, applies: 'following', post: { content: 'All' } })
  for (const each of ['07', '09']) {
    stage.to(`2026-12-${each}T08:00:00Z`)
    await chore()
  }
  stage.to('2026-11-23T08:00:00Z')
  assert.deepEqual(await all(), [
    ['2026-12-01', 'Only now'],
    ['2026-12-08', 'All'],
    ['2026-12-15', 'Only now'],
    ['2026-12-22', 'All'],
  ])
  const wrong = await home.rest('update_series', {
    id,
    applies: 'this',
    rule: 'FREQ=DAILY;COUNT=1',
  })
  assert.deepEqual(Object.keys(wrong.errors).toSorted(), ['occurrence', 'post', 'rule'])
  const unsaid = await home.rest('update_series', { id, post: { content: 'x'.repeat(400) } })
  assert.deepEqual(Object.keys(unsaid.errors).toSorted(), ['applies', 'post.content'])
  const none = await home.rest('update_series', { ...change, occurrence: '2026-12-02T09:00' })
  assert.match(none.errors['occurrence']?.[0] ?? '', /such as 2026-12-01T09:00/)
  const far = { id, applies: 'following', post: { content: 'Far' }, occurrence: '2026-12-22T09:00' }
  const { updated_at } = await home.look(id)
  assert.equal((await home.rest('update_series', far)).code, undefined)
  const stale = await home.rest('update_series', { ...far, updated_at })
  assert.equal(stale.code, 'series_changed')
})

test('an occurrence is skipped with its post, and comes back when that is undone', async () => {
  const home = await stage.home()
  const { id } = await home.make()
  const one = { id, occurrence: '2026-12-03T09:00' }
  const skipped = Seen.parse((await home.mcp('skip_occurrence', one)).body)
  assert.deepEqual(
    skipped.upcoming.map((each) => each.skipped),
    [false, false, true, false, false],
  )
  assert.equal((await home.live()).length, 4)
  await chore()
  assert.equal((await home.live()).length, 4)
  await home.rest('skip_occurrence', { ...one, undo: true })
  await chore()
  assert.deepEqual((await home.live()).map(day)[2], '2026-12-03')
  assert.equal((await home.live()).length, 5)
})

test('a paused series keeps its posts or takes them back, and goes on without making up for anything', async () => {
  const home = await stage.home()
  const { series, second } = await touched(home, { rule: 'FREQ=DAILY;COUNT=20' })
  const { id } = series
  const kept = Seen.parse((await home.rest('pause_series', { id })).body)
  assert.deepEqual([kept.state, kept.why, (await home.live()).length], ['paused', 'asked', 7])
  await home.rest('pause_series', { id, posts: 'cancel' })
  assert.deepEqual(
    (await home.live()).map(({ id: each }) => each),
    [second],
  )
  stage.to('2026-12-03T10:00:00Z')
  await chore()
  assert.equal((await home.live()).length, 1)
  const resumed = Seen.parse((await home.mcp('resume_series', { id })).body)
  assert.equal(resumed.state, 'active')
  stage.to('2026-11-23T08:00:00Z')
  const days = (await home.live()).map(day)
  assert.deepEqual([days[0], days[1], days.length], ['2026-12-02', '2026-12-04', 15])
})

test('an ended series is listed when it is asked for, and nothing of it can be changed', async () => {
  const home = await stage.home()
  const { id } = await home.make()
  const { body } = await home.rest('end_series', { id, posts: 'cancel' })
  assert.equal(z.array(z.int()).parse(body['cancelled_post_ids']).length, 5)
  assert.equal((await home.live()).length, 0)
  const ids = async (args: object) =>
    z
      .array(z.looseObject({ id: z.int() }))
      .parse((await home.rest('list_series', { ...args })).body['data'])
  assert.deepEqual(await ids({}), [])
  assert.equal((await ids({ state: 'ended' }))[0]?.id, id)
  for (const [name, args] of [
    ['update_series', { applies: 'following', name: 'x' }],
    ['pause_series', {}],
    ['resume_series', {}],
    ['end_series', {}],
    ['skip_occurrence', { occurrence: '2026-12-03T09:00' }],
  ] as const) {
    for (const surface of surfaces) {
      assert.equal((await home[surface](name, { id, ...args })).code, 'series_ended', name)
      assert.equal((await home[surface](name, { id: 987_654, ...args })).code, 'series_not_found')
    }
  }
})

test('other workspaces and keys that do not see its accounts do not see a series', async () => {
  const home = await stage.home()
  const other = await stage.home()
  const { id } = await home.make()
  assert.equal((await other.rest('get_series', { id })).code, 'series_not_found')
  const { id: elsewhere } = await newAccount(service, home.workspace_id)
  const { rest: key } = await leashedIn(service, home, { account_ids: [elsewhere] })
  assert.equal((await key('get_series', { id })).code, 'series_not_found')
  assert.equal((await key('end_series', { id })).code, 'series_not_found')
  assert.equal((await key('list_series')).body['total'], 0)
  const { errors } = await key('create_series', home.fields())
  assert.ok('post.social_account_ids.0' in errors)
})

test('posts say which series made them, and a list has those of a series', async () => {
  const home = await stage.home()
  const [one, other] = [await home.make(), await home.make({ starts_at: '2026-12-01T11:00' })]
  await home.rest('schedule_post', {
    content: 'By hand',
    social_account_ids: [home.account_id],
    when: '2026-12-01T09:00:00Z',
  })
  const Page = z.looseObject({
    data: z.array(z.looseObject({ series_id: z.int().nullable() })),
    total: z.int(),
  })
  const list = async (args: object) => Page.parse((await home.rest('list_posts', { ...args })).body)
  const all = await list({ order: 'asc', sort: 'scheduled_at', per_page: 3 })
  assert.deepEqual(
    all.data.map(({ series_id }) => series_id),
    [one.id, null, other.id],
  )
  const made = await list({ series_id: one.id, status: 'all' })
  assert.deepEqual(
    [made.total, new Set(made.data.map((each) => each.series_id))],
    [5, new Set([one.id])],
  )
  const stranger = await stage.home()
  for (const surface of surfaces) {
    const total = async (args: object, whose = home) =>
      (await whose[surface]('list_posts', { ...args })).body['total']
    assert.equal(await total({ series_id: one.id, status: 'all' }), 5, surface)
    assert.equal(await total({ series_id: other.id, status: 'draft' }), 0)
    assert.equal(await total({ series_id: one.id, status: 'all' }, stranger), 0)
    const odd = await home[surface]('list_posts', { series_id: 'tips', queue_id: 'own' })
    assert.deepEqual([odd.code, Object.keys(odd.errors)], ['invalid', ['series_id', 'queue_id']])
  }
})

for (const [where, showing] of Object.entries<(media_ids: number[]) => object>({
  'its post': (media_ids) => ({ post: { media_ids } }),
  'a variation': (media_ids) => ({ variations: [{ content: 'One' }, { media_ids }] }),
  'a part of its thread': (media_ids) => ({ post: { thread: [{ content: 'Two', media_ids }] } }),
}))
  test(`what a series shows in ${where} is not deleted until it has ended, and the series is named`, async () => {
    const home = await stage.home()
    const media_id = await newMedia(service, {}, home.workspace_id)
    const more: { post?: object } = showing([media_id])
    const post = { content: 'Again', social_account_ids: [home.account_id], ...more.post }
    const { id } = await home.make({ starts_at: '2027-03-01T09:00', ...more, post })
    assert.equal((await home.live()).length, 0, 'nothing is made yet that shows it')
    const refused = await home.rest('delete_media', { id: media_id })
    assert.deepEqual(
      [refused.code, refused.body['post_ids'], refused.body['series_ids']],
      ['media_in_use', [], [id]],
    )
    await home.rest('pause_series', { id })
    assert.equal((await home.mcp('delete_media', { id: media_id })).code, 'media_in_use')
    const { id: elsewhere } = await newAccount(service, home.workspace_id)
    const blind = await leashedIn(service, home, { account_ids: [elsewhere] })
    const unseen = await blind.rest('delete_media', { id: media_id })
    assert.deepEqual(
      [unseen.code, unseen.body['series_ids'], unseen.body['series_total']],
      ['media_in_use', [], 1],
    )
    await home.rest('end_series', { id })
    assert.equal((await home.rest('delete_media', { id: media_id })).code, undefined)
  })
