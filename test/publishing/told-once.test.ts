/** What a person says of a post whose answer was lost is said of the calls that were made by then, and of no later one. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryPost } from '#operations/posts/retry-post.ts'
import { openEngine } from '../engine.ts'

const HOUR = 3_600_000

/** Pictures on a member’s profile, where nobody can look: the first call never arrived, and a person has said so. */
async function saidNotToBeThere(...faults: readonly { fault: string; ms?: number }[]) {
  const engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'linkedin')
  engine.fault('linkedin', 'cut_before', { on: 'post' })
  const id = await engine.post(workspace, {
    text: 'Nobody can look whether this one is there',
    accounts: [account],
    pictures: 1,
  })
  await engine.run()
  assert.equal((await engine.delivery(id)).blocked_reason, 'outcome_unknown')
  for (const { fault, ...more } of faults) engine.fault('linkedin', fault, { on: 'post', ...more })
  const deny = () => engine.ask(workspace, retryPost, { id, confirm_not_published: [account] })
  await deny()
  await engine.run()
  return Object.assign(engine, { id, deny })
}

/** Calls that published or may have. */
const calls = async ({ db }: Awaited<ReturnType<typeof saidNotToBeThere>>) =>
  (await db.selectFrom('attempts').select('code').where('step', '=', 'post').execute()).filter(
    ({ code }) => code !== null && code !== 'outcome_unknown',
  ).length

test('a call that was made since, and whose answer is lost as well, is a question again, and not a third call', async () => {
  await using engine = await saidNotToBeThere({ fault: 'landed_cut' })
  assert.equal((await engine.delivery(engine.id)).blocked_reason, 'outcome_unknown')
  assert.equal(engine.texts('linkedin').length, 1)
  assert.equal(await calls(engine), 2)
})

test('…which a person may answer again', async () => {
  await using engine = await saidNotToBeThere({ fault: 'cut_before' })
  assert.equal((await engine.delivery(engine.id)).blocked_reason, 'outcome_unknown')
  await engine.deny()
  await engine.run()
  assert.equal((await engine.delivery(engine.id)).status, 'published')
  assert.equal(engine.texts('linkedin').length, 1)
})

test('of a call that was put off nothing is new: it is made again without another question', async () => {
  await using engine = await saidNotToBeThere({ fault: 'rate_limited', ms: HOUR })
  assert.equal((await engine.delivery(engine.id)).status, 'published')
  assert.equal(engine.texts('linkedin').length, 1)
})
