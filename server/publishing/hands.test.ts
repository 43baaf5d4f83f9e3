import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handsOf } from './hands.ts'

const LONG = 60_000
const { signal } = new AbortController()

test('as many are out as there are hands, and who waits goes in the order of asking', async () => {
  const hands = handsOf({ concurrency: 2, patience: LONG })
  const first = await hands.take('x', signal)
  const second = await hands.take('x', signal)
  const gone: number[] = []
  const waiting = [3, 4].map(async (who) => {
    const hand = await hands.take('x', signal)
    gone.push(who)
    return hand
  })
  await new Promise(setImmediate)
  assert.deepEqual(gone, [])
  first?.()
  // Given back twice, it is one hand.
  first?.()
  const third = await waiting[0]
  await new Promise(setImmediate)
  assert.deepEqual(gone, [3])
  second?.()
  const fourth = await waiting[1]
  assert.deepEqual(gone, [3, 4])
  third?.()
  fourth?.()
  assert.ok(await hands.take('x', signal))
  assert.ok(await hands.take('x', signal))
})

test('each platform has hands of its own', async () => {
  const hands = handsOf({ concurrency: 1, patience: LONG })
  assert.ok(await hands.take('x', signal))
  assert.ok(await hands.take('bluesky', signal))
})

test('who has waited too long, or when all is to stop, goes without', async () => {
  const short = handsOf({ concurrency: 1, patience: 1 })
  const held = await short.take('x', signal)
  assert.equal(await short.take('x', signal), undefined)
  held?.()
  assert.ok(await short.take('x', signal), 'whoever left has taken none')

  const long = handsOf({ concurrency: 1, patience: LONG })
  await long.take('x', signal)
  const waiting = long.take('x', signal)
  long.close()
  assert.equal(await waiting, undefined)
  assert.equal(await long.take('x', signal), undefined)
})

test('whoever waits for a platform that has fallen silent goes back, and no other', async () => {
  const hands = handsOf({ concurrency: 1, patience: LONG })
  const held = await hands.take('x', signal)
  await hands.take('bluesky', signal)
  const waiting = [hands.take('x', signal), hands.take('x', signal)]
  const elsewhere = hands.take('bluesky', AbortSignal.timeout(1)).catch(() => 'waited')
  hands.disperse('x')
  assert.deepEqual(await Promise.all(waiting), [undefined, undefined])
  assert.equal(await elsewhere, 'waited')
  held?.()
  assert.ok(await hands.take('x', signal), 'who comes next is asked for anew')
})

test('who loses the lease leaves the line', async () => {
  const hands = handsOf({ concurrency: 1, patience: LONG })
  const held = await hands.take('x', signal)
  const lost = new AbortController()
  const waiting = hands.take('x', lost.signal)
  lost.abort(new Error('lost'))
  await assert.rejects(waiting, /lost/)
  await assert.rejects(hands.take('x', lost.signal), /lost/)
  held?.()
  assert.ok(await hands.take('x', signal))
})

test('as many may be claimed ahead as came free a moment ago, up to half of the hands', async () => {
  let now = 0
  const hands = handsOf({ concurrency: 8, clock: () => now, patience: LONG })
  assert.equal(hands.ahead('x'), 0)
  const all = await Promise.all(Array.from({ length: 8 }, () => hands.take('x', signal)))
  for (const hand of all.slice(0, 3)) hand?.()
  assert.equal(hands.ahead('x'), 3)
  assert.equal(hands.ahead('bluesky'), 0)
  for (const hand of all) hand?.()
  assert.equal(hands.ahead('x'), 4)
  now += 1_000
  assert.equal(
    hands.ahead('x'),
    0,
    'while calls take long nothing is claimed that others could send',
  )
})
