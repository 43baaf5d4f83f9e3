import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failureOf,
  publication,
  type Reply,
  runAll,
  scripted,
  told,
} from '../../test/scripted-platform.ts'
import { manifest } from './manifest.ts'
import { publish } from './publish.ts'
import { account, graph, MADE } from './testing.ts'

const ROWS: readonly [string, Reply, string][] = [
  ['an ended token', graph(190, 463, 'Session has expired', 401), 'expired token_expired account'],
  ['a changed password', graph(190, 460, 'Password changed'), 'reconnect access_ended account'],
  ['a removed app', graph(190, 458, 'Not authorized'), 'reconnect access_ended account'],
  [
    'a missing permission',
    graph(10, undefined, 'No permission', 403),
    'reconnect missing_scope account',
  ],
  [
    'another missing permission',
    graph(200, undefined, 'No permission'),
    'reconnect missing_scope account',
  ],
  [
    'a restricted person',
    graph(200, 4279013, 'Restricted'),
    'reconnect account_restricted account',
  ],
  [
    'restricted activity',
    graph(100, 2207051, 'We restrict certain activity'),
    'reconnect account_restricted account',
  ],
  ['the app’s limit', graph(4, undefined, 'Too many calls'), 'later rate_limited app 300 s'],
  [
    'the person’s limit',
    graph(17, undefined, 'Too many calls'),
    'later rate_limited account 300 s',
  ],
  [
    'a limit by use',
    graph(80_007, undefined, 'Too many calls'),
    'later rate_limited account 300 s',
  ],
  ['the day’s posts', graph(100, 2207042, 'Limit'), 'later daily_limit account 3600 s'],
  [
    'media out of reach',
    graph(100, 2207052, 'The media could not be fetched'),
    'later media_not_fetched 120 s',
  ],
  [
    'six links',
    graph(100, undefined, 'THREADS_API__LINK_LIMIT_EXCEEDED'),
    'rejected too_many_links',
  ],
  [
    'a long text',
    graph(100, undefined, 'Param text must be at most 500 characters long.'),
    'rejected text_too_long',
  ],
  ['a bad parameter', graph(100, undefined, 'Invalid parameter'), 'rejected invalid_request'],
  [
    'a wrong id',
    graph(100, undefined, 'Tried accessing nonexisting field (status)'),
    'rejected not_found',
  ],
  [
    'a passing failure',
    graph(2, undefined, 'Service temporarily unavailable', 500),
    'unknown server_error',
  ],
  [
    'the first kind of failure',
    graph(1, undefined, 'An unknown error', 500),
    'unknown server_error',
  ],
  ['an ended session', graph(102, undefined, 'API session'), 'reconnect access_ended account'],
  ['a session that is invalid', graph(190, 467, 'Invalid'), 'reconnect access_ended account'],
  ['a Page’s limit', graph(32, undefined, 'Too many'), 'later rate_limited account 300 s'],
  ['a custom limit', graph(613, undefined, 'Too many'), 'later rate_limited account 300 s'],
  ['a thing that is not there', graph(100, 33, 'Unsupported request'), 'rejected not_found'],
  ['a bare 429', { status: 429, text: '' }, 'later rate_limited account 300 s'],
  ['an empty success', { status: 200, text: '' }, 'unknown unreadable_answer'],
  ['a redirect', { status: 302, text: '' }, 'unknown server_error'],
  ['HTML', { status: 400, text: '<p>Sorry' }, 'unknown server_error'],
  [
    'a success that is an error',
    { status: 200, json: { error: { code: 1 } } },
    'unknown server_error',
  ],
  ['an odd success', { status: 200, json: { ok: true } }, 'unknown unreadable_answer'],
]

for (const [name, reply, outcome] of ROWS) {
  test(`a call that meets ${name} is ${outcome}`, async () => {
    const { tools } = scripted(manifest, reply)
    assert.equal(told(await failureOf(runAll(publish(publication(), account, tools)))), outcome)
  })
}

test('a file that Threads cannot use is named with its reason', async () => {
  for (const [words, code] of [
    ['INVALID_ASPEC_RATIO', 'rejected media_rejected'],
    ['FAILED_DOWNLOADING_VIDEO', 'later media_not_fetched 120 s'],
    ['UNKNOWN', 'later media_processing_failed'],
  ]) {
    const error = { json: { id: '900', status: 'ERROR', error_message: words } }
    const { tools } = scripted(manifest, MADE, error)
    assert.equal(told(await failureOf(runAll(publish(publication(), account, tools)))), code)
  }
})
