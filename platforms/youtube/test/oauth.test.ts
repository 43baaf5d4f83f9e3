import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, NOW, stage, told } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { authorize, exchange, refresh } from '../oauth.ts'
import { account, refusing } from './testing.ts'

const keep = { verifier: 'v'.repeat(64) }
const tokens = {
  access_token: 'ya29.new-access',
  refresh_token: '1//new-refresh',
  expires_in: 3599,
  scope: manifest.scopes.join(' '),
  token_type: 'Bearer',
}
const channel = {
  id: 'UCx',
  snippet: { title: 'Ada Types', customUrl: '@adatypes', thumbnails: {} },
  contentDetails: { relatedPlaylists: { uploads: 'UUx' } },
}

test('people are sent to Google with everything a lasting connection needs', async () => {
  const { url, keep: kept } = await authorize({ state: 's' }, stage(manifest).tools)
  const { searchParams, pathname } = new URL(url)
  assert.equal(pathname, '/accounts/o/oauth2/v2/auth')
  assert.equal(searchParams.get('access_type'), 'offline')
  assert.equal(searchParams.get('prompt'), 'consent')
  assert.equal(searchParams.get('code_challenge_method'), 'S256')
  assert.match(searchParams.get('scope') ?? '', /youtube\.upload .*youtube\.readonly .*force-ssl/)
  assert.ok(typeof kept['verifier'] === 'string' && !url.includes(kept['verifier']))
})

test('one consent gives one channel', async () => {
  const { tools, asked } = stage(manifest, { json: tokens }, { json: { items: [channel] } })
  const offered = await exchange({ code: 'c' }, keep, tools)
  assert.deepEqual(offered, [
    {
      platform_account_id: 'UCx',
      kind: 'channel',
      name: 'Ada Types',
      username: 'adatypes',
      avatar_url: null,
      settings: { uploads: 'UUx' },
      credentials: {
        secret: { access_token: 'ya29.new-access', refresh_token: '1//new-refresh' },
        expires_at: new Date(NOW.getTime() + 3_599_000),
        refreshable: true,
      },
    },
  ])
  assert.match(asked[0]?.form['code_verifier'] ?? '', /^v+$/)
})

test('connections that would not last, or could not publish, are not made', async () => {
  const { refresh_token: _, ...short } = tokens
  const unticked = { ...tokens, scope: manifest.scopes[1] }
  for (const [replies, outcome] of [
    [[{ json: short }], 'rejected no_refresh_token'],
    [[{ json: unticked }], 'rejected missing_scope'],
    [[{ json: tokens }, { json: {} }], 'rejected no_account'],
    [
      [{ json: tokens }, refusing(401, 'youtubeSignupRequired', 'youtube.header')],
      'reconnect no_account account',
    ],
    [[{ status: 400, json: { error: 'invalid_grant' } }], 'rejected authorization_failed'],
    [[{ status: 401, json: { error: 'invalid_client' } }], 'rejected app_not_accepted app'],
  ] as const) {
    const failure = await failureOf(
      exchange({ code: 'c' }, keep, stage(manifest, ...replies).tools),
    )
    assert.equal(told(failure), outcome)
  }
  const said = async (answer: Record<string, string>) =>
    told(await failureOf(exchange(answer, keep, stage(manifest).tools)))
  assert.equal(await said({ error: 'access_denied' }), 'rejected access_denied')
  assert.equal(await said({}), 'rejected authorization_failed')
})

test('a refresh keeps the refresh token that Google does not repeat', async () => {
  const { tools, asked } = stage(manifest, { json: { access_token: 'next', expires_in: 3599 } })
  const renewed = await refresh(account, tools)
  assert.deepEqual(renewed.secret, {
    access_token: 'next',
    refresh_token: 'refresh-token-of-ada',
  })
  assert.ok(renewed.refreshable)
  assert.equal(asked[0]?.form['grant_type'], 'refresh_token')
})

test('a refresh that changes the refresh token keeps the new one', async () => {
  const { tools } = stage(manifest, { json: { access_token: 'next', refresh_token: 'other' } })
  const renewed = await refresh(account, tools)
  assert.equal(renewed.secret['refresh_token'], 'other')
})

test('only a dead refresh token asks for a person', async () => {
  for (const [reply, outcome] of [
    [{ status: 400, json: { error: 'invalid_grant' } }, 'reconnect access_ended account'],
    [{ status: 401, json: { error: 'invalid_client' } }, 'later app_not_accepted app'],
    [{ status: 400, json: { error: 'invalid_request' } }, 'later token_not_renewed account'],
    [{ status: 503, text: '' }, 'later server_error'],
    [new Error('cut'), 'later no_answer'],
  ] as const) {
    const failure = await failureOf(refresh(account, stage(manifest, reply).tools))
    assert.equal(told(failure), outcome)
  }
})
