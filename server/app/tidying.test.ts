/** What a start leaves in memory is given back once, while nobody waits. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import { tidyOnce } from './tidying.ts'

const silent = { warn: (told: unknown) => assert.fail(JSON.stringify(told)) }

/** Busy for so many looks; answers what was done in between. */
function stage(busy_looks: number) {
  const done: string[] = []
  let looks = 0
  const around = {
    sleep: async () => void done.push('slept'),
    busy: () => (looks++ < busy_looks ? 0.5 : 0.01),
    collect: () => void done.push('collected'),
  }
  return { done, around }
}

test('it waits for as long as there is work, and is done once', async () => {
  const { done, around } = stage(2)
  await tidyOnce({ ...around, signal: new AbortController().signal }, silent)
  assert.deepEqual(done, ['slept', 'slept', 'slept', 'collected'])
})

test('a process that ends is not held up by it', async () => {
  const { done, around } = stage(0)
  const ending = new AbortController()
  const sleep = async () => ending.abort()
  await tidyOnce({ ...around, sleep, signal: ending.signal }, silent)
  assert.deepEqual(done, [])
})

test('what is not reached any more is given back, and nobody else gets what collects', async () => {
  let given_back = 0
  const registry = new FinalizationRegistry(() => given_back++)
  for (let at = 0; at < 100; at++) registry.register({ at }, at)
  const { around } = stage(0)
  const { collect: _, ...real } = around
  await tidyOnce({ ...real, signal: new AbortController().signal }, silent)
  // Told in a turn of its own.
  while (given_back < 100) await new Promise((resolve) => setImmediate(resolve))
  assert.equal(runInNewContext('typeof gc'), 'undefined')
  assert.equal('gc' in globalThis, false)
})

test('where it cannot be done the process goes on, and says so', async () => {
  const { around } = stage(0)
  const told: unknown[] = []
  const collect = () => {
    throw new Error('no such thing')
  }
  const log = { warn: (_: unknown, text?: string) => void told.push(text) }
  await tidyOnce({ ...around, collect, signal: new AbortController().signal }, log)
  assert.deepEqual(told, ['what the start left in memory could not be given back'])
})
