/** What a worker claims while most of its hands are out, or all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWorker } from '#publishing/worker.ts'
import { type Engine, openEngine } from '../engine.ts'

async function posting(engine: Engine) {
  const workspace = await engine.workspace()
  const accounts = [await engine.connect(workspace, 'x')]
  return (text: string) => engine.post(workspace, { text, accounts })
}

function workerOf(engine: Engine, concurrency: number) {
  const worker = startWorker({
    ...engine.deps,
    claims: engine,
    together: engine.db,
    name: 'ahead',
    concurrency,
    limits: { x: { at_once: 100, per_day: null } },
    lease: 60_000,
    onNews: () => () => {},
  })
  return { [Symbol.asyncDispose]: () => worker.stop() }
}

test('what follows is claimed while the call before it is still under way, once it is known how long one takes', async () => {
  await using engine = await openEngine({ real: true })
  const posts = Array.from({ length: 8 }, (_, n) => `Text ${n}`)
  const post = await posting(engine)
  for (const text of posts) await post(text)
  let calling = 0
  let most = 0
  let ahead = 0
  engine.wire.around = async (send, url) => {
    if (!url.endsWith('/2/tweets')) return send()
    calling++
    most = Math.max(most, calling)
    // The end of the one before is written down long before that.
    await sleep(400)
    const claimed = await engine.db
      .selectFrom('deliveries')
      .select('id')
      .where('status', '=', 'publishing')
      .execute()
    ahead = Math.max(ahead, claimed.length - 1)
    return send().finally(() => {
      calling--
    })
  }
  await using _ = workerOf(engine, 1)
  while (engine.texts('x').length < posts.length) await sleep(20)
  assert.equal(most, 1)
  assert.ok(ahead > 0)
})

test('a single hand is used, though a claim for so few waits a moment', async () => {
  await using engine = await openEngine({ real: true })
  const slow = Array.from({ length: 7 }, (_, n) => `Slow ${n}`)
  const quick = ['Quick one', 'Quick two']
  const post = await posting(engine)
  for (const text of slow) await post(text)
  const over = Promise.withResolvers<void>()
  let out = 0
  engine.wire.around = async (send, url) => {
    if (url.endsWith('/2/tweets') && out++ < slow.length) await over.promise
    return send()
  }
  await using _ = workerOf(engine, 8)
  while (out < slow.length) await sleep(20)
  const enough = AbortSignal.timeout(30_000)
  for (const text of quick) {
    // Nobody takes those that are out for soon back any more.
    await sleep(400)
    await post(text)
    while (!enough.aborted && !engine.texts('x').includes(text)) await sleep(20)
  }
  assert.deepEqual(engine.texts('x'), quick)
  over.resolve()
  while (engine.texts('x').length < slow.length + quick.length) await sleep(20)
})
