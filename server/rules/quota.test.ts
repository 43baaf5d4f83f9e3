import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthOf, resetsAt } from './quota.ts'

for (const [time, month, resets] of [
  ['2026-11-20T12:00:00Z', '2026-11-01', '2026-12-01T00:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00Z', '2027-01-01', '2027-02-01T00:00:00.000Z'],
  ['2028-02-29T00:00:00Z', '2028-02-01', '2028-03-01T00:00:00.000Z'],
  // Months are UTC's, wherever the caller is.
  ['2026-12-01T00:30:00+02:00', '2026-11-01', '2026-12-01T00:00:00.000Z'],
] as const) {
  test(`a post of ${time} is charged to ${month}`, () => {
    assert.equal(monthOf(new Date(time)), month)
    assert.equal(resetsAt(new Date(time)), resets)
  })
}
