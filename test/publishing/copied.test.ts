/** A copy that goes on where its original has sent what was for later. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { markCopied } from '#store/instance.ts'
import { HOUR, openRestorable, TEXT } from './restored.ts'

/** The rows as they were when the folder was copied; the copy was started an hour later. */
async function copied(engine: Awaited<ReturnType<typeof openRestorable>>, hurried: boolean) {
  const { db } = engine
  const id = await engine.write({ at: new Date(engine.now().getTime() + 24 * HOUR) })
  const folder = await engine.backup()
  engine.advance(60_000)
  if (hurried) {
    await sql`update deliveries set due_at = ${engine.now()}`.execute(db)
    await engine.run()
  }
  await engine.bringBack(folder)
  await db.transaction().execute(async (tx) => {
    await sql`update deliveries set restored_from = null`.execute(tx)
    await sql`update posts set updated_at = ${folder.taken}`.execute(tx)
    await sql`delete from fresh_events`.execute(tx)
    await sql`delete from events`.execute(tx)
    assert.equal(await markCopied(tx, engine.now()), folder.taken.toISOString())
    const { rows } = await sql`select from fresh_events`.execute(tx)
    assert.equal(rows.length, 0, 'nobody is told of it')
  })
  return id
}

test('what the original hurried is found by its copy, and not sent once more', async () => {
  await using engine = await openRestorable('x')
  const id = await copied(engine, true)
  assert.deepEqual(engine.texts('x'), [TEXT])
  assert.equal(await engine.seek(), 1)
  assert.equal((await engine.settle(id)).status, 'published')
  assert.deepEqual(engine.texts('x'), [TEXT])
})

test('…and what it did not goes out at its time', async () => {
  await using engine = await openRestorable('x')
  const id = await copied(engine, false)
  assert.equal(await engine.seek(), 1)
  const row = await engine.settle(id)
  assert.equal(row.status, 'pending')
  assert.ok(row.due_at && new Date(row.due_at) > engine.now())
  await engine.run()
  assert.equal((await engine.delivery(id)).status, 'published')
  assert.deepEqual(engine.texts('x'), [TEXT])
})
