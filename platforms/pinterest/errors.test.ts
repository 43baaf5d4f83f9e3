import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failureOf,
  file,
  publication,
  type Reply,
  scripted,
  told,
} from '../../test/scripted-platform.ts'
import { manifest } from './manifest.ts'
import { metrics } from './metrics.ts'
import { publish } from './publish.ts'
import { account, refusing } from './testing.ts'

const SPAM =
  'Sorry! You’ve hit a block (Pins) we have in place to combat spam. Please try again later!'

/** What Pinterest answers to a pin, and what becomes of it. */
const ROWS: readonly [Reply, string][] = [
  [refusing(401, 2, 'Authentication failed.'), 'expired token_expired account'],
  [refusing(401, 3, 'Authorization failed.'), 'reconnect missing_scope account'],
  [refusing(403, 3, 'Your consumer type is not supported'), 'rejected app_not_approved app'],
  [refusing(403, 29, 'You are not permitted to access that resource.'), 'rejected not_permitted'],
  [refusing(403, 5, 'This account is suspended.'), 'reconnect account_suspended account'],
  [refusing(404, 40, 'Board not found.'), 'rejected board_gone'],
  [refusing(404, 50, 'Pin not found.'), 'rejected post_gone'],
  [refusing(403, 9, SPAM), 'later spam_block account 21600 s'],
  [refusing(429, 9, SPAM), 'later spam_block account 21600 s'],
  [refusing(429, 8, 'You have exceeded your rate limit.'), 'later rate_limited account 120 s'],
  [
    { ...refusing(429, 8, 'Too many.'), headers: { 'x-ratelimit-reset': '42' } },
    'later rate_limited account 42 s',
  ],
  [refusing(400, 1, "'x' is too long: 'description'"), 'rejected text_too_long'],
  [refusing(400, 1, 'Unable to reach the URL of the image'), 'later media_not_fetched 60 s'],
  [refusing(400, 1, 'Images must have the same aspect ratio'), 'rejected media_rejected'],
  [refusing(400, 1, 'Something else'), 'rejected refused'],
  [{ status: 418, text: '' }, 'rejected refused'],
  [refusing(500, 12, 'Something went wrong on our end.'), 'unknown server_error'],
  [{ status: 503, text: '<html>' }, 'unknown server_error'],
  [{ status: 302 }, 'unknown server_error'],
  [{ status: 200, text: '<html>' }, 'unknown unreadable_answer'],
  [{ status: 201, json: { id: 12 } }, 'unknown unreadable_answer'],
]

for (const [reply, outcome] of ROWS) {
  const said = JSON.stringify(reply.json ?? reply.text ?? '').slice(0, 70)
  test(`pinning, ${reply.status} ${said}: ${outcome}`, async () => {
    const { tools } = scripted(manifest, reply)
    const [post] = publish(publication({ media: [file('image/png')] }), account, tools)
    const failure = await failureOf(post?.run({}) ?? Promise.resolve())
    assert.equal(told(failure), outcome)
    assert.match(failure.message, /^[A-Z].*\.$/)
  })
}

test('being refused a video is a matter of permissions', async () => {
  const { tools } = scripted(manifest, refusing(403, 29, 'You are not permitted.'))
  const [upload] = publish(publication({ media: [file('video/mp4')] }), account, tools)
  const failure = await failureOf(upload?.run({}) ?? Promise.resolve())
  assert.equal(told(failure), 'reconnect missing_scope account')
})

test('words of Pinterest are kept without tokens', async () => {
  const reply = refusing(400, 1, 'Bad pina_access-token-of-ada and pinr_0123456789abcdef')
  const { tools } = scripted(manifest, reply)
  const [post] = publish(publication({ media: [file('image/png')] }), account, tools)
  const { words } = await failureOf(post?.run({}) ?? Promise.resolve())
  assert.equal(words, '1 – Bad *** and ***')
})

test('numbers are added up over the days that are told; a pin that is not there is gone', async () => {
  const summary_metrics = { IMPRESSION: 90, SAVE: 3, PIN_CLICK: 5, OUTBOUND_CLICK: 1 }
  const all = { summary_metrics, lifetime_metrics: { TOTAL_COMMENTS: 2, TOTAL_REACTIONS: 7 } }
  const gone = refusing(404, 50, 'Pin not found.')
  const { tools, asked } = scripted(manifest, { json: { all } }, gone, { json: { all: {} } })
  const found = await metrics(['1', '2', '3'], account, tools)
  assert.deepEqual(
    [...found],
    [
      ['1', { reach: null, impressions: 90, likes: 7, comments: 2, shares: 3, engagements: 18 }],
      ['2', 'gone'],
      [
        '3',
        {
          reach: null,
          impressions: null,
          likes: null,
          comments: null,
          shares: null,
          engagements: null,
        },
      ],
    ],
  )
  const { searchParams } = asked[0]?.url ?? assert.fail()
  assert.deepEqual(
    [searchParams.get('start_date'), searchParams.get('end_date')],
    ['2026-08-23', '2026-11-20'],
  )
})
