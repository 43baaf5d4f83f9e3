/** What of a calendar goes how far, and what has a place on paper; without a browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { between, share, shiftsOf, withToggled } from '../../web/src/calendar/many.ts'
import { linesOf, shownOf, statesIn, textLines } from '../../web/src/calendar/paper.ts'

const BERLIN = 'Europe/Berlin'
const instant = (local: string, zone = BERLIN) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds

const entry = (id: number, at: number) => ({
  id,
  at: new Date(at).toISOString(),
  excerpt: `Post ${id}`,
  kind: 'text' as const,
  account_ids: [1],
  outcome: 'scheduled' as const,
  updated_at: '2027-01-01T00:00:00.000Z',
})

test('posts that are moved together keep their clock times, also where one of them crosses a change of clocks', () => {
  // Europe sets its clocks forward on 28 March 2027.
  const locals = ['2027-03-25T09:00', '2027-03-26T18:30:12', '2027-03-27T10:00']
  const entries = locals.map((local, index) => entry(index + 1, instant(local)))
  const lead = { from: instant('2027-03-25T09:00'), to: instant('2027-03-26T10:15') }
  const shifts = shiftsOf(entries, lead, BERLIN)
  const there = [...shifts].flatMap(([minutes, group]) =>
    group.map(({ at }) =>
      Temporal.Instant.from(at)
        .add({ minutes })
        .toZonedDateTimeISO(BERLIN)
        .toPlainDateTime()
        .toString({ smallestUnit: 'second' }),
    ),
  )
  assert.deepEqual(there, ['2027-03-26T10:15:00', '2027-03-27T19:45:12', '2027-03-28T11:15:00'])
  assert.deepEqual([...shifts.keys()], [25 * 60 + 15, 24 * 60 + 15])
})

test('moved together and moved back, every post stands at its second again, in many zones', () => {
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
    for (let hour = 0; hour < 24 * 14; hour += 7) {
      const first = Date.parse('2027-03-25T00:00:17.000Z')
      const entries = [0, 30, 61].map((more, id) => entry(id, first + (hour + more) * 3600_000))
      const [lead] = entries
      assert.ok(lead)
      const from = Date.parse(lead.at)
      const shifts = shiftsOf(entries, { from, to: from + 50 * 3600_000 }, zone)
      for (const [minutes, group] of shifts) {
        assert.ok(Number.isInteger(minutes), `${minutes} in ${zone}`)
        for (const { at } of group) {
          const there = Date.parse(at) + minutes * 60_000
          assert.equal(there - minutes * 60_000, Date.parse(at))
          assert.equal(there % 60_000, 17_000)
        }
      }
    }
  }
})

test('of what is chosen several more are added or taken away together, and Shift takes all between', () => {
  const [one, two, three] = [1, 2, 3].map((id) => entry(id, instant(`2027-03-0${id}T09:00`)))
  assert.ok(one && two && three)
  const some = withToggled(new Map(), [one])
  const all = withToggled(some, [one, two])
  assert.deepEqual([...all.keys()], ['1', '2'])
  assert.deepEqual([...withToggled(all, [one, two]).keys()], [])
  assert.deepEqual(between([one, two, three], '3', one), [one, two, three])
  assert.deepEqual(between([one, two, three], undefined, two), [two])
})

const day = (date: string, count: number, more = 0) => ({
  date,
  posts: Array.from({ length: count }, (_, id) => entry(id + 1, instant(`${date}T09:00`))),
  more,
})

test('lines of a page go to those who need them: whoever needs few has them all', () => {
  assert.deepEqual(share([2, 9, 0, 3], 10), [2, 5, 0, 3])
  assert.deepEqual(share([1, 1], 10), [1, 1])
  assert.equal(
    share([7, 7, 7], 10).reduce((sum, each) => sum + each, 0),
    10,
  )
  const weeks = [[day('2027-03-01', 2)], [day('2027-03-08', 30, 12)], [day('2027-03-15', 5)]]
  const lines = linesOf(weeks, { lines: 24, least: 3 })
  assert.deepEqual(lines, [3, 16, 5])
  assert.deepEqual(linesOf(weeks, { lines: 5, least: 3 }), [3, 3, 3])
})

test('every post of a day has a line, or is in the count', () => {
  for (const [count, more, lines] of [
    [4, 0, 4],
    [5, 0, 4],
    [50, 20, 9],
    [4, 30, 8],
    [0, 0, 3],
    [3, 0, 0],
  ] as const) {
    const { posts, rest } = shownOf(day('2027-03-01', count, more), lines)
    assert.equal(posts.length + rest, count + more)
    assert.ok(posts.length + (rest ? 1 : 0) <= Math.max(1, lines))
  }
  assert.deepEqual(
    [textLines(3, 40), textLines(13, 40), textLines(16, 40), textLines(30, 40)],
    [3, 1, 1, 0],
  )
})

test('the signs that stand on a page are told once, in the order of a post’s life', () => {
  const of = (outcome: 'failed' | 'draft' | 'scheduled') => ({ ...entry(1, 0), outcome })
  const days = [{ date: '2027-03-01', more: 0, posts: [of('failed'), of('draft'), of('failed')] }]
  assert.deepEqual(statesIn(days), ['draft', 'failed'])
})
