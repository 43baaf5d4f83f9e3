/** A thread that broke off because nobody told which post its beginning became: a late number still settles that. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watch } from '#publishing/watch.ts'
import { retryPost } from '#operations/posts/retry-post.ts'
import { onStage } from './thread-stage.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TEXT = 'Of the lighthouse'

/** Its beginning is out, as its container says, and is shown in no list for six hours: its rest is given up. */
async function brokenOff() {
  const engine = await onStage('threads')
  engine.fault('threads', 'hidden_read', { times: 1000, on: 'read' })
  engine.loses(1, 'landed_cut')
  const id = await engine.thread(TEXT)
  const began = engine.now().getTime()
  while (engine.now().getTime() < began + 8 * HOUR) {
    for (const work of await engine.claim()) await engine.carry(work)
    engine.advance(5 * MINUTE)
  }
  const row = await engine.delivery(id)
  assert.deepEqual([row.status, row.error_code], ['failed', 'thread_unfinished'])
  assert.equal(row.platform_post_id, null)
  engine.emulator('threads').faults.clear()
  const rounds = async () => {
    for (const pause of [10 * MINUTE, HOUR, 6 * HOUR]) {
      engine.advance(pause)
      await watch(engine.db, engine.deps)
    }
    return engine.delivery(id)
  }
  return Object.assign(engine, { id, rounds })
}

test('a thread that ended behind a beginning whose number is owed is looked for until it is shown', async () => {
  await using engine = await brokenOff()
  const row = await engine.rounds()
  const [root] = engine.emulator('threads').posts()
  assert.deepEqual([row.status, row.error_code], ['failed', 'thread_unfinished'])
  assert.equal(row.platform_post_id, root?.id)
  assert.ok(row.platform_url)
  assert.equal(row.watch_at, null)
  const seen = await engine.seen(engine.id)
  assert.equal(seen.parts[0]?.platform_post_id, root?.id)
})

test('…and a retry then sends what is missing below it, each part once', async () => {
  await using engine = await brokenOff()
  await engine.rounds()
  await engine.ask(engine.workspace_id, retryPost, { id: engine.id })
  await engine.run()
  const row = await engine.delivery(engine.id)
  assert.equal(row.status, 'published', JSON.stringify(row))
  assert.deepEqual(
    engine.chain().map(([text]) => text),
    engine.textsOf(TEXT),
  )
})
