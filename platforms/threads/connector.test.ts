import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failureOf,
  file,
  NOW,
  publication,
  type Reply,
  runAll,
  scripted,
  told,
} from '../../test/scripted-platform.ts'
import type { Account, PublishingStep } from '../platform.ts'
import { manifest } from './manifest.ts'
import { exchange, refresh } from './oauth.ts'
import { publish } from './publish.ts'

const account: Account = {
  platform_account_id: '17841405793187218',
  username: 'ada',
  settings: {},
  secret: { access_token: 'TH-access-token-of-ada', issued_at: NOW.toISOString() },
}

const MADE = { json: { id: '900' } }
const FINISHED = { json: { id: '900', status: 'FINISHED' } }
const OUT = { json: { id: '77' } }
const LINK = { json: { id: '77', permalink: 'https://threads.com/@ada/post/x' } }
const TOO_EARLY = graph(24, 4279009, 'The requested resource does not exist')

function graph(
  code: number,
  error_subcode: number | undefined,
  message: string,
  status = 400,
): Reply {
  return { status, json: { error: { message, type: 'OAuthException', code, error_subcode } } }
}

test('a text goes into a container, which is published once it is finished', async () => {
  const busy = { json: { id: '900', status: 'IN_PROGRESS' } }
  const { tools, asked, slept } = scripted(manifest, MADE, busy, FINISHED, OUT, LINK)
  const content = publication({ text: 'Hi', options: { reply_control: 'mentioned_only' } })
  const { post } = await runAll(publish(content, account, tools))
  assert.deepEqual(post, { platform_post_id: '77', platform_url: LINK.json.permalink })
  assert.equal(asked[0]?.url.pathname, '/api/v1.0/me/threads')
  assert.match(String(asked[0].body), /^media_type=TEXT&text=Hi&reply_control=mentioned_only&/)
  assert.match(String(asked[3]?.body), /^creation_id=900&/)
  assert.deepEqual(slept, [2000])
})

test('several media are children of a carousel', async () => {
  const { tools, asked } = scripted(
    manifest,
    { json: { id: '1' } },
    FINISHED,
    { json: { id: '2' } },
    FINISHED,
    MADE,
    FINISHED,
    OUT,
    LINK,
  )
  const url = 'https://crier.example/m/1'
  const media = [
    { ...file('image/png'), url, alt_text: 'A cat' },
    { ...file('video/mp4'), url },
  ]
  await runAll(publish(publication({ media }), account, tools))
  assert.match(
    String(asked[0]?.body),
    /media_type=IMAGE&image_url=https.*&alt_text=A\+cat&is_carousel_item=true/,
  )
  assert.match(String(asked[2]?.body), /media_type=VIDEO&video_url=/)
  assert.match(String(asked[4]?.body), /media_type=CAROUSEL&children=1%2C2&text=Hello/)
})

test('without a public address, or with too many media, nothing is begun', () => {
  const { tools } = scripted(manifest)
  const one = publication({ media: [file('image/png')] })
  assert.throws(() => publish(one, account, tools), { code: 'no_public_address' })
  const media = Array.from({ length: 21 }, () => ({ ...file('image/png'), url: 'https://a.test' }))
  assert.throws(() => publish(publication({ media }), account, tools), { code: 'too_many_media' })
})

test('a container that Threads does not find yet is tried again, then made anew', async () => {
  const again = [TOO_EARLY, FINISHED]
  const patient = scripted(manifest, MADE, FINISHED, ...again, OUT, LINK)
  await runAll(publish(publication(), account, patient.tools))
  assert.deepEqual(patient.slept, [10_000])

  const rounds = [...again, ...again, ...again, ...again]
  const fresh = scripted(manifest, MADE, FINISHED, ...rounds, FINISHED, MADE, FINISHED, OUT, LINK)
  await runAll(publish(publication(), account, fresh.tools))
  assert.equal(fresh.asked.filter(({ url }) => url.pathname.endsWith('/me/threads')).length, 2)
})

test('a container of yesterday is made anew before it is published', async () => {
  const { tools, asked } = scripted(manifest, MADE, FINISHED, OUT, LINK)
  const container = { id: '1', made_at: new Date(NOW.getTime() - 86_400_000).toISOString() }
  await runAll(publish(publication(), account, tools), { container })
  assert.match(String(asked[2]?.body), /creation_id=900/)
})

test('a lost answer is settled by what became of the container', async () => {
  const timestamp = NOW.toISOString().replace('.000Z', '+0000')
  const listed = {
    json: { data: [{ id: '77', text: 'Hello', timestamp, permalink: LINK.json.permalink }] },
  }
  const twins = { json: { data: [...listed.json.data, { ...listed.json.data[0], id: '78' }] } }
  const found = { platform_post_id: '77', platform_url: LINK.json.permalink }
  const cases: [Reply[], unknown][] = [
    [[FINISHED], 'absent'],
    [[{ json: { id: '900', status: 'PUBLISHED' } }, listed], { found }],
    [[{ json: { id: '900', status: 'PUBLISHED' } }, twins], 'unknowable'],
    [[{ json: { id: '900', status: 'EXPIRED' } }, { json: { data: [] } }], 'absent'],
    [[graph(100, 33, 'Object does not exist'), listed], { found }],
  ]
  const saved = { container: { id: '900', made_at: NOW.toISOString() } }
  const looking = (...replies: Reply[]) => {
    const steps = publish(publication(), account, scripted(manifest, ...replies).tools)
    const step = steps.find((each): each is PublishingStep => each.effect !== 'prepares')
    if (!step) throw new Error('It publishes.')
    return step.find(saved, { started_at: NOW, look: 1 })
  }
  for (const [replies, expected] of cases) assert.deepEqual(await looking(...replies), expected)
  const hidden = looking({ json: { id: '900', status: 'PUBLISHED' } }, { json: { data: [] } })
  assert.equal((await failureOf(hidden)).code, 'not_shown_yet')
})

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

test('a code becomes a token of sixty days; the person’s damaged id is not read', async () => {
  const { tools, asked } = scripted(
    manifest,
    { text: '{"access_token":"TH-short","user_id":17841405793187218999}' },
    { json: { access_token: 'TH-long', expires_in: 5_183_944 } },
    { json: { id: '17841405793187218', username: 'ada', name: 'Ada' } },
  )
  const [offered] = await exchange({ code: 'abc#_' }, {}, tools)
  assert.match(String(asked[0]?.body), /code=abc&/)
  assert.equal(offered?.platform_account_id, '17841405793187218')
  assert.equal(offered.credentials.secret['access_token'], 'TH-long')
})

test('a token that cannot be renewed yet waits, one that has ended needs a person', async () => {
  const cases: [Reply, string][] = [
    [graph(100, undefined, 'Too young'), 'later token_too_young 86400 s'],
    [graph(190, 463, 'Session has expired'), 'reconnect refresh_refused account'],
    [graph(190, 460, 'Password changed'), 'reconnect access_ended account'],
    [{ status: 503, text: '' }, 'unknown server_error'],
  ]
  for (const [reply, outcome] of cases) {
    const failure = await failureOf(refresh(account, scripted(manifest, reply).tools))
    assert.equal(told(failure), outcome)
  }
})
