import assert from 'node:assert/strict'
import { test } from 'node:test'
import { photo } from '../../kit/test/files.ts'
import { failureOf, NOW, publication, publishingStep, type Reply } from '../../kit/test/stage.ts'
import type { Publication } from '../../platform.ts'
import { publish } from '../publish.ts'
import { account, googleStage, localPost, name, refused } from './testing.ts'

const TEXT = 'Fresh bread every morning from seven'
const AT = NOW.getTime()
const after = (ms: number) => new Date(AT + ms).toISOString()
const named = (id: number) => `accounts/1/locations/2/localPosts/${id}`
const listed = (...localPosts: object[]): Reply => ({ json: { localPosts } })
const shown = (part: object = {}) => localPost({ summary: TEXT, ...part })
const FOUND = {
  found: { platform_post_id: name, platform_url: 'https://local.google.com/place?id=2' },
}

/** What becomes of a lost call, when Google answers this to the look. */
async function look(replies: Reply[], part: Partial<Publication> = {}) {
  const at = googleStage(...replies)
  const steps = publish(publication({ text: TEXT, ...part }), account, at.tools)
  const finding = await publishingStep(steps).find({}, { started_at: NOW, look: 1 })
  return { finding, asked: at.asked }
}
const of = async (entry: object, part: Partial<Publication> = {}) =>
  (await look([listed(entry)], part)).finding

test('a lost post is found by its words and its time, on whatever page', async () => {
  const others = [
    shown({ name: named(1), summary: 'Quite another story, of cakes' }),
    shown({ name: named(2), state: 'REJECTED' }),
    shown({ name: named(3), createTime: after(-60_000) }),
  ]
  const pages: Reply[] = [{ json: { localPosts: others, nextPageToken: 't' } }, listed(shown())]
  const { finding, asked } = await look(pages)
  assert.deepEqual(finding, FOUND)
  assert.equal(asked[0]?.url.pathname, '/posts/v4/accounts/1/locations/2/localPosts')
  assert.equal(asked[1]?.url.searchParams.get('pageToken'), 't')
  assert.equal((await look([listed(...others)])).finding, 'absent')
})

const SAME: [how: string, sent: string, summary: string][] = [
  ['with two spaces as one', 'Fresh  bread\n\n\nevery morning', 'Fresh bread every morning'],
  ['composed', 'Cafe\u0301 with bread every morning', 'Café with bread every morning'],
  ['with entities', 'Bread & butter every morning', 'Bread &amp; butter every morning'],
  [
    'without what nobody sees',
    'Bread\u200B every morning \u2764\uFE0F',
    'Bread every morning \u2764',
  ],
]
for (const [how, text, summary] of SAME)
  test(`a post is recognised ${how}`, async () => {
    assert.deepEqual(await of(shown({ summary }), { text }), FOUND)
  })

test('a clock that is behind by half a minute at most changes nothing', async () => {
  assert.deepEqual(await of(shown({ createTime: after(-29_000) })), FOUND)
})

test('what is short, cut off, without a time or there twice is a question', async () => {
  assert.equal(await of(localPost(), { text: 'Hello' }), 'unknowable')
  assert.equal(await of(shown({ summary: `${TEXT.slice(0, 20)}…` })), 'unknowable')
  assert.equal(await of(shown({ createTime: undefined })), 'unknowable')
  const twins = listed(shown({ name: named(7) }), shown({ name: named(8) }))
  assert.equal((await look([twins])).finding, 'unknowable')
})

const date = (day: number) => ({ startDate: { year: 2026, month: 12, day } })
const offered = {
  topic_type: 'OFFER',
  event: { title: 'Sale of the year', start_date: '2026-12-01', end_date: '2026-12-05' },
  offer: { coupon_code: 'TEN' },
}
const event = (title: string, day = 1) => ({ title, schedule: date(day) })

