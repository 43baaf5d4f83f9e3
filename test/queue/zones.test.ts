/** Slots over every zone and all that clocks will do in ten years, as far as the list of zones knows. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { parseTimes, slots, weekdays } from '#rules/schedule.ts'

const FROM = Temporal.Instant.from('2026-11-20T00:00:00Z')
const YEARS = 10
const DAY = 86_400_000
const zones = Intl.supportedValuesOf('timeZone')

/** The moments at which clocks change there. */
function changesOf(zone: string) {
  const changes = []
  const until = FROM.epochMilliseconds + YEARS * 366 * DAY
  let at = FROM.toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (at && at.epochMilliseconds < until) {
    changes.push(at.epochMilliseconds)
    at = at.getTimeZoneTransition('next')
  }
  return changes
}

/** Slots within `days` after `from`. */
function within(times: Parameters<typeof slots>[0], zone: string, from: number, days: number) {
  const found = []
  for (const slot of slots(times, zone, new Date(from))) {
    if (slot.getTime() > from + days * DAY) break
    found.push(slot.getTime())
  }
  return found
}

const changing = zones.flatMap((zone) => changesOf(zone).map((at) => ({ zone, at })))

test('there are changes of clocks to look at', () => {
  assert.ok(zones.length > 300)
  assert.ok(changing.length > 1_000, String(changing.length))
})

test('around every change of clocks, each day has each time once, at its hour or just behind the gap', () => {
  const every = ['00:00', '00:30', '01:30', '02:00', '02:30', '03:00', '12:00', '23:30']
  const times = weekdays.flatMap((weekday) => every.map((time) => ({ weekday, time })))
  for (const { zone, at } of sampled(changing, 500)) {
    const moments = within(times, zone, at - 2 * DAY, 4)
    assert.deepEqual(moments, sorted(moments), zone)
    for (const moment of moments) {
      const local = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone)
      const clock = local.toPlainTime().toString({ smallestUnit: 'minute' })
      if (every.includes(clock)) continue
      // Not one of ours: then the clocks jumped over ours, by just as much.
      const before = Temporal.Instant.fromEpochMilliseconds(at - 1).toZonedDateTimeISO(zone)
      const after = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
      const jump = (after.offsetNanoseconds - before.offsetNanoseconds) / 60e9
      assert.ok(jump > 0, `${zone} ${local.toString()}`)
      const wanted = local.toPlainTime().subtract({ minutes: jump })
      assert.ok(every.includes(wanted.toString({ smallestUnit: 'minute' })), local.toString())
    }
  }
})

test('a time of the day comes as often as there are days, whatever the zone, the time and the change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...changing),
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      ({ zone, at }, hour, minute) => {
        const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
        const times = weekdays.map((weekday) => ({ weekday, time }))
        const moments = within(times, zone, at - 10 * DAY, 20)
        const dates = moments.map((moment) =>
          Temporal.Instant.fromEpochMilliseconds(moment)
            .toZonedDateTimeISO(zone)
            .toPlainDate()
            .toString(),
        )
        assert.deepEqual(moments, sorted(moments), `${zone} ${time}: out of order`)
        const [first] = dates
        const last = dates.at(-1)
        assert.ok(first && last)
        const days = Temporal.PlainDate.from(first).until(last).days + 1
        assert.equal(dates.length, days, `${zone} ${time}: a day without`)
      },
    ),
    { numRuns: 400 },
  )
})

test('a week that is written down is read as it was meant', () => {
  assert.deepEqual(parseTimes('mon-wed 09:00, 9:30; sun 23:59'), {
    times: [
      { weekday: 'mon', time: '09:00' },
      { weekday: 'tue', time: '09:00' },
      { weekday: 'wed', time: '09:00' },
      { weekday: 'mon', time: '09:30' },
      { weekday: 'tue', time: '09:30' },
      { weekday: 'wed', time: '09:30' },
      { weekday: 'sun', time: '23:59' },
    ],
  })
  assert.deepEqual(parseTimes('fri-mon 08:00'), {
    times: (['fri', 'sat', 'sun', 'mon'] as const).map((weekday) => ({ weekday, time: '08:00' })),
  })
  for (const wrong of ['someday 09:00', 'mon', 'mon 25:00', 'mon-tue-wed 09:00', 'mon 9']) {
    assert.ok('problem' in parseTimes(wrong), wrong)
  }
})

function sorted(moments: readonly number[]) {
  return [...new Set(moments)].sort((a, b) => a - b)
}

function sampled<Item>(items: readonly Item[], count: number) {
  const step = Math.max(1, Math.floor(items.length / count))
  return items.filter((_, index) => index % step === 0)
}
