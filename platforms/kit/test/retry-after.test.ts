import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryAfter } from '../retry-after.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

const CASES: [value: string | null, seconds: number | undefined][] = [
  ['90', 90],
  ['0.5', 1],
  ['0', 1],
  ['-30', 1],
  ['Fri, 20 Nov 2026 12:01:00 GMT', 60],
  // A clock that is behind ours.
  ['Fri, 20 Nov 2026 11:00:00 GMT', 1],
  ['2764799', 2_764_799],
  ['2764800', undefined],
  ['1e300', undefined],
  ['Infinity', undefined],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
]

for (const [value, seconds] of CASES) {
  test(`Retry-After ${JSON.stringify(value)} is ${seconds === undefined ? 'not believed' : `${seconds} s`}`, () => {
    const at = retryAfter({ headers: { get: () => value } }, NOW)
    assert.equal(at && (at.getTime() - NOW.getTime()) / 1000, seconds)
  })
}
