import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waker } from './waker.ts'

const LONG = 60_000

test('news ends a sleep', async () => {
  const { wake, sleep } = waker(LONG)
  const sleeping = sleep(LONG)
  wake()
  await sleeping
})

test('news that comes while awake ends the next sleep, and that one only', async () => {
  const { wake, sleep } = waker(LONG)
  wake()
  wake()
  await sleep(LONG)
  let slept = false
  const sleeping = sleep(LONG).then(() => (slept = true))
  await new Promise(setImmediate)
  assert.equal(slept, false)
  wake()
  await sleeping
})

test('much news within a moment is one waking', async () => {
  const { wakeSoon, sleep } = waker(1)
  for (let each = 0; each < 100; each++) wakeSoon()
  await sleep(LONG)
  await sleep(1)
})

test('a moment later nobody is woken for what is not worth it', async () => {
  let asked = 0
  const { wakeSoon, sleep } = waker(1, () => ++asked > 1)
  wakeSoon()
  let slept = false
  const sleeping = sleep(LONG).then(() => (slept = true))
  while (asked < 1) await new Promise((resolve) => setTimeout(resolve, 1))
  await new Promise(setImmediate)
  assert.equal(slept, false)
  wakeSoon()
  await sleeping
})

test('what was gathered while awake ends the next sleep if it is still worth it then', async () => {
  let worth = true
  const { wakeSoon, sleep } = waker(1, () => worth)
  const awhile = () => new Promise((resolve) => setTimeout(resolve, 10))
  wakeSoon()
  await awhile()
  worth = false
  let slept = false
  const sleeping = sleep(LONG).then(() => (slept = true))
  await awhile()
  assert.equal(slept, false)
  worth = true
  wakeSoon()
  await sleeping
  wakeSoon()
  await awhile()
  await sleep(LONG)
})

test('a sleep ends by itself', async () => {
  await waker(LONG).sleep(1)
})
