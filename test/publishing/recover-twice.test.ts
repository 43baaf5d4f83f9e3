/** An instance that was restored, went on, and is restored again: what it sent in between is looked for as well. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { MARK_RESTORED, seekRestored } from '#store/instance.ts'
import { openEngine } from '../engine.ts'

const HOUR = 3600_000

async function opened(platform: string) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, platform)
  const write = async (at?: Date) =>
    engine.post(workspace, {
      text: 'The bridge is closed until Sunday evening',
      accounts: [account],
      ...(at && { at }),
    })
  /** All that a backup holds of deliveries. */
  const backup = async () => engine.db.selectFrom('deliveries').selectAll().execute()
  /** Brings the rows back as they were, marked. */
  const restore = async (rows: Awaited<ReturnType<typeof backup>>, taken_at: Date) => {
    await engine.db.transaction().execute(async (tx) => {
      await sql`delete from receipts`.execute(tx)
      await sql`delete from attempts`.execute(tx)
      await sql`alter table deliveries disable trigger user`.execute(tx)
      for (const row of rows)
        await sql`
          update deliveries d set (status, steps, attempt, lease_token, lease_until, due_at, in_doubt, platform_post_id, platform_url,
              published_at, restored_from, restored_until)
            = (select c.status, c.steps, c.attempt, c.lease_token, c.lease_until, c.due_at, c.in_doubt, c.platform_post_id,
              c.platform_url, c.published_at, c.restored_from, c.restored_until
              from jsonb_populate_record(d, ${JSON.stringify(row)}::jsonb) c)
          where d.id = ${row.id}`.execute(tx)
      await tx.executeQuery(CompiledQuery.raw(MARK_RESTORED, [taken_at]))
      await sql`alter table deliveries enable trigger user`.execute(tx)
      await sql`update posts set status = 'scheduled', published_at = null`.execute(tx)
    })
  }
  const seek = async () =>
    engine.db.transaction().execute(async (tx) => seekRestored(tx, engine.now()))
  const settle = async (id: number) => {
    for (let round = 0; (await engine.delivery(id)).status === 'publishing'; round++) {
      assert.ok(round < 20)
      for (const work of await engine.claim()) await engine.carry(work)
      engine.advance(15 * 60_000)
    }
  }
  return Object.assign(engine, { write, backup, restore, seek, settle })
}

test('what was looked for after one restore is looked for again after the next', async () => {
  await using at = await opened('bluesky')
  const time = new Date(at.now().getTime() + 48 * HOUR)
  const id = await at.write(time)
  const first = await at.backup()
  const first_taken = at.now()
  at.advance(HOUR)
  await at.restore(first, first_taken)
  await at.seek()
  await at.settle(id)
  assert.equal((await at.delivery(id)).status, 'pending', 'it is not there, and waits for its time')
  // A day later: the next backup, behind which the instance goes on and sends the post at its time.
  at.advance(24 * HOUR)
  const second = await at.backup()
  const second_taken = at.now()
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('bluesky').length, 1)
  at.advance(HOUR)
  await at.restore(second, second_taken)
  await at.seek()
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('bluesky').length, 1, 'sent twice')
})

test('an instance that was restored, not resumed, and restored again from its own backup looks back to the first', async () => {
  await using at = await opened('bluesky')
  const id = await at.write()
  const first = await at.backup()
  const first_taken = at.now()
  // The original goes on and sends it.
  await at.run()
  assert.equal(at.texts('bluesky').length, 1)
  at.advance(HOUR)
  await at.restore(first, first_taken)
  // Held. Its nightly backup, before anybody resumes it, and a restore of that one.
  at.advance(5 * HOUR)
  const second = await at.backup()
  const second_taken = at.now()
  at.advance(HOUR)
  await at.restore(second, second_taken)
  await at.seek()
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('bluesky').length, 1, 'sent twice')
})

test('that it may be sent anew was judged before the backup, and says nothing of what was sent after it', async () => {
  await using at = await opened('threads')
  const id = await at.write()
  const taken = at.now()
  const began_at = new Date(at.now().getTime() - 10 * 60_000).toISOString()
  const send = {
    began_at,
    ended_at: began_at,
    clock: null,
    lost: 'silence',
    app: null,
    media: [],
  }
  const post = { started_at: began_at, sends: [send], cleared: true }
  const first = (await at.backup()).map((row) => ({
    ...row,
    steps: { post },
    status: 'publishing' as const,
    due_at: null,
    in_doubt: true,
    lease_until: at.now().toISOString(),
  }))
  await at.run()
  assert.equal(at.texts('threads').length, 1)
  at.advance(HOUR)
  await at.restore(first as never, taken)
  await at.seek()
  await at.run()
  assert.equal((await at.delivery(id)).status, 'published')
  assert.equal(at.texts('threads').length, 1, 'sent twice')
})
