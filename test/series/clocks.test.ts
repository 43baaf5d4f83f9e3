/** Series over changes of the clock. The tables were worked out by hand, from the zones' published rules. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { occurrences } from '#rules/recurrence.ts'
import { ruleOf } from '#rules/recurrence-text.ts'

type Row = [local: string, utc: string | undefined]

function timesOf(timezone: string, starts_at: string, rule: string): Row[] {
  const all = occurrences({ rule: ruleOf(rule), starts_at, timezone }, new Date('2030-01-01'))
  return [...all].map(({ local, at }) => [local, at?.toISOString().slice(0, 16)])
}

test('Berlin: half past two comes twice in October, and not at all in March', () => {
  // UTC+2 until 25 October 2026 at 01:00 UTC, UTC+1 until 28 March 2027 at 01:00 UTC, then UTC+2.
  assert.deepEqual(
    timesOf('Europe/Berlin', '2026-09-27T02:30', 'FREQ=MONTHLY;BYDAY=-1SU;COUNT=8'),
    [
      ['2026-09-27T02:30', '2026-09-27T00:30'],
      // The first of the two.
      ['2026-10-25T02:30', '2026-10-25T00:30'],
      ['2026-11-29T02:30', '2026-11-29T01:30'],
      ['2026-12-27T02:30', '2026-12-27T01:30'],
      ['2027-01-31T02:30', '2027-01-31T01:30'],
      ['2027-02-28T02:30', '2027-02-28T01:30'],
      // An hour later, as the clocks jump: 03:30 there.
      ['2027-03-28T02:30', '2027-03-28T01:30'],
      ['2027-04-25T02:30', '2027-04-25T00:30'],
    ],
  )
})

test('New York: half past one comes twice in November, half past two not at all in March', () => {
  // UTC-4 until 1 November 2026 at 06:00 UTC, UTC-5 until 14 March 2027 at 07:00 UTC, then UTC-4.
  const rule = 'FREQ=MONTHLY;BYDAY=1SU,2SU;COUNT=14'
  assert.deepEqual(timesOf('America/New_York', '2026-10-01T01:30', rule), [
    ['2026-10-04T01:30', '2026-10-04T05:30'],
    ['2026-10-11T01:30', '2026-10-11T05:30'],
    // The first of the two.
    ['2026-11-01T01:30', '2026-11-01T05:30'],
    ['2026-11-08T01:30', '2026-11-08T06:30'],
    ['2026-12-06T01:30', '2026-12-06T06:30'],
    ['2026-12-13T01:30', '2026-12-13T06:30'],
    ['2027-01-03T01:30', '2027-01-03T06:30'],
    ['2027-01-10T01:30', '2027-01-10T06:30'],
    ['2027-02-07T01:30', '2027-02-07T06:30'],
    ['2027-02-14T01:30', '2027-02-14T06:30'],
    ['2027-03-07T01:30', '2027-03-07T06:30'],
    // Half an hour before they jump.
    ['2027-03-14T01:30', '2027-03-14T06:30'],
    ['2027-04-04T01:30', '2027-04-04T05:30'],
    ['2027-04-11T01:30', '2027-04-11T05:30'],
  ])
  assert.deepEqual(
    timesOf('America/New_York', '2026-10-25T02:30', 'FREQ=WEEKLY;INTERVAL=20;COUNT=2'),
    [
      ['2026-10-25T02:30', '2026-10-25T06:30'],
      // 140 days later; 03:30 there.
      ['2027-03-14T02:30', '2027-03-14T07:30'],
    ],
  )
  assert.deepEqual(timesOf('America/New_York', '2026-11-01T02:30', 'FREQ=WEEKLY;COUNT=2'), [
    // Behind the change, so it comes once.
    ['2026-11-01T02:30', '2026-11-01T07:30'],
    ['2026-11-08T02:30', '2026-11-08T07:30'],
  ])
})

test('Lord Howe: clocks change by half an hour', () => {
  // UTC+10:30 until 3 October 2026 at 15:30 UTC, UTC+11 until 3 April 2027 at 15:00 UTC, then UTC+10:30.
  const rule = 'FREQ=MONTHLY;BYDAY=1SU;COUNT=9'
  assert.deepEqual(timesOf('Australia/Lord_Howe', '2026-09-06T01:45', rule), [
    ['2026-09-06T01:45', '2026-09-05T15:15'],
    ['2026-10-04T01:45', '2026-10-03T15:15'],
    ['2026-11-01T01:45', '2026-10-31T14:45'],
    ['2026-12-06T01:45', '2026-12-05T14:45'],
    ['2027-01-03T01:45', '2027-01-02T14:45'],
    ['2027-02-07T01:45', '2027-02-06T14:45'],
    ['2027-03-07T01:45', '2027-03-06T14:45'],
    // The first of the two.
    ['2027-04-04T01:45', '2027-04-03T14:45'],
    ['2027-05-02T01:45', '2027-05-01T15:15'],
  ])
  assert.deepEqual(timesOf('Australia/Lord_Howe', '2026-09-06T02:15', rule), [
    ['2026-09-06T02:15', '2026-09-05T15:45'],
    // Half an hour later, as the clocks jump: 02:45 there.
    ['2026-10-04T02:15', '2026-10-03T15:45'],
    ['2026-11-01T02:15', '2026-10-31T15:15'],
    ['2026-12-06T02:15', '2026-12-05T15:15'],
    ['2027-01-03T02:15', '2027-01-02T15:15'],
    ['2027-02-07T02:15', '2027-02-06T15:15'],
    ['2027-03-07T02:15', '2027-03-06T15:15'],
    ['2027-04-04T02:15', '2027-04-03T15:45'],
    ['2027-05-02T02:15', '2027-05-01T15:45'],
  ])
})

test('on a date that a zone leaves out altogether there is none, and it counts', () => {
  // Samoa went over the date line: 29 December 2011 was followed by the 31st.
  assert.deepEqual(timesOf('Pacific/Apia', '2011-12-29T09:00', 'FREQ=DAILY;COUNT=3'), [
    ['2011-12-29T09:00', '2011-12-29T19:00'],
    ['2011-12-30T09:00', undefined],
    ['2011-12-31T09:00', '2011-12-30T19:00'],
  ])
})

test('UNTIL is read by the clock of the series, or in UTC, and is the last that may be', () => {
  const until = (text: string) =>
    timesOf('America/New_York', '2026-12-01T20:00', `FREQ=DAILY;UNTIL=${text}`).length
  assert.equal(until('20261203'), 3)
  assert.equal(until('20261203T200000'), 3)
  assert.equal(until('20261203T195900'), 2)
  // 20:00 in New York is 01:00 UTC of the next day.
  assert.equal(until('20261204T010000Z'), 3)
  assert.equal(until('20261204T005959Z'), 2)
})
