/** A series that moves to another time of day: each of its days keeps what somebody did with it. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { z } from 'zod'
import { type Home, Seen, stageOf } from './kit.ts'

const stage = await stageOf('2026-11-23T08:00:00Z')
after(() => stage[Symbol.asyncDispose]())
const { chore, service } = stage
const surfaces = ['rest', 'mcp'] as const
const Followed = z.looseObject({
  posts: z.object({
    rewritten: z.array(z.int()),
    removed: z.array(z.int()),
    kept: z.array(z.int()),
  }),
})

const times = async (home: Home) =>
  (await home.live()).map(({ content, scheduled_at }) => [
    content,
    scheduled_at?.slice(5, 16).replace('T', ' '),
  ])

/** As if its chore had nothing but this series to do. */
async function lookAgain(id: number) {
  const due = { look_at: stage.now() }
  await service.db.updateTable('series').set(due).where('id', '=', id).execute()
  await chore()
}

const later = { applies: 'following', starts_at: '2026-12-01T11:00' }

for (const surface of surfaces)
  test(`a day that is left out stays so when its series moves to another hour, over ${surface}`, async () => {
    const home = await stage.home()
    const call = home[surface]
    const { id } = await home.make({ rule: 'FREQ=DAILY;COUNT=4', skip: ['2026-12-03T09:00'] })
    await call('skip_occurrence', { id, occurrence: '2026-12-02T09:00' })
    const { body } = await call('update_series', { id, ...later })
    assert.deepEqual(Followed.parse(body).posts.kept, [], 'what was taken back is kept by nobody')
    await lookAgain(id)
    assert.deepEqual(await times(home), [
      ['Again', '12-01 10:00'],
      ['Again', '12-04 10:00'],
    ])
    const { upcoming } = await home.look(id)
    assert.deepEqual(
      upcoming.map(({ skipped }) => skipped),
      [false, true, true, false],
    )
    await call('skip_occurrence', { id, occurrence: '2026-12-02T11:00', undo: true })
    await lookAgain(id)
    assert.deepEqual((await times(home))[1], ['Again', '12-02 10:00'])
  })

test('a post that somebody changed, moved or deleted has its day when the series moves: no other is made beside it', async () => {
  const home = await stage.home()
  const { id, upcoming } = await home.make({ rule: 'FREQ=DAILY;COUNT=5' })
  const [changed, moved, deleted] = upcoming.map(({ post_id }) => post_id)
  await home.rest('update_post', { id: changed, content: 'By hand' })
  await home.rest('update_post', { id: moved, when: '2026-12-02T16:00:00Z' })
  await home.rest('cancel_post', { id: deleted })
  const { body } = await home.rest('update_series', { id, ...later, post: { content: 'New' } })
  assert.deepEqual(Followed.parse(body).posts.kept, [changed, moved])
  await lookAgain(id)
  const wanted = [
    ['By hand', '12-01 08:00'],
    ['Again', '12-02 16:00'],
    ['New', '12-04 10:00'],
    ['New', '12-05 10:00'],
  ]
  assert.deepEqual(await times(home), wanted)
  assert.deepEqual(
    Seen.parse(body).upcoming.map(({ occurrence, post_id }) => [occurrence.slice(8), post_id]),
    [
      ['01T11:00', changed],
      ['02T11:00', moved],
      ['03T11:00', deleted],
      ...(await home.live())
        .slice(2)
        .map(({ id: each, scheduled_at }) => [`${scheduled_at?.slice(8, 10)}T11:00`, each]),
    ],
  )
  // And back.
  await home.rest('update_series', { id, ...later, starts_at: '2026-12-01T09:00' })
  await lookAgain(id)
  assert.equal((await home.live()).length, 4)
  const one = { id, applies: 'this', occurrence: '2026-12-01T09:00' }
  await home.rest('update_series', { ...one, post: { content: 'Once more by hand' } })
  assert.deepEqual((await times(home))[0], ['Once more by hand', '12-01 08:00'])
})

test('days that a change leaves out no longer come back with their posts', async () => {
  const home = await stage.home()
  const { id } = await home.make({ rule: 'FREQ=DAILY;COUNT=3' })
  await home.rest('skip_occurrence', { id, occurrence: '2026-12-02T09:00' })
  assert.equal((await home.live()).length, 2)
  await home.rest('update_series', { id, applies: 'following', skip: [] })
  await lookAgain(id)
  assert.deepEqual(await times(home), [
    ['Again', '12-01 08:00'],
    ['Again', '12-02 08:00'],
    ['Again', '12-03 08:00'],
  ])
})

