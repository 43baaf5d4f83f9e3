import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBench, openRun } from '../../../test/platform-bench.ts'
import { drive } from '../../../test/reference-driver.ts'
import { failureOf, publication, runAll } from '../../kit/test/stage.ts'
import { MENTION, messageOf } from '../text.ts'
import { json, publishing } from './testing.ts'

const ENGINES = 'Engines (105000000000003)'
const AND_SONS = 'Engines & Sons (Berlin) (77)'

test('a Page is mentioned by its number where its name stands, the longest name first', () => {
  for (const [text, message] of [
    ['Thanks, @Engines!', 'Thanks, @[105000000000003]!'],
    ['@Engines & Sons (Berlin) and @Engines', '@[77] and @[105000000000003]'],
    ['me@Engines.example, @Enginesmith, Engines', 'me@Engines.example, @Enginesmith, Engines'],
  ] as const)
    assert.equal(messageOf(text, [ENGINES, AND_SONS]), message)
  assert.equal(messageOf('Thanks, @Engines!'), 'Thanks, @Engines!')
})

test('a mention is a name and the number of a Page', () => {
  for (const good of [ENGINES, AND_SONS]) assert.match(good, MENTION)
  for (const wrong of ['Engines', 'Engines (acme)', ' (77)', 'A]B (77)', '@A (77)'])
    assert.doesNotMatch(wrong.trim(), MENTION)
})

test('the message names numbers, and comments below say what was written', async () => {
  const post = publication({
    text: 'Made with @Engines',
    first_comment: 'By @Engines',
    options: { mentions: [ENGINES] },
  })
  const { steps, asked } = publishing(post, json({ id: '1055_77' }), json({ id: '77_1' }))
  await runAll(steps)
  assert.deepEqual(
    asked.map(({ form }) => form['message']),
    ['Made with @[105000000000003]', 'By @Engines'],
  )
})

const mentioning = {
  text: 'Built together with @Engines in one long summer',
  options: { mentions: [ENGINES] },
}

test('after a lost answer a post is known by the name that stands for the number, and goes out once', async () => {
  for (const fault of ['landed_cut', 'landed_500']) {
    await using bench = await openBench('facebook')
    const run = await openRun(bench, { ...mentioning, media: [] })
    bench.emulator.faults.set({ account: '*', fault, on: 'post' })
    const { receipt } = await drive(run)
    assert.deepEqual(
      bench.emulator.posts().map(({ id }) => id),
      [receipt.platform_post_id],
    )
    assert.equal(bench.emulator.faults.played[fault], 1)
  }
})

test('…and where Facebook took the mention out, it is a doubt and no second post', async () => {
  await using bench = await openBench('facebook')
  const run = await openRun(bench, { ...mentioning, media: [] })
  bench.emulator.faults.set({ account: '*', fault: 'mentions_stripped', on: 'post' })
  bench.emulator.faults.set({ account: '*', fault: 'landed_cut', on: 'post' })
  const failure = await failureOf(drive(run))
  assert.equal(failure.kind, 'unknown')
  const [post, ...others] = bench.emulator.posts()
  assert.equal(post?.text, 'Built together with  in one long summer')
  assert.deepEqual(others, [])
})
