/** Nothing here waits for a clock: a test says itself when the time of a task is up. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { launch } from './launch.ts'
import { type TaskEnd, pool } from './pool.ts'

const STUB = join(import.meta.dirname, 'stub-child.ts')

function stage({ size = 1, idle_ms = 60_000 } = {}) {
  const children: ReturnType<typeof launch>[] = []
  const limits: AbortController[] = []
  const workers = pool({
    size,
    idle_ms,
    launch() {
      const child = launch(STUB, 'single')
      children.push(child)
      return child
    },
    limit() {
      const controller = new AbortController()
      limits.push(controller)
      return controller.signal
    },
  })
  return { workers, children, limits, [Symbol.asyncDispose]: () => workers[Symbol.asyncDispose]() }
}

const Reply = z.object({ pid: z.int(), tasks: z.int() })
const replyOf = (outcome: TaskEnd) => Reply.parse('answer' in outcome ? outcome.answer : outcome)

async function until(holds: () => boolean) {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve))
}

test('no child starts before there is something to do, and one that is warm is used again', async () => {
  await using at = stage()
  assert.equal(at.children.length, 0)
  const first = replyOf(await at.workers.run({ do: 'answer' }))
  const second = replyOf(await at.workers.run({ do: 'answer' }))
  assert.deepEqual([second.pid, second.tasks], [first.pid, 2])
})

test('a child in an endless loop is killed, and the next file is served by another', async () => {
  await using at = stage()
  const warm = replyOf(await at.workers.run({ do: 'answer' }))
  const looping = at.workers.run({ do: 'loop' })
  const next = at.workers.run({ do: 'answer' })
  await until(() => at.limits.length === 2)
  at.limits[1]?.abort()
  assert.deepEqual(await looping, { lost: 'time' })
  assert.notEqual(replyOf(await next).pid, warm.pid)
  assert.equal(at.children[0]?.signalCode, 'SIGKILL')
})

test('a child that takes more memory than it may dies of it, alone', async () => {
  await using at = stage()
  assert.deepEqual(await at.workers.run({ do: 'eat' }), { lost: 'death' })
  assert.equal(replyOf(await at.workers.run({ do: 'answer' })).tasks, 1)
})

test('a file whose child died is tried once more on a fresh child, and only then given up', async () => {
  await using at = stage()
  await at.workers.run({ do: 'answer' })
  assert.equal(replyOf(await at.workers.run({ do: 'die unless fresh' })).tasks, 1)
  assert.deepEqual(await at.workers.run({ do: 'die' }), { lost: 'death' })
  // Two died, and each was followed by one that is warm already.
  assert.equal(at.children.length, 4)
  assert.equal(replyOf(await at.workers.run({ do: 'answer' })).tasks, 1)
  assert.equal(at.children.length, 4)
})

test('the work of a caller who left is dropped, and a warm child takes the next', async () => {
  await using at = stage()
  const caller = new AbortController()
  const dropped = at.workers.run({ do: 'loop' }, caller.signal)
  await until(() => at.limits.length === 1)
  caller.abort()
  assert.deepEqual(await dropped, { lost: 'left' })
  assert.equal(at.children[0]?.signalCode, 'SIGKILL')
  assert.deepEqual(await at.workers.run({ do: 'loop' }, caller.signal), { lost: 'left' })
  assert.equal(replyOf(await at.workers.run({ do: 'answer' })).tasks, 1)
  assert.equal(at.children.length, 2)
})

test('many files share a few children, and each gets its own answer', async () => {
  await using at = stage({ size: 2 })
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, () => at.workers.run({ do: 'answer' })),
  )
  const pids = new Set(outcomes.map((outcome) => replyOf(outcome).pid))
  assert.ok(pids.size <= 2 && at.children.length <= 2)
  const done = outcomes.map((outcome) => replyOf(outcome)).sort((a, b) => a.tasks - b.tasks)
  assert.equal(new Set(done.map(({ pid, tasks }) => `${pid}/${tasks}`)).size, 40)
})

test('a slow file does not hold up the others', async () => {
  await using at = stage({ size: 2 })
  const slow = at.workers.run({ do: 'wait' })
  await until(() => at.limits.length === 1)
  for (let index = 0; index < 5; index++) replyOf(await at.workers.run({ do: 'answer' }))
  at.limits[0]?.abort()
  assert.deepEqual(await slow, { lost: 'time' })
})

test('a child with nothing to do leaves, and one that left by itself is not missed', async () => {
  await using at = stage({ idle_ms: 0 })
  await at.workers.run({ do: 'answer' })
  const [child] = at.children
  assert.ok(child)
  if (child.signalCode === null) await once(child, 'exit')
  assert.equal(replyOf(await at.workers.run({ do: 'answer' })).tasks, 1)
})

test('a program that cannot be started is an error, each time, and takes no place', async () => {
  await using workers = pool({
    size: 1,
    idle_ms: 60_000,
    limit: () => new AbortController().signal,
    launch: () => launch('/nowhere/child.ts', 'single'),
  })
  for (let index = 0; index < 3; index++) await assert.rejects(workers.run({}), /could not start/)
})

test('stopping ends the children at once, and whoever waits is told', async () => {
  const at = stage()
  const running = assert.rejects(at.workers.run({ do: 'loop' }), /stopped/)
  const waiting = assert.rejects(at.workers.run({ do: 'answer' }), /stopped/)
  await until(() => at.limits.length === 1)
  await at[Symbol.asyncDispose]()
  await Promise.all([running, waiting])
  await assert.rejects(at.workers.run({ do: 'answer' }), /stopped/)
  assert.equal(at.children.length, 1)
})
