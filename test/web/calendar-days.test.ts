/** What the calendar shows is what clocks show, in every zone and on every day. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import {
  boardOf,
  clockOf,
  exists,
  missingOf,
  momentAt,
  momentOf,
  rowOf,
  snapped,
  stepsOf,
} from '../../web/src/calendar/days.ts'
import { lanesOf, stacksOf, withMoved } from '../../web/src/calendar/entries.ts'
import { datesOf, pageAway, readView } from '../../web/src/calendar/view.ts'

const zones = Intl.supportedValuesOf('timeZone')
const moment = (text: string) => Temporal.Instant.from(text).epochMilliseconds

test('C4: in every zone each shown time is the one that Temporal tells, before, at and behind changes of clocks', () => {
  let changes = 0
  for (const zone of zones) {
    const begin = Temporal.Instant.from('2027-01-01T00:00:00Z').toZonedDateTimeISO(zone)
    const moments: number[] = []
    const boards = new Map<string, ReturnType<typeof boardOf>>()
    for (
      let next = begin.getTimeZoneTransition('next');
      next && next.year === 2027 && moments.length < 30;
      next = next.getTimeZoneTransition('next')
    ) {
      changes++
      const { epochMilliseconds: at } = next
      moments.push(at - 3600_000, at - 1, at, at + 1_800_000, at + 3600_000)
    }
    for (const at of [...moments, moment('2027-07-01T11:45:00Z')]) {
      const truth = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
      const shown = clockOf(at, zone)
      const date = truth.toPlainDate().toString()
      const said = `${zone} at ${truth.toString()}`
      assert.equal(shown.date, date, said)
      assert.equal(shown.time, truth.toPlainTime().toString({ smallestUnit: 'minute' }), said)
      // Where it is drawn is read back as the same moment.
      const board = boards.get(date) ?? boardOf([date], zone)
      boards.set(date, board)
      const day = board.days.find((each) => each.date === date)
      assert.ok(day, said)
      assert.equal(Math.round(momentAt(day, rowOf(day, at)) ?? 0), at, said)
      assert.equal(day.steps.length + missingOf(board, day).length, board.rows.length, said)
      assert.equal(day.steps.length, Math.ceil(truth.hoursInDay * 2), said)
    }
  }
  assert.ok(zones.length > 400 && changes > 250, `${zones.length} zones, ${changes} changes`)
})

test('the month that it is shows a week of what is over at the most, and the weeks that follow; others are whole', () => {
  const shown = (date: string, today: string) => {
    const { dates } = readView({ date }, today)
    return [dates[0], dates.at(-1), dates.length]
  }
  assert.deepEqual(shown('2026-11-30', '2026-11-30'), ['2026-11-23', '2027-01-03', 42])
  assert.deepEqual(shown('2026-08-31', '2026-08-31'), ['2026-08-24', '2026-10-04', 42])
  assert.deepEqual(shown('2027-02-28', '2027-02-28'), ['2027-02-15', '2027-03-14', 28])
  assert.deepEqual(shown('2026-11-03', '2026-11-03'), ['2026-10-26', '2026-12-06', 42])
  assert.deepEqual(shown('2026-11-01', '2026-11-30'), ['2026-10-26', '2026-12-06', 42])
  assert.deepEqual(shown('2026-10-31', '2026-11-30'), ['2026-09-28', '2026-11-01', 35])
  assert.deepEqual(datesOf('month', '2026-11-30').length, 42)
})

test('C4: Berlin leaves an hour out and shows one twice, Lord Howe half of one', () => {
  const days = (zone: string, date: string) => {
    const board = boardOf([date], zone)
    const [day] = board.days
    assert.ok(day)
    return { board, missing: missingOf(board, day).map((index) => board.rows[index]?.time), day }
  }
  assert.deepEqual(days('Europe/Berlin', '2027-03-28').missing, ['02:00', '02:30'])
  assert.equal(stepsOf('2027-03-28', 'Europe/Berlin').length, 46)
  const twice = days('Europe/Berlin', '2027-10-31').board.rows.filter(({ offset }) => offset)
  assert.deepEqual(
    twice.map(({ time, again, offset }) => [time, again, offset]),
    [
      ['02:00', false, '+02:00'],
      ['02:30', false, '+02:00'],
      ['02:00', true, '+01:00'],
      ['02:30', true, '+01:00'],
    ],
  )
  assert.deepEqual(days('Australia/Lord_Howe', '2027-10-03').missing, ['02:00'])
  const half = days('Australia/Lord_Howe', '2027-04-04').board.rows.filter(({ again }) => again)
  assert.deepEqual(
    half.map(({ time }) => time),
    ['01:30'],
  )
  assert.equal(exists('2027-03-28', '02:30', 'Europe/Berlin'), false)
  assert.equal(exists('2027-10-31', '02:30', 'Europe/Berlin'), true)
  assert.equal(momentOf('2027-03-28', '02:30', 'Europe/Berlin'), moment('2027-03-28T01:30:00Z'))
  assert.equal(momentOf('2027-10-31', '02:30', 'Europe/Berlin'), moment('2027-10-31T00:30:00Z'))
  // Samoa left out a whole day.
  assert.deepEqual(stepsOf('2011-12-30', 'Pacific/Apia'), [])
})

test('what is dragged snaps to a slot that is near, else to five minutes', () => {
  const at = moment('2027-03-01T10:03:40Z')
  const slot = moment('2027-03-01T10:10:00Z')
  assert.equal(snapped(at, [slot], false), slot)
  assert.equal(snapped(at, [], false), moment('2027-03-01T10:05:00Z'))
  assert.equal(snapped(at, [slot], true), moment('2027-03-01T10:04:00Z'))
})

const entry = (id: number, at: string) => ({
  id,
  at,
  excerpt: `Post ${id}`,
  kind: 'text' as const,
  account_ids: [1],
  outcome: 'scheduled' as const,
  updated_at: at,
})

test('a post that is moved stands on its new day, and is counted there', () => {
  const calendar = {
    timezone: 'Europe/Berlin',
    slots: [],
    days: [
      {
        date: '2027-03-01',
        counts: { scheduled: 2 },
        posts: [entry(1, '2027-03-01T08:00:00.000Z'), entry(2, '2027-03-01T09:00:00.000Z')],
        more: 0,
      },
      { date: '2027-03-02', counts: {}, posts: [], more: 0 },
    ],
  }
  const { days } = withMoved(calendar, entry(1, '2027-03-01T23:00:00.000Z'))
  assert.deepEqual(
    days.map(({ counts, posts }) => [counts, posts.map(({ id }) => id)]),
    [
      [{ scheduled: 1 }, [2]],
      [{ scheduled: 1 }, [1]],
    ],
  )
})

test('posts of a quarter of an hour are one stack, and what would lie over another stands beside it', () => {
  const posts = ['09:00', '09:14', '09:15', '12:00'].map((time, id) =>
    entry(id, `2027-03-01T${time}:00.000Z`),
  )
  assert.deepEqual(
    stacksOf(posts).map(({ entries }) => entries.length),
    [2, 1, 1],
  )
  assert.deepEqual(lanesOf([0, 0.5, 6], 1), [
    { lane: 0, of: 2 },
    { lane: 1, of: 2 },
    { lane: 0, of: 1 },
  ])
})

test('an address that is no day or no view shows this month, and months end where they end', () => {
  const odd = readView({ view: 'year', date: '2027-02-30' }, '2027-03-10')
  assert.deepEqual([odd.view, odd.date, odd.dates.length % 7], ['month', '2027-03-10', 0])
  assert.equal(pageAway({ view: 'month', date: '2027-01-31' }, 1), '2027-02-28')
  assert.equal(pageAway({ view: 'week', date: '2027-01-31' }, -1), '2027-01-24')
  assert.deepEqual(datesOf('week', '2027-03-31')[0], '2027-03-29')
})
