/** An instance that was restored, went on, and is restored again: what was sent in between is looked for as well. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forgetRestored } from '#store/instance.ts'
import { HOUR, openRestorable } from './restored.ts'

test('what was looked for after one restore is looked for again after the next', async () => {
  await using at = await openRestorable('bluesky')
  const id = await at.write({ at: new Date(at.now().getTime() + 48 * HOUR) })
  await at.bringBack(await at.backup())
  await at.seek()
  const { status } = await at.settle(id)
  assert.equal(status, 'pending', 'it is not there, and waits for its time')
  // A day later: the next backup, behind which the instance goes on and sends the post at its time.
  at.advance(24 * HOUR)
  const second = await at.backup()
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  await at.bringBack(second)
  await at.seek()
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('bluesky').length, 1, 'sent twice')
})

test('an instance that was restored, not resumed, and restored again from its own backup looks back to the first', async () => {
  await using at = await openRestorable('bluesky')
  const id = await at.write()
  const first = await at.backup()
  // The original goes on and sends it.
  await at.run()
  assert.equal(at.texts('bluesky').length, 1)
  await at.bringBack(first)
  // Held. Its nightly backup, before anybody resumes it, and a restore of that one.
  at.advance(5 * HOUR)
  await at.bringBack(await at.backup())
  await at.seek()
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('bluesky').length, 1, 'sent twice')
})

test('…also where it had been resumed once before, and the post was not there then', async () => {
  await using at = await openRestorable('bluesky')
  const id = await at.write({ at: new Date(at.now().getTime() + 48 * HOUR) })
  await at.bringBack(await at.backup())
  await at.seek()
  await at.settle(id)
  const second = await at.backup()
  await at.run()
  assert.equal(at.texts('bluesky').length, 1)
  await at.bringBack(second)
  at.advance(5 * HOUR)
  await at.bringBack(await at.backup())
  await at.seek()
  await at.run()
  assert.equal(at.texts('bluesky').length, 1, 'sent twice')
})

test('that it may be sent anew was judged before the backup, and says nothing of what was sent after it', async () => {
  await using at = await openRestorable('threads')
  const id = await at.write()
  const began_at = new Date(at.now().getTime() - 10 * 60_000).toISOString()
  const send = { began_at, ended_at: began_at, clock: null, lost: 'silence', app: null, media: [] }
  const post = { started_at: began_at, sends: [send], cleared: true }
  const { rows, taken } = await at.backup()
  const change = { steps: { post }, status: 'publishing', due_at: null, in_doubt: true }
  const first = rows.map((row) => ({ ...row, ...change, lease_until: taken }))
  await at.run()
  assert.equal(at.texts('threads').length, 1)
  await at.bringBack({ rows: first, taken })
  await at.seek()
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('threads').length, 1, 'sent twice')
})

for (const platform of ['bluesky', 'x', 'threads'])
  test(`${platform}: that nothing was sent behind the second backup says nothing of the first`, async () => {
    await using at = await openRestorable(platform)
    const id = await at.write()
    const first = await at.backup()
    await at.run()
    await at.bringBack(first)
    await at.seek()
    // Resumed, and not looked for yet: its platform is away, or the machine falls over.
    const second = await at.backup()
    await at.bringBack(second)
    await at.db.transaction().execute((tx) => forgetRestored(tx, second.taken.toISOString()))
    await at.seek()
    await at.run()
    assert.equal((await at.delivery(id)).status, 'published')
    assert.equal(at.texts(platform).length, 1, 'sent twice')
  })

test('who knows that nothing was sent behind a backup has what was new in it at its time', async () => {
  await using at = await openRestorable('x')
  const id = await at.write()
  const only = await at.backup()
  await at.bringBack(only)
  await at.db.transaction().execute((tx) => forgetRestored(tx, only.taken.toISOString()))
  assert.equal(await at.seek(), 0)
  await at.run()
  assert.deepEqual(await at.timeline(id), ['published'])
})
