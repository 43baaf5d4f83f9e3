/** A post that its series took back, and that somebody restores: its day has one post, whoever is first. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { leashedIn } from './keys.ts'
import { type Home, stageOf } from './kit.ts'

const stage = await stageOf('2026-11-23T08:00:00Z')
after(() => stage[Symbol.asyncDispose]())
const { chore, service } = stage
const surfaces = ['rest', 'mcp'] as const

const times = async (home: Home) =>
  (await home.live()).map(({ content, scheduled_at }) => [
    content,
    scheduled_at?.slice(5, 16).replace('T', ' '),
  ])
const daily = (...days: string[]) => days.map((day) => ['Again', day])

/** As if its chore had nothing but this series to do. */
async function lookAgain(id: number) {
  const due = { look_at: stage.now() }
  await service.db.updateTable('series').set(due).where('id', '=', id).execute()
  await chore()
}

const second = '2026-12-02T09:00'

for (const surface of surfaces)
  test(`a post of a day that was left out, restored before the day is made again, is the one of its day, over ${surface}`, async () => {
    for (const undo of ['skip_occurrence', 'update_series']) {
      const home = await stage.home()
      const call = home[surface]
      const { id, upcoming } = await home.make({ rule: 'FREQ=DAILY;COUNT=3' })
      const post = upcoming[1]?.post_id
      await call('skip_occurrence', { id, occurrence: second })
      await (undo === 'skip_occurrence'
        ? call(undo, { id, occurrence: second, undo: true })
        : call(undo, { id, applies: 'following', skip: [] }))
      const [restored] = await Promise.all([call('restore_post', { id: post }), chore()])
      await lookAgain(id)
      assert.deepEqual(await times(home), daily('12-01 08:00', '12-02 08:00', '12-03 08:00'))
      const has = (await home.look(id)).upcoming[1]?.post_id
      // Whoever is first.
      assert.equal(has === post, restored.code === undefined, restored.code)
    }
  })

test('what somebody restored, and then deleted, does not come back', async () => {
  const home = await stage.home()
  const { id, upcoming } = await home.make({ rule: 'FREQ=DAILY;COUNT=3' })
  const post = upcoming[1]?.post_id
  await home.rest('pause_series', { id, posts: 'cancel' })
  await home.rest('restore_post', { id: post })
  await home.rest('cancel_post', { id: post })
  await home.rest('resume_series', { id })
  await lookAgain(id)
  assert.deepEqual(await times(home), daily('12-01 08:00', '12-03 08:00'))
})

test('what went out has its day, also when it is deleted here', async () => {
  const home = await stage.home()
  const { id, upcoming } = await home.make({ rule: 'FREQ=DAILY;COUNT=3' })
  const old = upcoming[1]?.post_id
  await home.rest('update_series', { id, applies: 'following', starts_at: '2026-12-01T08:30' })
  const made = (await home.look(id)).upcoming[1]?.post_id
  await service.query(`update deliveries set status = 'published' where post_id = ${made}`)
  await service.query(`update posts set status = 'published' where id = ${made}`)
  for (const name of ['restore_post', 'delete_post', 'restore_post']) {
    const { code, body } = await home.rest(name, { id: name === 'delete_post' ? made : old })
    assert.equal(code, name === 'delete_post' ? undefined : 'day_taken')
    if (code) assert.match(String(body['message']), /went out for 2026-12-02/)
  }
})

for (const surface of surfaces)
  test(`beside the post that was made in its place none is restored: the answer names that one, over ${surface}`, async () => {
    const home = await stage.home()
    const call = home[surface]
    const { id, upcoming } = await home.make({ rule: 'FREQ=DAILY;COUNT=3' })
    const old = upcoming[1]?.post_id
    const moved = { id, applies: 'following', starts_at: '2026-12-01T11:00' }
    await call('update_series', moved)
    const made = (await home.look(id)).upcoming[1]?.post_id
    const refused = await call('restore_post', { id: old })
    assert.deepEqual([refused.code, refused.body['post_id']], ['day_taken', made])
    assert.match(String(refused.body['message']), new RegExp(`Delete post ${made} first`))
    // Also what goes out at the very same minute, as after a pause.
    await call('update_series', { ...moved, starts_at: '2026-12-01T09:00' })
    const again = (await home.look(id)).upcoming[1]?.post_id
    assert.notEqual(again, old)
    for (const each of [old, made]) {
      const { code, body } = await call('restore_post', { id: each })
      assert.deepEqual([code, body['post_id']], ['day_taken', again])
    }

    // Without it the old one has its day, and is in the way of the other then.
    await call('cancel_post', { id: again })
    assert.equal((await call('restore_post', { id: old })).code, undefined)
    assert.equal((await call('restore_post', { id: again })).code, 'day_taken')
    await lookAgain(id)
    assert.deepEqual(await times(home), daily('12-01 08:00', '12-02 08:00', '12-03 08:00'))
    assert.equal((await home.look(id)).upcoming[1]?.post_id, old)
    // What is said of the day holds for it.
    await call('skip_occurrence', { id, occurrence: second })
    assert.deepEqual(await times(home), daily('12-01 08:00', '12-03 08:00'))
  })

