import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missedWindow, isSettled, tryAgainAt } from './delivery.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const HOUR = 3_600_000
const later = (ms: number) => new Date(NOW.getTime() + ms)

const pause = (tried: Partial<Parameters<typeof tryAgainAt>[0]>) => {
  const at = tryAgainAt({
    tries: 1,
    wanted_at: NOW,
    now: NOW,
    retry_at: undefined,
    pace: 1,
    ...tried,
  })
  return at && at.getTime() - NOW.getTime()
}

test('pauses grow to half an hour, and twenty tries are enough', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 19].map((tries) => pause({ tries }))
  const seconds = [15, 30, 60, 120, 300, 600, 1200, 1800, 1800, 1800]
  assert.deepEqual(
    pauses,
    seconds.map((each) => each * 1000),
  )
  assert.equal(pause({ tries: 20 }), undefined)
})

test('a quicker pace shortens our own pauses, never the platform’s', () => {
  assert.equal(pause({ pace: 100 }), 150)
  assert.equal(pause({ pace: 100, retry_at: later(HOUR) }), HOUR)
})

test('a time that the platform names is kept to, in the past it is a second', () => {
  assert.equal(pause({ retry_at: later(90_000) }), 90_000)
  assert.equal(pause({ retry_at: later(-HOUR) }), 1000)
  assert.equal(pause({ tries: 19, retry_at: later(0) }), 1000)
})

test('a platform that says now for ever is asked ever more seldom, for its whole day', () => {
  assert.equal(pause({ tries: 20, retry_at: later(0) }), 1_800_000)
  assert.equal(pause({ tries: 500, retry_at: later(0) }), 1_800_000)
})

test('nothing is tried a day after its time', () => {
  assert.equal(pause({ retry_at: later(24 * HOUR) }), 24 * HOUR)
  assert.equal(pause({ retry_at: later(24 * HOUR + 1) }), undefined)
  assert.equal(pause({ wanted_at: later(-24 * HOUR) }), undefined)
})

test('a post missed its window when its time is more than a day ago', () => {
  assert.ok(!missedWindow(later(-24 * HOUR), NOW))
  assert.ok(missedWindow(later(-24 * HOUR - 1), NOW))
  assert.ok(!missedWindow(later(HOUR), NOW))
})

test('what is published, failed or blocked stays so', () => {
  for (const status of ['published', 'failed', 'blocked'] as const) assert.ok(isSettled(status))
  for (const status of ['pending', 'publishing'] as const) assert.ok(!isSettled(status))
})
