import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Publication } from '../../platform.ts'
import { photo } from '../../kit/test/files.ts'
import { failureOf, publication, runAll, stepOf, told } from '../../kit/test/stage.ts'
import { Options } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, googleStage, localPost, name, refused } from './testing.ts'

const post = async (at: ReturnType<typeof googleStage>, part: Partial<Publication> = {}) =>
  (await runAll(publish(publication(part), account, at.tools)))['post']

test('a text goes to the location below its account', async () => {
  const at = googleStage({ json: localPost() })
  assert.deepEqual(await post(at), {
    platform_post_id: name,
    platform_url: 'https://local.google.com/place?id=2',
  })
  const [asked] = at.asked
  assert.equal(asked?.url.pathname, '/posts/v4/accounts/1/locations/2/localPosts')
  assert.deepEqual(asked.json, { summary: 'Hello', topicType: 'STANDARD' })
})

test('an event says how it comes again', async () => {
  const event = { title: 'Tasting', start_date: '2026-12-04', end_date: '2026-12-04' }
  const infoOf = async (recurrence: Record<string, unknown>) => {
    const at = googleStage({ json: localPost({ state: 'RECURRING' }) })
    const options = { topic_type: 'EVENT', event: { ...event, recurrence } }
    assert.ok(await post(at, { options }), 'RECURRING is shown')
    return Object(at.asked[0]?.json).event.recurrenceInfo
  }
  const series_end_time = '2027-06-30T20:00:00Z'
  assert.deepEqual(await infoOf({ pattern: 'DAILY', series_end_time }), {
    dailyPattern: {},
    seriesEndTime: series_end_time,
  })
  assert.deepEqual(await infoOf({ pattern: 'WEEKLY' }), { weeklyPattern: {} })
  assert.deepEqual(await infoOf({ pattern: 'WEEKLY', days_of_week: ['FRIDAY', 'SUNDAY'] }), {
    weeklyPattern: { daysOfWeek: ['FRIDAY', 'SUNDAY'] },
  })
  assert.deepEqual(await infoOf({ pattern: 'MONTHLY', day_of_month: 4 }), {
    monthlyPattern: { dayOfMonth: 4 },
  })
  assert.deepEqual(await infoOf({ pattern: 'MONTHLY', day_of_week_occurrence: 'LAST' }), {
    monthlyPattern: { dayOfWeekOccurrence: 'LAST' },
  })
  for (const wrong of [
    { pattern: 'YEARLY' },
    { pattern: 'MONTHLY' },
    { pattern: 'MONTHLY', day_of_month: 4, day_of_week_occurrence: 'FIRST' },
    { pattern: 'DAILY', day_of_month: 4 },
    { pattern: 'MONTHLY', day_of_month: 4, days_of_week: ['FRIDAY'] },
    { pattern: 'WEEKLY', series_end_time: '2027-06-30' },
    { pattern: 'WEEKLY', interval: 2 },
  ]) {
    const options = { topic_type: 'EVENT', event: { ...event, recurrence: wrong } }
    assert.equal(Options.safeParse(options).success, false, JSON.stringify(wrong))
  }
})

test('an offer carries its time and its code, a post its button and its picture', async () => {
  const at = googleStage({ json: localPost() }, { json: localPost() })
  const event = {
    title: 'Sale',
    start_date: '2026-12-01',
    end_date: '2026-12-05',
    end_time: '18:30',
  }
  const offer = { coupon_code: 'TEN' }
  await post(at, { options: { topic_type: 'OFFER', event, offer, language_code: 'en-US' } })
  const button = { action_type: 'LEARN_MORE', url: 'https://example.com/' }
  await post(at, { options: { call_to_action: button }, media: [photo] })
  assert.deepEqual(
    at.asked.map(({ json }) => json),
    [
      {
        languageCode: 'en-US',
        summary: 'Hello',
        topicType: 'OFFER',
        event: {
          title: 'Sale',
          schedule: {
            startDate: { year: 2026, month: 12, day: 1 },
            endDate: { year: 2026, month: 12, day: 5 },
            endTime: { hours: 18, minutes: 30 },
          },
        },
        offer: { couponCode: 'TEN' },
      },
      {
        summary: 'Hello',
        topicType: 'STANDARD',
        callToAction: { actionType: 'LEARN_MORE', url: 'https://example.com/' },
        media: [{ mediaFormat: 'PHOTO', sourceUrl: 'https://crier.example/media/1.jpg' }],
      },
    ],
  )
})