test('a restored post that has its day again says which of the variations it is', async () => {
  const home = await stage.home()
  const variations = ['One', 'Two', 'Three'].map((content) => ({ content }))
  const { id, upcoming } = await home.make({ rule: 'FREQ=DAILY;COUNT=3', variations })
  const old = upcoming[1]?.post_id
  await home.rest('update_series', { id, applies: 'following', starts_at: '2026-12-01T11:00' })
  await home.rest('cancel_post', { id: (await home.look(id)).upcoming[1]?.post_id })
  assert.equal((await home.rest('restore_post', { id: old })).code, undefined)
  const has = (await home.look(id)).upcoming.map((each) => [each.post_id === old, each.variation])
  assert.deepEqual(has, [
    [false, 0],
    [true, 1],
    [false, 2],
  ])
})

test('what a pause took back from before a change of all that follow comes back as it was when the series goes on', async () => {
  const home = await stage.home()
  const { id, upcoming } = await home.make({ rule: 'FREQ=DAILY;COUNT=4' })
  const [first, other] = upcoming.map(({ post_id }) => post_id)
  await home.rest('update_series', {
    id,
    applies: 'following',
    occurrence: '2026-12-03T09:00',
    starts_at: '2026-12-03T11:00',
    rule: 'FREQ=DAILY;COUNT=2',
    post: { content: 'New' },
  })
  const wanted = [
    ...daily('12-01 08:00', '12-02 08:00'),
    ['New', '12-03 10:00'],
    ['New', '12-04 10:00'],
  ]
  assert.deepEqual(await times(home), wanted)
  await home.rest('pause_series', { id, posts: 'cancel' })
  assert.deepEqual(await times(home), [])
  await home.rest('resume_series', { id })
  await lookAgain(id)
  assert.deepEqual(await times(home), wanted)
  assert.deepEqual(
    (await home.live()).slice(0, 2).map((each) => each.id),
    [first, other],
  )

  // Nobody touched them: the next pause takes them back again. What is left out, or deleted meanwhile, stays away.
  await home.rest('pause_series', { id, posts: 'cancel' })
  assert.deepEqual(await times(home), [])
  await home.rest('update_series', { id, applies: 'following', skip: ['2026-12-02'] })
  const key = await leashedIn(service, home, { needs_approval: true })
  assert.equal((await key.rest('resume_series', { id })).code, undefined)
  await lookAgain(id)
  assert.deepEqual(
    await times(home),
    wanted.filter((_, index) => index !== 1),
  )
  for (const { status, approval_asked_at } of await home.live())
    assert.deepEqual([status, approval_asked_at !== null], ['draft', true])
})

test('what the rule has no longer when a series goes on does not come back', async () => {
  const home = await stage.home()
  const { id } = await home.make({ rule: 'FREQ=DAILY;COUNT=4' })
  await home.rest('pause_series', { id, posts: 'cancel' })
  await home.rest('update_series', {
    id,
    applies: 'following',
    rule: 'FREQ=DAILY;INTERVAL=2;COUNT=2',
  })
  await home.rest('resume_series', { id })
  await lookAgain(id)
  assert.deepEqual(await times(home), daily('12-01 08:00', '12-03 08:00'))
})

test('what may not come back yet is waited for, as what may not be made yet', async () => {
  const home = await stage.home()
  const { id } = await home.make({ rule: 'FREQ=DAILY;COUNT=3' })
  await home.rest('update_series', {
    id,
    applies: 'following',
    occurrence: '2026-12-03T09:00',
    starts_at: '2026-12-03T11:00',
    rule: 'FREQ=DAILY;COUNT=1',
  })
  await home.rest('pause_series', { id, posts: 'cancel' })
  const key = await leashedIn(service, home, { posts_per_day: 1 })
  await key.rest('resume_series', { id })
  assert.deepEqual(await times(home), daily('12-01 08:00'))
  assert.equal((await home.look(id)).waits_for?.code, 'too_many_requests')
  for (const day of ['24', '25']) {
    stage.to(`2026-11-${day}T08:00:00Z`)
    await chore()
  }
  assert.deepEqual(await times(home), daily('12-01 08:00', '12-02 08:00', '12-03 10:00'))
  assert.equal((await home.look(id)).waits_for, null)
  stage.to('2026-11-23T08:00:00Z')
})
