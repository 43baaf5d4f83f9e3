import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryPost } from '#operations/posts/retry-post.ts'
import { Problem } from '#rules/problem.ts'
import { doubtOverdue } from '#store/instance.ts'
import { inARow, onStage } from './thread-stage.ts'

for (const platform of ['x', 'bluesky', 'threads']) {
  for (const fault of ['landed_cut', 'landed_500', 'cut_before']) {
    test(`${platform}: a part whose answer is lost (${fault}) is looked for, and the rest follows it`, async () => {
      await using engine = await onStage(platform)
      const id = await engine.thread('Lost')
      engine.loses(3, fault)
      await engine.run()
      const { outcome, parts } = await engine.seen(id)
      assert.equal(outcome, 'published')
      assert.deepEqual(engine.chain(), inARow(engine.textsOf('Lost')))
      assert.deepEqual(
        parts.map((part) => part.platform_post_id),
        engine
          .emulator(platform)
          .posts()
          .map((post) => post.id),
      )
    })
  }
}

test("another thread's part of the same words is not taken for ours, on one account or in another workspace", async () => {
  await using engine = await onStage('threads')
  const elsewhere = await engine.workspace_of('threads')
  const texts = ['Hear me out', 'A thread, 2/3', 'A thread, 3/3']
  const [text = '', ...thread] = texts
  const ids = [
    await engine.post(engine.workspace_id, { text, thread, accounts: [engine.account_id] }),
    await engine.post(engine.workspace_id, { text, thread, accounts: [engine.account_id] }),
    await engine.post(elsewhere.workspace_id, { text, thread, accounts: [elsewhere.account_id] }),
  ]
  // When the first parts of all three are out.
  engine.loses(4, 'landed_cut')
  await engine.run()
  const told = await Promise.all(
    ids.map(async (id, index) => {
      const within = index === 2 ? elsewhere.workspace_id : engine.workspace_id
      const { parts, outcome } = await engine.seen(id, within)
      assert.equal(outcome, 'published')
      return parts.map((part) => part.platform_post_id)
    }),
  )
  const posts = engine.emulator('threads').posts()
  assert.equal(posts.length, 9)
  assert.equal(new Set(told.flat()).size, 9)
  for (const [first, second, third] of told) {
    const above = (of: string | null | undefined) => posts.find(({ id }) => id === of)?.reply_to
    assert.deepEqual([above(second), above(third)], [first, second])
  }
})

/** Policy `ask`: what the platform does not show is a person's to say. */
async function asked(name: string) {
  const engine = await onStage('x')
  const id = await engine.thread(name, { in_doubt: 'ask' })
  assert.ok(await engine.kill('before', engine.begins(3)))
  await engine.run()
  return Object.assign(engine, { id })
}

test('a part that nobody can tell of is asked about by its number, and waits with what is behind it', async () => {
  await using engine = await asked('Asked')
  const { id, workspace_id } = engine
  const { outcome, needs, part, parts, blocked_reason, error_message } = await engine.seen(id)
  assert.deepEqual(
    [outcome, needs, part, blocked_reason],
    ['partial', ['decision'], 3, 'outcome_unknown'],
  )
  assert.match(error_message ?? '', /^Part 3 of 5: /)
  assert.deepEqual(
    parts.map(({ status }) => status),
    ['published', 'published', 'blocked', 'pending', 'pending'],
  )
  for (const wrong of [[engine.account_id], [{ account_id: engine.account_id, part: 2 }]]) {
    await assert.rejects(
      engine.ask(workspace_id, retryPost, { id, confirm_not_published: wrong }),
      (error) => error instanceof Problem && /part 3/.test(JSON.stringify(error.recovery)),
    )
  }
  await engine.ask(workspace_id, retryPost, {
    id,
    confirm_not_published: [{ account_id: engine.account_id, part: 3 }],
  })
  await engine.run()
  assert.deepEqual(engine.chain(), inARow(engine.textsOf('Asked')))
  assert.equal((await engine.seen(id)).outcome, 'published')
})

test('a part that a person found is told by its address, and what is missing follows below it', async () => {
  await using engine = await asked('Found')
  const { id, workspace_id, account_id } = engine
  // Somebody wrote it by hand meanwhile.
  const by_hand = engine
    .emulator('x')
    .appear?.({ account: 'ada_types', text: 'By hand', by: 'other_app' })
  await engine.ask(workspace_id, retryPost, {
    id,
    mark_published: [{ account_id, part: 3, url: `https://x.com/ada_types/status/${by_hand}` }],
  })
  await engine.run()
  const { outcome, parts } = await engine.seen(id)
  assert.equal(outcome, 'published')
  assert.equal(parts[2]?.platform_post_id, by_hand)
  assert.deepEqual(
    engine.chain(),
    inARow(engine.textsOf('Found').with(2, 'By hand')).with(2, ['By hand', null]),
  )
})

test('where nobody can say which post a part became, what is missing is told and not sent', async () => {
  await using engine = await asked('Nameless')
  const { id, workspace_id, account_id } = engine
  await engine.ask(workspace_id, retryPost, { id, mark_published: [{ account_id, part: 3 }] })
  await engine.run()
  const { outcome, error_code, parts } = await engine.seen(id)
  assert.deepEqual([outcome, error_code], ['partial', 'thread_unfinished'])
  assert.deepEqual(
    parts.map(({ status }) => status),
    ['published', 'published', 'published', 'failed', 'pending'],
  )
  assert.equal(engine.texts('x').length, 2)
})

test('a thread that a copy asks about is there as a whole, or not: nothing is sent behind the answer that it is', async () => {
  await using engine = await onStage('x')
  const { workspace_id, account_id } = engine
  const id = await engine.thread('Copied')
  engine.advance(60_000)
  const held_at = engine.now().toISOString()
  await engine.db.transaction().execute((tx) => doubtOverdue(tx, held_at, engine.now()))
  await engine.ask(workspace_id, retryPost, { id, mark_published: [{ account_id, part: 1 }] })
  await engine.run()
  assert.equal((await engine.seen(id)).outcome, 'published')
  assert.deepEqual(engine.texts('x'), [])
})