test('what a series shows is taken back, also when it has begun and was confirmed for a year', async () => {
  const home = await stage.home()
  const endless = { rule: 'FREQ=WEEKLY', confirm_yearly: true }
  const { id } = await home.make({ ...endless, skip: ['2026-12-08'] })
  const written = ['name', 'rule', 'starts_at', 'timezone', 'post', 'variations', 'skip']
  stage.to('2026-12-02T08:00:00Z')
  await chore()
  const shown = (await home.rest('get_series', { id })).body
  const back = Object.fromEntries(written.map((field) => [field, shown[field]]))
  const change = { ...back, id, applies: 'following' }
  const { code, errors } = await home.rest('update_series', change)
  assert.deepEqual([code, errors], [undefined, {}])
  const { updated_at: _, ...still } = (await home.rest('get_series', { id })).body
  assert.deepEqual({ ...still, updated_at: shown['updated_at'] }, shown)

  const other = await home.rest('update_series', { ...change, rule: 'FREQ=DAILY' })
  assert.match(other.errors['rule']?.[0] ?? '', /confirm_yearly/, 'nobody confirmed that one')
  const past = await home.rest('update_series', { ...change, starts_at: '2026-12-01T08:00' })
  assert.deepEqual(Object.keys(past.errors), ['starts_at'])
  stage.to('2026-11-23T08:00:00Z')
})

test('what comes before a change of all that follow stays, also through the next change', async () => {
  const home = await stage.home()
  const { id } = await home.make({ rule: 'FREQ=DAILY;COUNT=4' })
  const split = { id, applies: 'following', occurrence: '2026-12-03T09:00' }
  const { body } = await home.rest('update_series', { ...split, starts_at: '2026-12-03T11:00' })
  assert.deepEqual(Followed.parse(body).posts.kept, [])
  const first = (await home.live()).slice(0, 2)
  const wanted = [
    ['Again', '12-01 08:00'],
    ['Again', '12-02 08:00'],
    ['Again', '12-03 10:00'],
    ['Again', '12-04 10:00'],
    ['Again', '12-05 10:00'],
    ['Again', '12-06 10:00'],
  ]
  assert.deepEqual(await times(home), wanted)
  const fifth = (await home.live())[4]?.id
  const next = await home.rest('update_series', { id, applies: 'following', skip: ['2026-12-05'] })
  assert.deepEqual(Followed.parse(next.body).posts, {
    rewritten: [],
    removed: [fifth],
    kept: first.map((each) => each.id),
  })
  await lookAgain(id)
  assert.deepEqual(
    await times(home),
    wanted.filter((_, index) => index !== 4),
  )
})

test('no second post stands beside what comes before a change, where the series begins before it', async () => {
  const home = await stage.home()
  const { id } = await home.make({ rule: 'FREQ=DAILY;COUNT=4' })
  await home.rest('update_series', { id, ...later, occurrence: '2026-12-03T09:00' })
  await lookAgain(id)
  assert.deepEqual(await times(home), [
    ['Again', '12-01 08:00'],
    ['Again', '12-02 08:00'],
    ['Again', '12-03 10:00'],
    ['Again', '12-04 10:00'],
  ])
})

test('a post that a pause took back, and that somebody restored, has its day when the series goes on', async () => {
  const home = await stage.home()
  const { id, upcoming } = await home.make({ rule: 'FREQ=DAILY;COUNT=3' })
  const second = upcoming[1]?.post_id
  const paused = Seen.parse((await home.rest('pause_series', { id, posts: 'cancel' })).body)
  assert.deepEqual(
    paused.upcoming.map(({ post_id }) => post_id),
    [null, null, null],
  )
  await home.rest('restore_post', { id: second })
  await home.rest('resume_series', { id })
  await lookAgain(id)
  assert.deepEqual(await times(home), [
    ['Again', '12-01 08:00'],
    ['Again', '12-02 08:00'],
    ['Again', '12-03 08:00'],
  ])
  const { upcoming: again } = await home.look(id)
  assert.equal(again[1]?.post_id, second)

  // Also where the series moves before it goes on.
  await home.rest('pause_series', { id, posts: 'cancel' })
  await home.rest('update_series', { id, ...later })
  await home.rest('restore_post', { id: again[2]?.post_id })
  await home.rest('resume_series', { id })
  await lookAgain(id)
  assert.deepEqual(await times(home), [
    ['Again', '12-01 10:00'],
    ['Again', '12-02 08:00'],
    ['Again', '12-03 08:00'],
  ])
})
