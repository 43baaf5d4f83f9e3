import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { z } from 'zod'
import { failureOf, NOW, told } from '../../kit/test/stage.ts'
import { authorize, exchange, refresh } from '../oauth.ts'
import { account, googleStage, refused } from './testing.ts'

const scope = 'https://www.googleapis.com/auth/business.manage'
const tokens = {
  json: {
    access_token: 'ya29.new',
    expires_in: 3599,
    refresh_token: '1//new',
    scope,
    token_type: 'Bearer',
  },
}
const keep = { verifier: 'v'.repeat(64) }
const location = (id: string, part: object = {}) => ({
  name: `locations/${id}`,
  title: `Shop ${id}`,
  metadata: { canOperateLocalPost: true },
  ...part,
})

test('people are asked for lasting access, with a proof of who asked', async () => {
  const { url, keep: kept } = await authorize({ state: 's' }, googleStage().tools)
  const { pathname, searchParams: query } = new URL(url)
  const { verifier } = z.object({ verifier: z.string() }).parse(kept)
  assert.equal(pathname, '/auth/o/oauth2/v2/auth')
  assert.deepEqual(
    [query.get('access_type'), query.get('prompt'), query.get('scope')],
    ['offline', 'consent', scope],
  )
  assert.equal(
    query.get('code_challenge'),
    createHash('sha256').update(verifier).digest('base64url'),
  )
})

test('all locations of all accounts are offered, page by page, each once', async () => {
  const at = googleStage(
    tokens,
    { json: { accounts: [{ name: 'accounts/1' }], nextPageToken: 'a' } },
    { json: { accounts: [{ name: 'accounts/2' }] } },
    { json: { locations: [location('10')], nextPageToken: 'l' } },
    { json: { locations: [location('11', { metadata: { canOperateLocalPost: false } })] } },
    { json: { locations: [location('10'), location('12', { metadata: undefined })] } },
  )
  const offered = await exchange({ code: 'c' }, keep, at.tools)
  assert.deepEqual(
    offered.map(({ platform_account_id, name, username }) => [platform_account_id, name, username]),
    [
      ['accounts/1/locations/10', 'Shop 10', '10'],
      ['accounts/2/locations/12', 'Shop 12', '12'],
    ],
  )
  assert.equal(at.asked[2]?.url.searchParams.get('pageToken'), 'a')
  assert.match(at.asked[3]?.url.searchParams.get('readMask') ?? '', /name,title/)
  assert.equal(offered[0]?.credentials.expires_at?.getTime(), NOW.getTime() + 3_599_000)
})

test('who has no location that can post is told so', async () => {
  const accounts = { json: { accounts: [{ name: 'accounts/1' }] } }
  const none = await failureOf(
    exchange({ code: 'c' }, keep, googleStage(tokens, accounts, { json: {} }).tools),
  )
  assert.equal(told(none), 'rejected no_account')
  const closed = {
    json: { locations: [location('1', { metadata: { canOperateLocalPost: false } })] },
  }
  const unable = await failureOf(
    exchange({ code: 'c' }, keep, googleStage(tokens, accounts, closed).tools),
  )
  assert.match(unable.message, /Verify them/)
})

test('a permission that was switched off is noticed', async () => {
  const poor = { json: { ...tokens.json, scope: 'openid' } }
  assert.equal(
    told(await failureOf(exchange({ code: 'c' }, keep, googleStage(poor).tools))),
    'rejected missing_scope',
  )
})

test('the refresh token stays when Google sends no other', async () => {
  const at = googleStage({ json: { access_token: 'ya29.new', expires_in: 3599 } })
  const { secret } = await refresh(account, at.tools)
  assert.deepEqual(secret, { access_token: 'ya29.new', refresh_token: '1//refresh-of-ada' })
})

const rows: [name: string, reply: object, outcome: string][] = [
  [
    'a grant that has ended',
    { status: 400, json: { error: 'invalid_grant' } },
    'reconnect access_ended account',
  ],
  [
    'an app that is not known',
    { status: 401, json: { error: 'invalid_client' } },
    'later app_not_accepted app',
  ],
  [
    'another refusal',
    { status: 400, json: { error: 'invalid_request' } },
    'later token_not_renewed account',
  ],
  ['a limit', refused(429, 'RESOURCE_EXHAUSTED'), 'later rate_limited account 90 s'],
  ['a failure of Google', { status: 503, text: 'oops' }, 'later server_error'],
  ['a page', { text: '<html>' }, 'later unreadable_answer'],
]
for (const [name, reply, outcome] of rows)
  test(`${name} at a refresh is ${outcome}`, async () => {
    assert.equal(told(await failureOf(refresh(account, googleStage(reply).tools))), outcome)
  })