const OTHERS: [what: string, part: object][] = [
  ['of another topic', { topicType: 'EVENT' }],
  ['with a button', { callToAction: { actionType: 'BOOK' } }],
  ['of another day', { event: event('Sale of the year', 2) }],
  ['with another code', { offer: { couponCode: 'TWENTY' } }],
  ['with a picture', { media: [{ name: 'accounts/1/locations/2/media/1' }] }],
  ['that is scheduled', { state: 'SCHEDULED' }],
]
for (const [what, part] of OTHERS)
  test(`a post ${what} is somebody else’s`, async () => {
    const ours = { topicType: 'OFFER', event: event('Sale of the year') }
    assert.equal(await of(shown({ ...ours, ...part }), { options: offered }), 'absent')
  })

test('one that comes again is ours when ours does, whether Google shows it already or not', async () => {
  const offer = { topicType: 'OFFER', event: event('Sale of the year') }
  const recurrence = { pattern: 'WEEKLY' }
  const options = { ...offered, event: { ...offered.event, recurrence } }
  for (const state of ['RECURRING', 'SCHEDULED', 'LIVE'])
    assert.deepEqual(await of(shown({ ...offer, state }), { options }), FOUND, state)
  assert.equal(await of(shown({ ...offer, state: 'RECURRING' }), { options: offered }), 'absent')
})

test('an offer is known by its title and its code as well; another title is a question', async () => {
  const ours = {
    topicType: 'OFFER',
    event: event('Sale  of the year'),
    offer: { couponCode: 'ten' },
  }
  assert.deepEqual(await of(shown(ours), { options: offered }), FOUND)
  const other = { ...ours, event: event('Sale of the day') }
  assert.equal(await of(shown(other), { options: offered }), 'unknowable')
})

test('of a post with a picture the same words without one are nobody’s until it is shown', async () => {
  assert.equal(await of(shown(), { media: [photo] }), 'unknowable')
  const pictured = shown({ media: [{ name: 'accounts/1/locations/2/media/1' }] })
  assert.deepEqual(await of(pictured, { media: [photo] }), FOUND)
})

test('of twins the one that leads where ours does is taken; one that leads elsewhere proves nothing', async () => {
  const options = { call_to_action: { action_type: 'BOOK', url: 'https://example.com' } }
  const leading = (id: number, url: string) =>
    shown({ name: named(id), callToAction: { actionType: 'BOOK', url } })
  const ours = leading(9, 'https://example.com/')
  const theirs = leading(2, 'https://example.com/other')
  assert.deepEqual((await look([listed(theirs, ours)], { options })).finding, FOUND)
  assert.equal(await of(theirs, { options }), 'unknowable')
})

const hundred = (ms: number) =>
  Array.from({ length: 100 }, (_, index) =>
    shown({
      name: named(100 + index),
      summary: 'Quite another story, of cakes',
      createTime: after(ms - index),
    }),
  )
const more = (localPosts: object[]): Reply => ({ json: { localPosts, nextPageToken: 't' } })

test('pages are read until the window is behind, and tell nothing where they end before', async () => {
  const behind = await look([more(hundred(60_000)), more(hundred(-60_000))])
  assert.equal(behind.finding, 'absent')
  assert.equal(behind.asked.length, 2)
  const endless = Array.from({ length: 5 }, () => more(hundred(60_000)))
  assert.equal((await look(endless)).finding, 'unknowable')
})

test('a list of nothing proves nothing: Google does not say zero', async () => {
  assert.equal((await look([{ json: {} }])).finding, 'unknowable')
  assert.equal((await look([listed()])).finding, 'unknowable')
})

test('a look that fails is a failure, never "absent"', async () => {
  const replies: [Reply, string][] = [
    [{ text: '<html></html>' }, 'unreadable_answer'],
    [{ json: { localPosts: [{ name: 7 }] } }, 'unreadable_answer'],
    [refused(429, 'RESOURCE_EXHAUSTED'), 'rate_limited'],
    [refused(503, 'UNAVAILABLE'), 'server_error'],
  ]
  for (const [reply, code] of replies) assert.equal((await failureOf(look([reply]))).code, code)
})
