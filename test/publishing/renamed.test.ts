/** A platform that shows a name where a text has a handle, and tells nothing of it: one lost answer in a hundred was a question. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedOf, shownOddly } from '../../sandbox/kit/oddities.ts'
import { openEngine } from '../engine.ts'

const TEXT = 'With @ben.sandbox.test and #bread in it today'
const RENAMED = 'With Ada’s Letterpress and #bread in it today'

test('a post of ours that is shown with a name for its handle is found where our app speaks for it', async () => {
  await using engine = await openEngine()
  const workspace = await engine.workspace()
  const account = await engine.connect(workspace, 'facebook')
  await engine.post(workspace, { text: 'Out at once, as most are', accounts: [account] })
  await engine.run()
  engine.advance(60_000)
  engine.fault('facebook', 'landed_cut')
  const id = await engine.post(workspace, { text: TEXT, accounts: [account] })
  for (const work of await engine.claim()) await engine.carry(work)
  const post = engine
    .emulator('facebook')
    .posts()
    .find(({ text }) => text === TEXT)
  assert.ok(post)
  const seeds = Array.from({ length: 5_000 }, (_, seed) => seed)
  const seed = seeds.find((one) => shownOddly(TEXT, seedOf(one, post.id)) === RENAMED)
  assert.ok(seed !== undefined)
  engine.fault('facebook', 'shown_oddly', { seed, times: 1_000, on: '*' })
  await engine.run()
  const row = await engine.delivery(id)
  assert.deepEqual(
    [row.status, row.platform_post_id],
    ['published', post.id],
    row.error_message ?? '',
  )
  assert.equal(engine.texts('facebook').length, 2)
})
