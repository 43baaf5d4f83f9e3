/** A backup was restored: what another run of the service may have sent is looked for before anything is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pausePublishing } from '#operations/publishing/pause-publishing.ts'
import { resumePublishing } from '#operations/publishing/resume-publishing.ts'
import { unpublishPost } from '#operations/posts/unpublish-post.ts'
import { removeAccount } from '#store/accounts.ts'
import { giveUpFor } from '#store/giving-up.ts'
import { retryPost } from '#operations/posts/retry-post.ts'
import { updatePost } from '#operations/posts/update-post.ts'
import { Problem } from '#rules/problem.ts'
import { hasLanded, Progress } from '#rules/progress.ts'
import { forgetRestored } from '#store/instance.ts'
import { HOUR, openRestorable } from './restored.ts'

for (const platform of ['x', 'bluesky', 'facebook', 'linkedin']) {
  test(`${platform}: what the former run published is found, with what stands below it`, async () => {
    await using at = await openRestorable(platform)
    const taken = at.now()
    const id = await at.write({ first_comment: 'Until eight o’clock, to be precise' })
    await at.run()
    const { platform_post_id } = await at.delivery(id)
    const there = at.texts(platform)
    await at.restore(taken)
    assert.equal(await at.seek(), 1)
    await at.run()
    const delivery = await at.delivery(id)
    assert.deepEqual([delivery.status, delivery.platform_post_id], ['published', platform_post_id])
    assert.deepEqual(at.texts(platform), there, 'nothing was sent again')
  })
}

test('what is surely not there goes back to its time, and is sent then', async () => {
  await using at = await openRestorable('x')
  const taken = at.now()
  const time = new Date(taken.getTime() + 3 * HOUR)
  const id = await at.write({ at: time })
  await at.restore(taken)
  assert.equal(await at.seek(), 1)
  const waiting = await at.settle(id)
  assert.ok(at.now() < time)
  assert.deepEqual([waiting.status, waiting.due_at], ['pending', time.toISOString()])
  assert.deepEqual(at.texts('x'), [])
  // It is ours alone from now on: changed, it is not looked for again.
  await at.ask(at.workspace, updatePost, { id, content: 'The bridge is open again' })
  at.wire.around = async (call, url, method) => {
    assert.ok(method !== 'GET' || !url.includes('/tweets'), url)
    return call()
  }
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('x').length, 1)
})

test('a token that ended meanwhile is renewed, and it is looked for again', async () => {
  await using at = await openRestorable('x')
  const taken = at.now()
  const id = await at.write()
  await at.run()
  await at.restore(taken)
  at.fault('x', 'token_expired', { on: 'read' })
  let renewed = 0
  at.wire.around = async (call, url) => {
    if (url.endsWith('/token')) renewed++
    return call()
  }
  await at.seek()
  await at.run()
  assert.deepEqual([renewed, (await at.delivery(id)).status], [1, 'published'])
  assert.ok(at.now().getTime() - taken.getTime() < HOUR + 60_000, 'without a pause')
  assert.equal(at.texts('x').length, 1)
})

test('a comment of which nothing can be known keeps no post that is out from its end', async () => {
  await using at = await openRestorable('x')
  const taken = at.now()
  const id = await at.write({ first_comment: 'Until eight o’clock, to be precise' })
  await at.run()
  await at.restore(taken)
  // The post is shown; below it nothing is, for as long as somebody asks.
  let asked = 0
  at.wire.around = async (call, url) => {
    const { steps } = await at.delivery(id)
    if (!hasLanded(Progress.parse(steps)) || !url.includes('/2/users/')) return call()
    asked++
    return new Response('{"title":"Service Unavailable"}', { status: 503 })
  }
  await at.seek()
  await at.run()
  const { status, warnings } = await at.delivery(id)
  assert.ok(asked > 0)
  assert.equal(status, 'published')
  assert.match(JSON.stringify(warnings), /comment/)
})

test('what a person said before the backup says nothing of what was sent after it', async () => {
  await using at = await openRestorable('linkedin')
  const taken = at.now()
  const id = await at.write({ pictures: 1 })
  await at.run()
  await at.restore(taken)
  // Nothing lists a profile's pictures. Told when the backup was taken: what was seen then was not this post, and it may be sent.
  const send = {
    began_at: taken.toISOString(),
    ended_at: null,
    clock: null,
    lost: 'silence',
    app: null,
    media: [],
  }
  const post = { started_at: taken.toISOString(), sends: [send], denied: ['4711'] }
  await sql`update deliveries set steps = ${JSON.stringify({ post })}::jsonb, attempt = 1 where id = ${(await at.delivery(id)).id}`.execute(
    at.db,
  )
  await at.seek()
  await at.run()
  const { status, blocked_reason } = await at.delivery(id)
  assert.deepEqual([status, blocked_reason], ['blocked', 'outcome_unknown'])
  assert.equal(at.texts('linkedin').length, 1)
})

test('what a person says after the restore is heeded the first time', async () => {
  await using at = await openRestorable('linkedin')
  const taken = at.now()
  const id = await at.write({ pictures: 1 })
  await at.restore(taken)
  await at.seek()
  await at.run()
  assert.equal((await at.delivery(id)).blocked_reason, 'outcome_unknown')
  await at.ask(at.workspace, retryPost, { id, confirm_not_published: [at.account] })
  await at.run()
  const { status, blocked_reason } = await at.delivery(id)
  assert.deepEqual([status, blocked_reason], ['published', null])
  assert.equal(at.texts('linkedin').length, 1)
})

test('what is given back before it is looked for may be out all the same, and is not changed and sent again', async () => {
  await using at = await openRestorable('bluesky')
  const taken = at.now()
  const id = await at.write({ at: new Date(taken.getTime() + HOUR / 2) })
  await at.run()
  await at.restore(taken)
  await at.seek()
  const edit = at.ask.bind(at, at.workspace, updatePost, { id, content: 'We open at nine' })
  const isBegun = (error: unknown) =>
    error instanceof Problem && /being published/.test(error.message)
  await assert.rejects(edit, isBegun)
  // All hands are full; so it is when the service is stopped.
  for (const work of await at.claim()) await at.carry(work, { hand: async () => false })
  await assert.rejects(edit, isBegun)
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('bluesky').length, 1)
})

test('what nobody can look for waits its turn again, and is not changed meanwhile', async () => {
  await using at = await openRestorable('linkedin')
  const taken = at.now()
  const id = await at.write()
  await at.run()
  await at.restore(taken)
  await at.seek()
  // Until it goes back to its turn, which pauses and limits of the account may keep from coming.
  const { status, steps } = await at.settle(id)
  assert.deepEqual([status, Progress.parse(steps)['post']?.recovered], ['pending', 'unseen'])
  const edit = at.ask.bind(at, at.workspace, updatePost, { id, content: 'We open at nine' })
  await assert.rejects(edit, /being published/)
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('linkedin').length, 1)
})

test('what was due more than a day before the restore is looked for as well', async () => {
  await using at = await openRestorable('bluesky')
  const taken = at.now()
  const id = await at.write({ at: new Date(taken.getTime() + HOUR / 2) })
  await at.run()
  at.advance(30 * HOUR)
  await at.restore(taken)
  await at.seek()
  await at.run()
  const { status, error_code } = await at.delivery(id)
  assert.deepEqual([status, error_code], ['published', null])
})

test('what nobody can look for, and is taken down while it waits its turn, is not told to be unsent', async () => {
  await using at = await openRestorable('linkedin')
  const taken = at.now()
  const id = await at.write()
  await at.run()
  await at.restore(taken)
  await at.seek()
  await at.settle(id)
  await at.ask(at.workspace, unpublishPost, { id })
  await giveUpFor(at.db, at.now())
  assert.equal((await at.delivery(id)).blocked_reason, 'outcome_unknown')
  assert.equal(at.texts('linkedin').length, 1, 'it is public')
})

for (const edited of [false, true])
  test(`a post of next month goes out at its time${edited ? ', also where its text was changed after the look' : ''}`, async () => {
    await using at = await openRestorable('x')
    const taken = at.now()
    const id = await at.write({ at: new Date(taken.getTime() + 720 * HOUR) })
    await at.restore(taken)
    await at.seek()
    assert.equal((await at.settle(id)).status, 'pending')
    if (edited) await at.ask(at.workspace, updatePost, { id, content: 'We are back, at last' })
    // A lively account: more posts of a month than a look reads.
    const emulator = at.emulator('x')
    const { username } = emulator.people[0] ?? assert.fail('nobody')
    for (let number = 0; number < 600; number++) {
      at.advance(HOUR)
      const made = emulator.appear?.({ account: username, text: `Line ${number}`, by: 'other_app' })
      assert.ok(made)
    }
    await at.run()
    const { status, blocked_reason } = await at.delivery(id)
    assert.deepEqual([status, blocked_reason], ['published', null])
  })

test('what surely is not there goes back to its time, whoever wants to be asked about lost answers', async () => {
  await using at = await openRestorable('bluesky')
  const taken = at.now()
  const id = await at.write({ in_doubt: 'ask', at: new Date(taken.getTime() + 168 * HOUR) })
  await at.restore(taken)
  await at.seek()
  const { status, blocked_reason } = await at.settle(id)
  assert.deepEqual([status, blocked_reason], ['pending', null])
})

test('…unless a call of it is known from before the backup, or was lost since: that one is asked about', async () => {
  await using at = await openRestorable('x')
  const taken = at.now()
  const known = await at.write({ in_doubt: 'ask' })
  await at.restore(taken)
  const send = {
    began_at: taken.toISOString(),
    ended_at: taken.toISOString(),
    clock: null,
    lost: 'silence',
    app: null,
    media: [],
  }
  const post = { started_at: send.began_at, sends: [send] }
  await at.db
    .updateTable('deliveries')
    .set({
      steps: JSON.stringify({ post }),
      status: 'publishing',
      due_at: null,
      lease_until: taken,
    })
    .execute()
  await at.seek()
  await at.run()
  const { status, blocked_reason } = await at.delivery(known)
  assert.deepEqual([status, blocked_reason], ['blocked', 'outcome_unknown'])
  assert.deepEqual(at.texts('x'), [])

  await using later = await openRestorable('x')
  const from = later.now()
  const id = await later.write({ in_doubt: 'ask' })
  await later.restore(from)
  later.fault('x', 'cut_before')
  await later.seek()
  await later.run()
  assert.equal((await later.delivery(id)).blocked_reason, 'outcome_unknown')
  assert.deepEqual(later.texts('x'), [])
})

test('what waits since two days for the end of a pause goes on waiting, and is sent then', async () => {
  await using at = await openRestorable('bluesky')
  const id = await at.write({ at: new Date(at.now().getTime() + HOUR) })
  await at.ask(at.workspace, pausePublishing, {})
  at.advance(48 * HOUR)
  await at.restore(at.now())
  await at.seek()
  const { status, error_code } = await at.settle(id)
  assert.deepEqual([status, error_code], ['pending', null])
  await at.ask(at.workspace, resumePublishing, { late: 'publish' })
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
})

test('a person is asked about what may be out on an account that was removed', async () => {
  await using at = await openRestorable('bluesky')
  const taken = at.now()
  const id = await at.write()
  await at.run()
  await at.restore(taken)
  await at.seek()
  await removeAccount({ db: at.db, workspace_id: at.workspace }, at.account, at.now())
  await at.run()
  const { status, blocked_reason } = await at.delivery(id)
  assert.deepEqual([status, blocked_reason], ['blocked', 'outcome_unknown'])
})

for (const platform of ['x', 'bluesky', 'threads', 'facebook'])
  test(`${platform}: of equal posts, as a series makes them, the one whose time had come is the one that is out`, async () => {
    await using at = await openRestorable(platform)
    const taken = at.now()
    const write = async (hours: number) =>
      at.write({ at: new Date(taken.getTime() + hours * HOUR) })
    // In any order: neither what was made first nor what is looked for first decides.
    const later = [await write(49)]
    const today = await write(1)
    later.push(await write(25))
    // The original sends what is due, until it ends.
    at.advance(1.1 * HOUR)
    await Promise.all((await at.claim()).map((work) => at.carry(work)))
    assert.equal((await at.delivery(today)).status, 'published')
    await at.restore(taken)
    await at.seek()
    for (let round = 0; round < 40; round++) {
      const claimed = await at.claim()
      for (const work of claimed.toSorted((a, b) => b.wanted_at.localeCompare(a.wanted_at)))
        await at.carry(work)
      at.advance(5 * 60_000)
    }
    const waiting = await Promise.all(later.map((id) => at.delivery(id)))
    assert.deepEqual(
      [(await at.delivery(today)).status, ...waiting.map(({ status }) => status)],
      ['published', 'pending', 'pending'],
    )
    assert.equal(at.emulator(platform).posts().length, 1, 'a second one on the first day')
  })

test('who knows that nothing was sent has everything at its time, and nothing is looked for', async () => {
  await using at = await openRestorable('x')
  const taken = at.now()
  const id = await at.write()
  await at.restore(taken)
  await at.db.transaction().execute((tx) => forgetRestored(tx, taken.toISOString()))
  assert.equal(await at.seek(), 0)
  const { restored_from, restored_until } = await at.delivery(id)
  assert.deepEqual([restored_from, restored_until], [null, null])
  await at.run()
  assert.deepEqual(await at.timeline(id), ['published'])
  assert.equal(at.texts('x').length, 1)
})
