/** One list of codes: what earlier versions stored is answered in its words. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { CODES, isCode } from '#platforms/kit/codes.ts'
import { RENAMED, up } from '#store/migrations/0019-codes.ts'
import { openEngine } from '../engine.ts'

test('every code has a meaning in one line, and no other code has the same', () => {
  const meanings = Object.values(CODES)
  assert.equal(new Set(meanings).size, meanings.length)
  for (const [code, meaning] of Object.entries(CODES)) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/)
    assert.match(meaning, /^[A-Z].{10,110}\.$/, code)
  }
})

test('whatever was called otherwise has a name of the list now, and the old one means nothing else', () => {
  for (const [before, now] of Object.entries(RENAMED)) {
    assert.ok(isCode(now), now)
    assert.ok(!isCode(before), before)
  }
})

test('what an earlier version stored is answered in the words of the list', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'x')
  const ids: number[] = []
  for (const text of ['Once', 'Twice']) {
    engine.fault('x', 'scope_missing')
    ids.push(await engine.post(workspace, { text, accounts: [account] }))
    await engine.run()
  }
  const [renamed = 0, kept = 0] = ids
  const store = async (id: number, code: string) => {
    const deliveries = sql`update deliveries set error_code = ${code} where post_id = ${id}`
    const theirs = sql`select id from deliveries where post_id = ${id}`
    await deliveries.execute(engine.db)
    await sql`update attempts set code = ${code} where delivery_id in (${theirs})`.execute(
      engine.db,
    )
  }
  await store(renamed, 'platform_error')
  await store(kept, 'duplicate_content')
  await up(engine.db)
  const codesOf = async (id: number) => {
    const { error_code } = await engine.delivery(id)
    const attempts = await engine.timeline(id)
    return [error_code, ...new Set(attempts.map((attempt) => attempt.split(' ').at(-1)))]
  }
  assert.deepEqual(await codesOf(renamed), ['server_error', 'server_error'])
  assert.deepEqual(await codesOf(kept), ['duplicate_content', 'duplicate_content'])
})