const event = { title: 'Sale', start_date: '2026-12-01', end_date: '2026-12-05' }
const wrong: [name: string, options: object][] = [
  ['an event without its time', { topic_type: 'EVENT' }],
  ['a time without an event', { event }],
  ['an offer’s code on an event', { topic_type: 'EVENT', event, offer: {} }],
  ['a button on an offer', { topic_type: 'OFFER', event, call_to_action: { action_type: 'CALL' } }],
  [
    'a call with an address',
    { call_to_action: { action_type: 'CALL', url: 'https://a.example/' } },
  ],
  ['a button without an address', { call_to_action: { action_type: 'BOOK' } }],
  ['an end before the start', { topic_type: 'EVENT', event: { ...event, end_date: '2026-11-01' } }],
  [
    'an end on the same day before the start',
    {
      topic_type: 'EVENT',
      event: { ...event, end_date: event.start_date, start_time: '18:00', end_time: '17:00' },
    },
  ],
  ['an unknown option', { visibility: 'PUBLIC' }],
]
for (const [what, options] of wrong)
  test(`${what} is refused before anything is sent`, () => {
    assert.ok(!Options.safeParse(options).success)
  })

test('a picture needs a public address, a video is never taken', () => {
  const refuses = (part: Partial<Publication>, code: string) =>
    assert.throws(() => publish(publication(part), account, googleStage().tools), { code })
  refuses({ media: [{ ...photo, url: undefined }] }, 'no_public_address')
  refuses({ media: [{ ...photo, mime_type: 'video/mp4' }] }, 'media_type')
})

test('a post that Google takes and does not show has failed', async () => {
  const at = googleStage({ json: localPost({ state: 'REJECTED' }) })
  assert.equal(told(await failureOf(post(at))), 'rejected against_policy')
  const later = googleStage(
    { json: localPost({ state: 'PROCESSING' }) },
    { json: localPost({ state: 'REJECTED' }) },
  )
  assert.equal(told(await failureOf(post(later))), 'rejected against_policy')
})

test('a post that is still being checked is not settled, and its name is kept', async () => {
  const processing = { json: localPost({ state: 'PROCESSING', searchUrl: undefined }) }
  const live = googleStage(processing, processing, { json: localPost() })
  assert.match(JSON.stringify(await post(live)), /"platform_url":"https/)
  const failing = Array.from({ length: 6 }, () => refused(503, 'UNAVAILABLE'))
  const failure = await failureOf(post(googleStage(processing, ...failing)))
  assert.equal(told(failure), 'unknown still_processing')
  assert.deepEqual(failure.kept, { name })
})

for (const [state, known] of [
  ['LIVE', 'landed'],
  ['REJECTED', 'dead'],
  ['PROCESSING', 'working'],
] as const)
  test(`a post of which the name is kept is asked for by it: ${state} is ${known}`, async () => {
    const at = googleStage({ json: localPost({ state }) })
    const step = stepOf(publish(publication({ text: 'Open' }), account, at.tools), 'post')
    assert.ok('look' in step)
    const looked = await step.look({}, { from: new Date(0), look: 1, kept: { name } })
    assert.equal(looked.known?.is, known)
    assert.equal(at.asked.length, 1)
  })

test('one that is not there any more is looked for among the others', async () => {
  const at = googleStage(refused(404, 'NOT_FOUND'), { json: {} })
  const step = stepOf(publish(publication({ text: 'Open' }), account, at.tools), 'post')
  assert.ok('look' in step)
  const looked = await step.look({}, { from: new Date(0), look: 1, kept: { name } })
  assert.deepEqual([looked.known?.is, at.asked.length], ['unknown', 2])
})
