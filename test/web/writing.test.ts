/** What the composer decides by itself, without a browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measure } from '@crier/sdk/measure'
import { texts } from '../sdk/texts.ts'
import { bestTimes } from '../../web/src/writing/best-times.ts'
import { empty, inputOf, wallClock } from '../../web/src/writing/composition.ts'
import { contentsOf, merge } from '../../web/src/writing/conflict.ts'
import { fitting } from '../../web/src/writing/limits.ts'
import { cutInto, joinedOf, movePart } from '../../web/src/writing/parts.ts'
import { monthAway, monthGrid, understand } from '../../web/src/writing/phrases.ts'

const sunday = { date: '2026-11-22', time: '20:15' }

test('times are understood as people type them', () => {
  for (const [phrase, date, time] of [
    ['tomorrow 9', '2026-11-23', '09:00'],
    ['fri 14:30', '2026-11-27', '14:30'],
    ['Friday at 2pm', '2026-11-27', '14:00'],
    ['sun 21:00', '2026-11-22', '21:00'],
    ['sunday 9', '2026-11-29', '09:00'],
    ['21:00', '2026-11-22', '21:00'],
    ['9am', '2026-11-23', '09:00'],
    ['in 2 hours', '2026-11-22', '22:15'],
    ['in 3 days', '2026-11-25', '20:15'],
    ['today 23.45', '2026-11-22', '23:45'],
    ['2027-03-28 02:30', '2027-03-28', '02:30'],
    ['tomorrow noon', '2026-11-23', '12:00'],
    ['monday', '2026-11-23', '09:00'],
    ['morgen um 9', '2026-11-23', '09:00'],
    ['übermorgen 9 Uhr', '2026-11-24', '09:00'],
    ['Fr 14:30', '2026-11-27', '14:30'],
    ['am Freitag um 14.30 Uhr', '2026-11-27', '14:30'],
    ['nächsten Montag', '2026-11-23', '09:00'],
    ['in 2 Stunden', '2026-11-22', '22:15'],
    ['in 3 Tagen', '2026-11-25', '20:15'],
    ['morgen mittag', '2026-11-23', '12:00'],
    ['heute 23:45', '2026-11-22', '23:45'],
  ] as const) {
    assert.deepEqual(understand(phrase, sunday), { date, time }, phrase)
  }
  for (const phrase of ['', 'soon', '25:00', 'fri 99', '13pm', '9:75', 'at']) {
    assert.equal(understand(phrase, sunday), undefined, phrase)
  }
})

test('best times are the next ones to come, and none where too few posts are known', () => {
  const hour = (weekday: number, at: number, median: number, posts = 3) => {
    return { weekday, hour: at, median, posts }
  }
  const hours = [
    hour(7, 20, 0.9),
    hour(7, 21, 0.8),
    hour(1, 9, 0.7, 12),
    hour(2, 9, 0.6),
    // Two good ones, and none that did well.
    hour(3, 9, 2, 2),
    hour(4, 9, 0),
  ]
  assert.deepEqual(bestTimes({ posts: 26, needed: 20, hours }, sunday), [
    { date: '2026-11-29', time: '20:00', posts: 3 },
    { date: '2026-11-22', time: '21:00', posts: 3 },
    { date: '2026-11-23', time: '09:00', posts: 12 },
  ])
  assert.deepEqual(bestTimes({ posts: 19, needed: 20, hours }, sunday), [])
})

test('a month is whole weeks from Monday, whatever it begins with', () => {
  for (let month = '2026-01'; month < '2029-01'; month = monthAway(month, 1)) {
    const weeks = monthGrid(month)
    const days = weeks.flat()
    assert.ok(weeks.length >= 4 && weeks.length <= 6 && days.length % 7 === 0, month)
    assert.equal(new Date(`${days[0]}T12:00Z`).getUTCDay(), 1)
    const own = days.filter((day) => day.startsWith(month))
    const [year = 0, index = 0] = month.split('-').map(Number)
    assert.equal(own.length, new Date(Date.UTC(year, index, 0)).getUTCDate(), month)
  }
})

test('what fits is as long as it can be and cuts no character', () => {
  for (const [platform, unit] of [
    ['x', 'weighted'],
    ['threads', 'weighted'],
    ['bluesky', 'graphemes'],
    ['youtube', 'bytes'],
    ['linkedin', 'utf16_units'],
  ] as const) {
    for (const text of texts) {
      const long = text.repeat(8)
      const rule = { platform, unit, max: 40 }
      const whole = measure(platform, unit, long)
      const cut = long.slice(0, fitting(rule, long))
      assert.ok(measure(platform, unit, cut) <= 40, `${platform}: ${JSON.stringify(text)}`)
      if (whole <= 40) assert.equal(cut, long)
    }
  }
})

test('a version goes to its account before that of its platform, and to those alone that were chosen', () => {
  const accounts = [
    { id: 1, platform: 'x' },
    { id: 2, platform: 'x' },
    { id: 3, platform: 'bluesky' },
  ]
  const composition = {
    ...empty('u', 1),
    text: 'common',
    account_ids: [2, 3],
    variants: { 'p:x': 'for X', 'a:1': 'for one' },
    options: { tiktok: { title: 'kept' }, x: { made_with_ai: true } },
  }
  const input = inputOf(composition, accounts)
  assert.deepEqual(input.platform_content, [{ account_id: 2, content: 'for X' }])
  assert.deepEqual(input.platform_options, { x: { made_with_ai: true } })
  const all = inputOf({ ...composition, account_ids: [1, 2, 3] }, accounts)
  assert.deepEqual(all.platform_content, [
    { account_id: 1, content: 'for one' },
    { account_id: 2, content: 'for X' },
  ])
})

test('an account’s own time is kept, moves with its post, and ends where the post has none', () => {
  const accounts = [{ id: 1, platform: 'x' }]
  const nine = { way: 'at', date: '2027-03-01', time: '09:00' } as const
  const was = {
    ...empty('post-1-1', 1),
    text: 'common',
    account_ids: [1],
    when: nine,
    account_times: { 1: '2027-03-01T12:00:00.000Z' },
  }
  const composition = { ...was, base: contentsOf(was) }
  const timeOf = (when: typeof composition.when | { way: 'now' | 'next_slot' | 'draft' }) =>
    inputOf({ ...composition, when: when as typeof nine }, accounts).platform_content[0]
      ?.scheduled_at
  assert.equal(timeOf(nine), '2027-03-01T12:00:00.000Z')
  assert.equal(timeOf({ way: 'draft' }), '2027-03-01T12:00:00.000Z')
  const next = { ...nine, date: '2027-03-02', time: '09:30' } as unknown as typeof nine
  assert.equal(timeOf(next), '2027-03-02T12:30:00.000Z')
  assert.equal(timeOf({ way: 'now' }), undefined)
  assert.equal(timeOf({ way: 'next_slot' }), undefined)
})

test('of two versions of a post what one side changed is taken, and what both changed is a question', () => {
  const base = contentsOf({ ...empty('u', 1), text: 'was', first_comment: 'was', account_ids: [1] })
  const theirs = { ...base, text: 'theirs', first_comment: 'theirs' }
  const yours = { ...base, text: 'yours', account_ids: [1, 2] }
  const { merged, clashes } = merge(base, theirs, yours)
  assert.equal(merged.first_comment, 'theirs')
  assert.deepEqual(merged.account_ids, [1, 2])
  assert.deepEqual(
    clashes.map(({ field }) => field),
    ['text'],
  )
  assert.deepEqual(merge(base, yours, yours).clashes, [])
})

test('a moment is what the clock of the zone shows, on days on which clocks change too', () => {
  assert.deepEqual(wallClock('2027-03-28T01:30:00Z', 'Europe/Berlin'), {
    date: '2027-03-28',
    time: '03:30',
  })
  assert.deepEqual(wallClock('2027-04-03T15:15:00Z', 'Australia/Lord_Howe'), {
    date: '2027-04-04',
    time: '01:45',
  })
})

test('parts move with their files, the first of them too, and a file whose part is gone belongs to the post', () => {
  const file = (id: number, part?: string) => ({
    key: `k${id}`,
    name: `${id}.jpg`,
    type: 'image/jpeg',
    size: 1,
    id,
    alt_text: '',
    ...(part !== undefined && { part }),
  })
  const thread = {
    ...empty('u', 1),
    text: 'one',
    parts: [
      { key: 'b', text: 'two' },
      { key: 'c', text: 'three' },
    ],
    files: [file(1), file(2, 'b'), file(3, 'c'), file(4, 'gone')],
  }
  assert.deepEqual(inputOf(thread, []).media_ids, [1, 4])
  assert.deepEqual(inputOf(thread, []).thread, [
    { content: 'two', media_ids: [2] },
    { content: 'three', media_ids: [3] },
  ])
  const swapped = { ...thread, ...movePart(thread, 'b', -1) }
  assert.equal(swapped.text, 'two')
  assert.deepEqual(inputOf(swapped, []).media_ids, [2])
  assert.deepEqual(inputOf(swapped, []).thread, [
    { content: 'one', media_ids: [1, 4] },
    { content: 'three', media_ids: [3] },
  ])
  assert.deepEqual({ ...swapped, ...movePart(swapped, undefined, 1) }.text, 'one')
  const later = { ...thread, ...movePart(thread, 'b', 1) }
  assert.deepEqual(
    later.parts.map(({ key }) => key),
    ['c', 'b'],
  )
  assert.deepEqual(movePart(thread, 'c', 1), {})
  assert.deepEqual(movePart(thread, undefined, -1), {})
  assert.equal(joinedOf(thread).text, 'one\n\ntwo\n\nthree')
})

test('what is cut keeps each file with the piece that the service gave it to', () => {
  const file = { key: 'k', name: 'a.jpg', type: 'image/jpeg', size: 1, alt_text: '' }
  const long = {
    ...empty('u', 1),
    text: 'one two',
    parts: [{ key: 'b', text: 'three' }],
    files: [
      { ...file, key: 'x', id: 1 },
      { ...file, key: 'y', id: 2, part: 'b' },
    ],
  }
  let made = 0
  const pieces = [
    { content: 'one', media_ids: [1] },
    { content: 'two', media_ids: [] },
    { content: 'three', media_ids: [2] },
  ]
  const now = { ...long, ...cutInto(long, pieces, () => `n${++made}`) }
  assert.deepEqual(inputOf(now, []).media_ids, [1])
  assert.deepEqual(inputOf(now, []).thread, [
    { content: 'two', media_ids: [] },
    { content: 'three', media_ids: [2] },
  ])
})
