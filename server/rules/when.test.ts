import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Moment, MomentOrDate, timingOfRest, timingOfTool, When } from './when.ts'

for (const [text, utc] of [
  ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00.000Z'],
  ['2026-11-20T09:00Z', '2026-11-20T09:00:00.000Z'],
  ['2026-11-20T09:00:00.123456Z', '2026-11-20T09:00:00.123Z'],
  ['2026-11-20T09:00:00+05:45', '2026-11-20T03:15:00.000Z'],
  ['2026-11-20T00:30-02:00', '2026-11-20T02:30:00.000Z'],
  ['2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000Z'],
] as const) {
  test(`the moment ${text} is ${utc}`, () => assert.equal(Moment.parse(text), utc))
}

for (const text of [
  '2026-11-20T09:00:00',
  '2026-11-20 09:00:00Z',
  '2026-11-20',
  '2026-02-29T12:00:00Z',
  '2026-11-20T24:00:00Z',
  '2026-11-20T09:60:00Z',
  '1969-12-31T23:59:59Z',
  '3000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  'tomorrow',
  '',
]) {
  test(`${JSON.stringify(text)} is no moment`, () =>
    assert.equal(Moment.safeParse(text).success, false))
}

test('a day stands for itself, a moment for its time in UTC', () => {
  assert.equal(MomentOrDate.parse('2026-11-20'), '2026-11-20')
  assert.equal(MomentOrDate.parse('2026-11-20T09:00+01:00'), '2026-11-20T08:00:00.000Z')
  assert.equal(MomentOrDate.parse('2026-11-20T09:00'), '2026-11-20T09:00')
  for (const text of ['2026-02-30', '2026-13-01', '1969-12-31', '3000-01-01', '20.11.2026', ''])
    assert.equal(MomentOrDate.safeParse(text).success, false, text)
})

test('when takes its words, a moment, and nothing at all', () => {
  for (const text of ['draft', 'now', 'next_slot', '', '2026-11-20T09:00:00Z', '2026-11-20T09:00'])
    assert.ok(When.safeParse(text).success, text)
  for (const text of ['Draft', 'asap', ' now', '2026-11-20T25:00', '1760000000'])
    assert.ok(!When.safeParse(text).success, text)
})

const at = '2026-11-20T09:00:00Z'

test('of a tool’s two ways to say a time the newer decides, and the older is told of', () => {
  const told = (input: Parameters<typeof timingOfTool>[0]) => {
    const timing = timingOfTool(input)
    return [timing.at, timing.field, timing.notes.length]
  }
  assert.deepEqual(told({ when: 'now' }), ['now', 'when', 0])
  assert.deepEqual(told({ when: 'now', scheduled_at: at }), ['now', 'when', 1])
  assert.deepEqual(told({ scheduled_at: at }), [at, 'scheduled_at', 1])
  assert.deepEqual(told({}), [undefined, 'when', 0])
  assert.deepEqual(told({ when: '' }), [undefined, 'when', 0])
  assert.deepEqual(told({ when: '', scheduled_at: at }), [at, 'scheduled_at', 1])
})

test('over REST when comes before what else was said', () => {
  const told = (body: Parameters<typeof timingOfRest>[0]) => {
    const timing = timingOfRest(body)
    return [timing.at, timing.field, timing.notes.length]
  }
  assert.deepEqual(told({}), ['draft', 'scheduled_at', 0])
  assert.deepEqual(told({ scheduled_at: null }), ['draft', 'scheduled_at', 0])
  assert.deepEqual(told({ scheduled_at: at }), [at, 'scheduled_at', 0])
  assert.deepEqual(told({ publish_now: true }), ['now', 'publish_now', 0])
  assert.deepEqual(told({ publish_now: false, scheduled_at: at }), [at, 'scheduled_at', 0])
  const all = { when: 'next_slot', publish_now: true, scheduled_at: at }
  assert.deepEqual(told(all), ['next_slot', 'when', 2])
  for (const when of ['', null])
    assert.deepEqual(told({ when, publish_now: true }), [undefined, 'when', 0])
})
