/** A backup was restored: what another run of the service may have sent is looked for before anything is sent. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { retryPost } from '#operations/posts/retry-post.ts'
import { updatePost } from '#operations/posts/update-post.ts'
import { Problem } from '#rules/problem.ts'
import { hasLanded, Progress } from '#rules/progress.ts'
import { forgetRestored, seekRestored } from '#store/instance.ts'
import { type NewPost, openEngine } from '../engine.ts'

const HOUR = 3600_000

async function opened(platform: string) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, platform)
  const write = async (more: Partial<NewPost> = {}) =>
    engine.post(workspace, {
      text: 'The bridge is closed until Sunday evening',
      accounts: [account],
      ...more,
    })
  /** The database as it was before anything was carried out, an hour later, beside platforms that go on. */
  const restore = async (taken: Date) => {
    engine.advance(HOUR)
    await engine.db.transaction().execute(async (tx) => {
      await sql`delete from receipts`.execute(tx)
      await sql`delete from attempts`.execute(tx)
      await sql`update deliveries set status = 'pending', steps = '{}', attempt = 0, platform_post_id = null,
        platform_url = null, published_at = null, lease_until = null, warnings = '[]', restored_from = ${taken},
        due_at = (select scheduled_at from posts p where p.workspace_id = deliveries.workspace_id and p.id = post_id)`.execute(
        tx,
      )
      await sql`update posts set status = 'scheduled', published_at = null`.execute(tx)
    })
  }
  const seek = async () =>
    engine.db.transaction().execute(async (tx) => seekRestored(tx, engine.now()))
  return Object.assign(engine, { workspace, account, write, restore, seek })
}

for (const platform of ['x', 'bluesky', 'facebook', 'linkedin']) {
  test(`${platform}: what the former run published is found, with what stands below it`, async () => {
    await using at = await opened(platform)
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
  await using at = await opened('x')
  const taken = at.now()
  const time = new Date(taken.getTime() + 3 * HOUR)
  const id = await at.write({ at: time })
  await at.restore(taken)
  assert.equal(await at.seek(), 1)
  for (let round = 0; (await at.delivery(id)).status === 'publishing'; round++) {
    assert.ok(round < 20)
    for (const work of await at.claim()) await at.carry(work)
    at.advance(15 * 60_000)
  }
  assert.ok(at.now() < time)
  const waiting = await at.delivery(id)
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
  await using at = await opened('x')
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
  await using at = await opened('x')
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
  await using at = await opened('linkedin')
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
  await using at = await opened('linkedin')
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
  await using at = await opened('bluesky')
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
  await using at = await opened('linkedin')
  const taken = at.now()
  const id = await at.write()
  await at.run()
  await at.restore(taken)
  await at.seek()
  // Until it goes back to its turn, which pauses and limits of the account may keep from coming.
  for (let round = 0; (await at.delivery(id)).status === 'publishing'; round++) {
    assert.ok(round < 20)
    for (const work of await at.claim()) await at.carry(work)
    if ((await at.delivery(id)).status === 'publishing') at.advance(15 * 60_000)
  }
  const { status, steps } = await at.delivery(id)
  assert.deepEqual([status, Progress.parse(steps)['post']?.recovered], ['pending', 'unseen'])
  const edit = at.ask.bind(at, at.workspace, updatePost, { id, content: 'We open at nine' })
  await assert.rejects(edit, /being published/)
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('linkedin').length, 1)
})

test('what was due more than a day before the restore is looked for as well', async () => {
  await using at = await opened('bluesky')
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

test('who knows that nothing was sent has everything at its time, and nothing is looked for', async () => {
  await using at = await opened('x')
  const taken = at.now()
  const id = await at.write()
  await at.restore(taken)
  await at.db.transaction().execute(forgetRestored)
  assert.equal(await at.seek(), 0)
  const { restored_from, restored_until } = await at.delivery(id)
  assert.deepEqual([restored_from, restored_until], [null, null])
  await at.run()
  assert.deepEqual(await at.timeline(id), ['published'])
  assert.equal(at.texts('x').length, 1)
})
