/** The days of analytics, made anew from the command line beside whatever has become of them. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { secretContext } from '#connecting/secrets.ts'
import { nothing, openBooks } from '../test/analytics/books.ts'
import { SECRET_KEY, urlOf } from '../test/engine-stage.ts'
import { place } from './testing.ts'

const books = await openBooks()
after(() => books[Symbol.asyncDispose]())
const here = await place()
after(() => here[Symbol.asyncDispose]())

test('analytics rebuild makes the days of every workspace what they were', async () => {
  const before: string[][] = []
  const workspaces: number[] = []
  for (const zone of ['Europe/Berlin', 'Asia/Kathmandu']) {
    const workspace_id = await books.workspace(zone)
    workspaces.push(workspace_id)
    const account = await books.account(workspace_id, 'x')
    // The command checks its key against what was sealed.
    const secret = books.engine.deps.seal.close({}, secretContext(workspace_id))
    await books.db.updateTable('accounts').set({ secret }).where('id', '=', account.id).execute()
    const at = new Date('2026-03-02T20:00:00Z')
    const { deliveries } = await books.post(workspace_id, [account], at)
    await books.measure(workspace_id, deliveries[0] ?? 0, [
      { ...nothing, likes: 3, taken_at: at },
      { ...nothing, likes: 8, taken_at: new Date('2026-03-05T20:00:00Z') },
    ])
    before.push(await books.days(workspace_id))
  }
  await books.db.deleteFrom('account_days').execute()
  await books.db
    .updateTable('delivery_days')
    .set({ likes: 999, day: '1999-12-31' })
    .where('likes', '=', 3)
    .execute()

  const answer = await here.crier(['analytics', 'rebuild', '--json'], {
    DATABASE_URL: urlOf(books.engine.config),
    SECRET_KEY,
  })
  assert.equal(answer.code, 0, answer.stderr)
  assert.deepEqual(JSON.parse(answer.stdout), { workspaces: 2 })
  for (const [index, workspace_id] of workspaces.entries())
    assert.deepEqual(await books.days(workspace_id), before[index])
})
