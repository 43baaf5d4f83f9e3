/** Rules as somebody else reads them: the npm package rrule, which counts by the same standard and shares no line with ours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
// oxlint-disable-next-line import/default -- It is CommonJS, which Node gives as a default.
import rrule from 'rrule'
import { occurrences } from '#rules/recurrence.ts'
import { example, parseRule, ruleOf } from '#rules/recurrence-text.ts'

const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const some = <Value>(list: fc.Arbitrary<Value>, maxLength: number) =>
  fc.uniqueArray(list, { minLength: 1, maxLength })
const monthDay = fc.oneof(fc.integer({ min: 1, max: 31 }), fc.integer({ min: -31, max: -1 }))
const numbered = fc
  .tuple(fc.constantFrom('1', '2', '3', '4', '5', '-1', '-2', '-5'), fc.constantFrom(...codes))
  .map((pair) => pair.join(''))
// Not both in one list: rrule takes MO,-1MO for days that are both, where the standard adds them up.
const daysOfMonth = fc.oneof(some(numbered, 5), some(fc.constantFrom(...codes), 7))

const start = fc
  .date({
    min: new Date('2024-01-01T00:00Z'),
    max: new Date('2032-12-31T00:00Z'),
    noInvalidDate: true,
  })
  .map((date) => date.toISOString().slice(0, 16))

const end = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map((count) => `;COUNT=${count}`),
  fc
    .date({
      min: new Date('2025-01-01T00:00Z'),
      max: new Date('2036-12-31T00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => `;UNTIL=${date.toISOString().replaceAll(/[-:]|\.\d+Z/g, '')}Z`),
)

const body = fc.oneof(
  fc
    .record({
      interval: fc.integer({ min: 1, max: 40 }),
      days: fc.option(some(fc.constantFrom(...codes), 7)),
      month_days: fc.option(some(monthDay, 5)),
    })
    .map((each) => ({ freq: 'DAILY', ...each })),
  fc
    .record({
      interval: fc.integer({ min: 1, max: 12 }),
      days: fc.option(some(fc.constantFrom(...codes), 7)),
    })
    .map((each) => ({ freq: 'WEEKLY', month_days: null, ...each })),
  fc
    .record({
      interval: fc.integer({ min: 1, max: 14 }),
      days: fc.option(daysOfMonth),
      month_days: fc.option(some(monthDay, 5)),
    })
    .map((each) => ({ freq: 'MONTHLY', ...each })),
)

test('any rule of the subset comes when rrule says that it comes', () => {
  let compared = 0
  fc.assert(
    fc.property(body, end, start, ({ freq, interval, days, month_days }, ending, starts_at) => {
      const text = `FREQ=${freq};INTERVAL=${interval}${days ? `;BYDAY=${days.join(',')}` : ''}${month_days ? `;BYMONTHDAY=${month_days.join(',')}` : ''}${ending}`
      // Ten years, as far as a series goes: what never comes would be looked for to the end of time otherwise.
      const horizon = new Date(Date.parse(`${starts_at}Z`) + 3650 * 86_400_000)
      const stamp = starts_at.replaceAll(/[-:]/g, '')
      const witness = rrule
        .rrulestr(`DTSTART:${stamp}00Z\nRRULE:${text}`)
        .between(new Date(0), horizon, true)
        .map((date) => date.toISOString().slice(0, 16))
      const ours = [...occurrences({ rule: ruleOf(text), starts_at, timezone: 'UTC' }, horizon)]
      assert.deepEqual(
        ours.map(({ local }) => local),
        witness,
        `${text} from ${starts_at}`,
      )
      assert.deepEqual(
        ours.map(({ number }) => number),
        witness.map((_, index) => index),
      )
      compared += witness.length
    }),
    { numRuns: 300 },
  )
  assert.ok(compared > 1_000, `only ${compared} times were compared`)
})

test('days with a number and days without add up, as the standard has it', () => {
  const rule = ruleOf('FREQ=MONTHLY;BYDAY=2TU,FR;COUNT=6')
  const found = occurrences(
    { rule, starts_at: '2026-12-01T09:00', timezone: 'UTC' },
    new Date('2027-02-01'),
  )
  assert.deepEqual(
    [...found].map(({ local }) => local.slice(0, 10)),
    ['2026-12-04', '2026-12-08', '2026-12-11', '2026-12-18', '2026-12-25', '2027-01-01'],
  )
})

test('what is outside of the subset is refused with everything that is wrong, and with what is taken', () => {
  const cases: [rule: string, problems: string[]][] = [
    [
      '',
      [
        'Say how often: FREQ=DAILY, FREQ=WEEKLY, FREQ=MONTHLY. Such as FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10.',
      ],
    ],
    [
      'FREQ=HOURLY;INTERVAL=0;BYDAY=XX;COUNT=0;UNTIL=2026-12-31',
      [
        'FREQ=HOURLY is not taken: use DAILY, WEEKLY, MONTHLY.',
        'INTERVAL is a number from 1 to 365.',
        'BYDAY takes MO, TU, WE, TH, FR, SA, SU, with FREQ=MONTHLY also 1MO to 5MO and -1MO to -5MO.',
        'COUNT is a number from 1 to 1000.',
        'UNTIL is a date such as 20261231, a local time such as 20261231T090000, or one in UTC such as 20261231T080000Z.',
      ],
    ],
    [
      'FREQ=DAILY;BYHOUR=9',
      ['BYHOUR is not taken: use FREQ, INTERVAL, BYDAY, BYMONTHDAY, COUNT, UNTIL.'],
    ],
    ['FREQ=DAILY;COUNT=2;UNTIL=20261231', ['Say COUNT or UNTIL: both together say two ends.']],
    ['FREQ=WEEKLY;BYMONTHDAY=1', ['BYMONTHDAY is for FREQ=MONTHLY or DAILY.']],
    ['FREQ=WEEKLY;BYDAY=1MO', ['A number before a day, such as 1MO, is for FREQ=MONTHLY.']],
    [
      'FREQ=DAILY;FREQ=WEEKLY;COUNT',
      ['Say FREQ once.', `“COUNT” is no NAME=VALUE, as in ${example}.`],
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=0,32', ['BYMONTHDAY takes 1 to 31, and -1 (the last) to -31.']],
    [
      'FREQ=DAILY;UNTIL=20260231',
      [
        'UNTIL is a date such as 20261231, a local time such as 20261231T090000, or one in UTC such as 20261231T080000Z.',
      ],
    ],
  ]
  for (const [rule, problems] of cases) assert.deepEqual(parseRule(rule), { problems }, rule)
})

test('a text that is no rule is refused, whatever it is, and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z=;,0-9-]{0,60}$/)), (text) => {
      const read = parseRule(text)
      assert.ok('rule' in read || read.problems.length > 0)
    }),
  )
})
