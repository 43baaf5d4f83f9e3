/** Threads where the platform has comments only: its parts stand below the post itself, each a step of its own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryPost } from '#operations/posts/retry-post.ts'
import { onStage } from './thread-stage.ts'

/** The post of that name and what stands below it, in the order of the platform: each text with the one above. */
function standing(engine: Awaited<ReturnType<typeof onStage>>, name: string) {
  const posts = engine.emulator(engine.platform).posts()
  const first = posts.find(({ text }) => text.startsWith(name))
  return posts
    .filter(({ id, reply_to }) => id === first?.id || reply_to === first?.id)
    .map(({ text, reply_to }) => [text, reply_to === null ? null : first?.text])
}

const belowFirst = (texts: readonly string[]) =>
  texts.map((text, index) => [text, index === 0 ? null : texts[0]])

test('facebook: parts go out as comments, in order and below the post, the first comment behind them', async () => {
  await using engine = await onStage('facebook')
  const id = await engine.thread('Whole', { first_comment: 'Said last', pictures: 1 })
  await engine.run()
  assert.deepEqual(standing(engine, 'Whole'), belowFirst([...engine.textsOf('Whole'), 'Said last']))
  const { outcome, warnings, parts } = await engine.seen(id)
  assert.deepEqual([outcome, warnings], ['published', []])
  const ids = engine.emulator('facebook').posts()
  assert.deepEqual(
    parts.map((part) => [part.status, part.platform_post_id]),
    ids.slice(0, 5).map((post) => ['published', post.id]),
  )
})

test('facebook: a worker may die before or behind any call, and every comment is there once and in order', async () => {
  await using engine = await onStage('facebook')
  await engine.thread('Counting')
  let calls = 0
  await engine.kill('before', () => ++calls < 0)
  assert.ok(calls >= 5, `${calls} calls`)
  for (const when of ['before', 'after'] as const) {
    for (let at = 1; at <= calls; at++) {
      const name = `Killed ${when} call ${at}`
      const id = await engine.thread(name)
      assert.ok(await engine.kill(when, (_, number) => number === at), name)
      await engine.run()
      const { outcome, warnings } = await engine.seen(id)
      assert.deepEqual([outcome, warnings], ['published', []], name)
      assert.deepEqual(standing(engine, name), belowFirst(engine.textsOf(name)), name)
    }
  }
  assert.equal(engine.texts('facebook').length, 5 * (1 + 2 * calls))
})

for (const fault of ['landed_cut', 'landed_500', 'cut_before']) {
  test(`facebook: a comment whose answer is lost (${fault}) is looked for among those of its post, and the rest follows`, async () => {
    await using engine = await onStage('facebook')
    const id = await engine.thread('Lost')
    await engine.kill('before', engine.begins(3))
    engine.fault('facebook', fault, { times: 1, on: 'comment' })
    await engine.run()
    assert.equal((await engine.seen(id)).outcome, 'published')
    assert.deepEqual(standing(engine, 'Lost'), belowFirst(engine.textsOf('Lost')))
    assert.equal(engine.texts('facebook').length, 5)
  })
}

test('facebook: what was said below one post is not taken for the same words below another', async () => {
  await using engine = await onStage('facebook')
  const thread = ['A thread, 2/3', 'A thread, 3/3']
  const accounts = [engine.account_id]
  const first = await engine.post(engine.workspace_id, { text: 'Hear me', thread, accounts })
  await engine.run()
  const second = await engine.post(engine.workspace_id, { text: 'Hear us', thread, accounts })
  engine.fault('facebook', 'cut_before', { times: 1, on: 'comment' })
  await engine.run()
  for (const id of [first, second]) assert.equal((await engine.seen(id)).outcome, 'published')
  for (const text of ['Hear me', 'Hear us'])
    assert.deepEqual(standing(engine, text), belowFirst([text, ...thread]))
})

test('linkedin: a lost comment of a member, whom no list shows, is asked about by its number, and the answer lets the rest follow', async () => {
  await using engine = await onStage('linkedin')
  const { workspace_id, account_id } = engine
  const id = await engine.thread('Asked')
  assert.ok(await engine.kill('after', engine.begins(4)))
  await engine.run()
  const asked = await engine.seen(id)
  assert.deepEqual(
    [asked.outcome, asked.needs, asked.part, asked.blocked_reason],
    ['partial', ['decision'], 3, 'outcome_unknown'],
  )
  assert.match(asked.error_message ?? '', /^Part 3 of 5: /)
  await engine.ask(workspace_id, retryPost, { id, mark_published: [{ account_id, part: 3 }] })
  await engine.run()
  const { outcome, parts } = await engine.seen(id)
  assert.equal(outcome, 'published', JSON.stringify(parts))
  assert.deepEqual(standing(engine, 'Asked'), belowFirst(engine.textsOf('Asked')))
})
