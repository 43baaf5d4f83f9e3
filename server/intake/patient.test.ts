import assert from 'node:assert/strict'
import { test } from 'node:test'
import { patient } from './patient.ts'

const LONG = 60_000
const part = new Uint8Array(1)

async function* parts(count: number, meanwhile: () => Promise<void> = async () => {}) {
  for (let at = 0; at < count; at++) {
    await meanwhile()
    yield part
  }
}

async function count(bytes: AsyncIterable<Uint8Array>) {
  let all = 0
  for await (const each of bytes) all += each.length
  return all
}

test('what comes is passed on, all of it', async () => {
  assert.equal(await count(patient(parts(1000), LONG)), 1000)
})

test('who falls silent is given up, whether before the first part or after some', async () => {
  for (const before of [0, 3]) {
    const silent = (async function* () {
      yield* parts(before)
      await new Promise(() => {})
    })()
    await assert.rejects(count(patient(silent, 20)), { code: 'ETIMEDOUT' })
  }
})

test('a reader who takes longer than the sender may is nobody’s silence', async () => {
  const taken: Uint8Array[] = []
  for await (const each of patient(parts(3), 20)) {
    taken.push(each)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  assert.equal(taken.length, 3)
})

test('an error of the sender is passed on, and a reader who stops early ends the sender', async () => {
  const broken = parts(2, async () => Promise.reject(new Error('broken')))
  await assert.rejects(count(patient(broken, LONG)), /broken/)
  let ended = false
  const sender = (async function* () {
    try {
      yield* parts(10)
    } finally {
      ended = true
    }
  })()
  for await (const _ of patient(sender, LONG)) break
  await new Promise(setImmediate)
  assert.ok(ended)
})
