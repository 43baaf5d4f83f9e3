import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tid } from '../tid.ts'

const at = new Date('2026-11-20T12:00:00.000Z')

test('a key has the form that servers ask for and carries the time', () => {
  const key = tid(at, 0, 'post')
  assert.match(key, /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/)
  const value = Array.from(key).reduce(
    (sum, letter) => sum * 32n + BigInt('234567abcdefghijklmnopqrstuvwxyz'.indexOf(letter)),
    0n,
  )
  assert.equal(value >> 10n, BigInt(at.getTime()) * 1000n)
})

test('deliveries of the same millisecond, and a post and its comment, never share a key', () => {
  const keys = new Set<string>()
  for (let delivery = 0; delivery < 50_000; delivery++) {
    keys.add(tid(at, delivery, 'post')).add(tid(at, delivery, 'comment'))
  }
  assert.equal(keys.size, 100_000)
})

test('keys sort by time', () => {
  const keys = [0, 1, 999, 60_000, 86_400_000].map((ms) =>
    tid(new Date(at.getTime() + ms), 7, 'post'),
  )
  assert.deepEqual(keys.toSorted(), keys)
})
