import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockIn, formatOf } from './clock.ts'

const now = new Date('2026-11-22T08:30:00Z')

test('the time is told by the clock of each zone', () => {
  assert.equal(clockIn('Europe/Berlin', now), 'Sunday 2026-11-22 09:30')
  assert.equal(clockIn('America/New_York', now), 'Sunday 2026-11-22 03:30')
  assert.equal(clockIn('Europe/Berlin', now), 'Sunday 2026-11-22 09:30')
})

test('a form of a zone is made once, and one of no zone never', () => {
  const form = () => formatOf('en', { timeZone: 'Europe/Berlin', weekday: 'long' })
  assert.equal(form(), form())
  assert.notEqual(form(), formatOf('en', { timeZone: 'Europe/Paris', weekday: 'long' }))
  for (let again = 0; again < 2; again++)
    assert.throws(() => formatOf('en', { timeZone: 'Europe/Nowhere' }), RangeError)
})

test('telling the time ten thousand times takes no memory to speak of', () => {
  clockIn('Asia/Tokyo', now)
  const before = process.memoryUsage().rss
  for (let call = 0; call < 10_000; call++) clockIn('Asia/Tokyo', now)
  assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024)
})
