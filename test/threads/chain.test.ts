import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryPost } from '#operations/posts/retry-post.ts'
import { inARow, onStage } from './thread-stage.ts'

const CHAINS = ['x', 'bluesky', 'threads'] as const
const HOUR = 3_600_000

for (const platform of CHAINS) {
  test(`${platform}: a thread goes out in order, each part below the one before, its comment last and below the first`, async () => {
    await using engine = await onStage(platform)
    // Threads fetches files by their address, and this instance has none.
    const pictures = platform === 'threads' ? 0 : 1
    const id = await engine.thread('Whole', { first_comment: 'Said below', pictures })
    await engine.run()
    assert.deepEqual(engine.chain(), [...inARow(engine.textsOf('Whole')), ['Said below', 0]])
    const { outcome, parts, platform_post_id, warnings } = await engine.seen(id)
    assert.deepEqual([outcome, warnings], ['published', []])
    const ids = engine.emulator(platform).posts().slice(0, 5)
    assert.deepEqual(
      parts.map((each) => [each.part, each.status, each.platform_post_id]),
      ids.map((post, index) => [index + 1, 'published', post.id]),
    )
    assert.ok(parts.every(({ platform_url }) => platform_url))
    assert.equal(platform_post_id, ids[0]?.id)
  })

  test(`${platform}: a worker may die before or behind any call, and every part goes out once and in order`, async () => {
    await using engine = await onStage(platform)
    await engine.thread('Counting')
    let calls = 0
    await engine.kill('before', () => ++calls < 0)
    assert.ok(calls >= 5, `${calls} calls`)
    let texts = engine.textsOf('Counting')
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; at <= calls; at++) {
        const name = `Killed ${when} call ${at}`
        const id = await engine.thread(name)
        assert.ok(await engine.kill(when, (_, number) => number === at), name)
        await engine.run()
        const { outcome, warnings } = await engine.seen(id)
        assert.deepEqual([outcome, warnings], ['published', []], name)
        texts = [...texts, ...engine.textsOf(name)]
        assert.deepEqual(engine.texts(platform), texts, name)
      }
    }
    for (const [index, [, above]] of engine.chain().entries())
      assert.equal(above, index % 5 === 0 ? null : index - 1)
  })
}

test('a part that is refused for good leaves the thread partial; a retry sends what is missing, and nothing twice', async () => {
  await using engine = await onStage('x')
  const texts = engine.textsOf('Refused')
  // X refuses what this account said a short while ago.
  await engine.post(engine.workspace_id, { text: texts[2] ?? '', accounts: [engine.account_id] })
  await engine.run()
  const id = await engine.thread('Refused')
  await engine.run()
  const before = await engine.seen(id)
  assert.deepEqual([before.outcome, before.status], ['partial', 'failed'])
  assert.equal(before.error_code, 'duplicate_content')
  assert.match(before.error_message ?? '', /^Part 3 of 5: /)
  assert.deepEqual(
    before.parts.map(({ status, error_code }) => [status, error_code]),
    [
      ['published', null],
      ['published', null],
      ['failed', 'duplicate_content'],
      ['pending', null],
      ['pending', null],
    ],
  )
  assert.ok(before.platform_url)
  assert.equal((await engine.postRow(id)).status, 'published')
  engine.advance(7 * HOUR)
  await engine.ask(engine.workspace_id, retryPost, { id })
  assert.equal((await engine.seen(id)).outcome, 'publishing')
  assert.equal((await engine.delivery(id)).status, 'publishing')
  await engine.run()
  assert.deepEqual(engine.texts('x'), [texts[2], ...texts])
  const chain = engine.chain().slice(1)
  assert.deepEqual(
    chain.map(([, above]) => above),
    [null, 1, 2, 3, 4],
  )
  assert.equal((await engine.seen(id)).outcome, 'published')
})

test('what is missing of a thread is not sent a day later by itself, and is when somebody asks', async () => {
  await using engine = await onStage('x')
  const id = await engine.thread('Late')
  await engine.kill('after', (url) => url.endsWith('/2/tweets') && engine.texts('x').length === 2)
  engine.advance(25 * HOUR)
  await engine.run()
  const late = await engine.seen(id)
  assert.deepEqual([late.outcome, late.error_code], ['partial', 'thread_unfinished'])
  assert.deepEqual(
    late.parts.map(({ status }) => status),
    ['published', 'published', 'failed', 'pending', 'pending'],
  )
  await engine.ask(engine.workspace_id, retryPost, { id })
  await engine.run()
  assert.deepEqual(engine.chain(), inARow(engine.textsOf('Late')))
})

for (const platform of CHAINS) {
  test(`${platform}: when a part was taken down by its author, the thread ends there and says so`, async () => {
    await using engine = await onStage(platform)
    const id = await engine.thread('Gone')
    assert.ok(await engine.kill('before', engine.begins(3)))
    const last = engine.emulator(platform).posts().at(-1)?.id ?? assert.fail('nothing is there')
    engine.emulator(platform).take_down?.(last)
    await engine.run()
    const { outcome, error_code, parts } = await engine.seen(id)
    assert.deepEqual([outcome, error_code], ['partial', 'parent_gone'])
    assert.deepEqual(
      parts.map((part) => part.error_code),
      [null, null, 'parent_gone', null, null],
    )
  })
}
