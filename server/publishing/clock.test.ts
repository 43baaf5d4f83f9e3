import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offsetOf } from './clock.ts'

const clock = (offset: number, round_trip: number) => ({ offset, round_trip })
const UNMEASURED = 600_000

test('a clock that nobody heard, or that was set between the call and the last look, is off by ten minutes at most', () => {
  assert.deepEqual(offsetOf(null, [], 1), { offset: 0, error: UNMEASURED })
  assert.deepEqual(offsetOf(null, [null], 1), { offset: 0, error: UNMEASURED })
  const set = [clock(2_000, 20), clock(7_001, 20)]
  assert.deepEqual(offsetOf(clock(2_000, 20), set, 1), { offset: 2_000, error: UNMEASURED })
})

test('one that was heard is off by five seconds and the round trip', () => {
  assert.deepEqual(offsetOf(clock(2_000, 300), [], 1), { offset: 2_000, error: 5_300 })
  assert.deepEqual(offsetOf(null, [clock(2_000, 300)], 1), { offset: 2_000, error: 5_300 })
  assert.deepEqual(offsetOf(null, [clock(2_000, 300), null], 1), { offset: 2_000, error: 5_300 })
})

test('of those that tell the same the one that was answered soonest tells it best', () => {
  const looks = [clock(2_300, 40), clock(2_900, 1_900)]
  assert.deepEqual(offsetOf(clock(2_600, 1_600), looks, 1), { offset: 2_300, error: 5_040 })
  assert.deepEqual(offsetOf(null, looks, 1), { offset: 2_300, error: 5_040 })
  assert.deepEqual(offsetOf(clock(2_300, 40), [clock(2_900, 1_900)], 1), {
    offset: 2_300,
    error: 5_040,
  })
})

test('…and one that tells another time by more than both may be off tells nothing of the call', () => {
  const send = clock(2_000, 400)
  // 700 ms and 520 ms: how far either may be off.
  assert.deepEqual(offsetOf(send, [clock(3_220, 40)], 1), { offset: 3_220, error: 5_040 })
  assert.deepEqual(offsetOf(send, [clock(3_221, 40)], 1), { offset: 2_000, error: 5_400 })
  // Between the looks it was set: the last one is what the call is told by, where nothing else is.
  assert.deepEqual(offsetOf(null, [clock(9_000, 10), clock(2_000, 400)], 1), {
    offset: 2_000,
    error: 5_400,
  })
})

test('a clock set by less than they can tell is within the error all the same', () => {
  const send = clock(0, 5_000)
  const look = clock(3_500, 20)
  const { offset, error } = offsetOf(send, [look], 1)
  assert.equal(offset, 3_500)
  // The call's own word: from 3 s before to 3 s after.
  assert.equal(error, 6_500)
  assert.ok(offset - error <= -3_000 && offset + error >= 3_000)
})

test('where pauses are divided what is measured is as much coarser, by the best of the measures', () => {
  const looks = [clock(2_000, 100), clock(2_400, 2_000)]
  assert.deepEqual(offsetOf(null, looks, 30), { offset: 2_000, error: 46_500 })
  assert.deepEqual(offsetOf(null, [clock(2_400, 2_000)], 30), { offset: 2_400, error: 75_000 })
})

test('whatever was heard at all is measured well enough for words, at the pace of the experiment too', () => {
  // An answer that took longer tells no time.
  const slowest = clock(2_000, 5_000)
  assert.equal(offsetOf(slowest, [], 1).error, 10_000)
  assert.equal(offsetOf(slowest, [], 30).error, 2 * 60_000)
})
