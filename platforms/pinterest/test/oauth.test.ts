import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, NOW, type Reply, stage, told } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { authorize, exchange, refresh } from '../oauth.ts'
import { account, refusing } from './testing.ts'

const tokens = {
  access_token: 'pina_new',
  refresh_token: 'pinr_new',
  expires_in: 2_592_000,
  refresh_token_expires_in: 5_184_000,
  scope: manifest.scopes.join(' '),
}
const me = { id: '42', username: 'ada', account_type: 'BUSINESS', business_name: 'Ada & Co.' }

test('people are sent to Pinterest with the scopes as a list with commas', async () => {
  const { url } = await authorize({ state: 's' }, stage(manifest).tools)
  const { pathname, searchParams } = new URL(url)
  assert.equal(pathname, '/web/oauth/')
  assert.equal(searchParams.get('scope'), manifest.scopes.join(','))
})

test('the account comes with all its boards, page after page', async () => {
  const { tools, asked } = stage(
    manifest,
    { json: tokens },
    { json: me },
    { json: { items: [{ id: '1', name: 'Home' }], bookmark: 'next' } },
    { json: { items: [{ id: '2', name: 'Garden' }], bookmark: null } },
  )
  const offered = await exchange({ code: 'c' }, {}, tools)
  assert.deepEqual(offered, [
    {
      platform_account_id: '42',
      kind: 'profile',
      name: 'Ada & Co.',
      username: 'ada',
      avatar_url: null,
      settings: {
        account_type: 'BUSINESS',
        boards: [
          { id: '1', name: 'Home' },
          { id: '2', name: 'Garden' },
        ],
      },
      credentials: {
        secret: { access_token: 'pina_new', refresh_token: 'pinr_new' },
        expires_at: new Date(NOW.getTime() + 2_592_000_000),
        refreshable: true,
      },
    },
  ])
  assert.match(asked[0]?.headers['authorization'] ?? '', /^Basic /)
  assert.equal(asked[3]?.url.searchParams.get('bookmark'), 'next')
})

test('a connection that could not pin is not made', async () => {
  const said = async (answer: Record<string, string>, ...replies: Reply[]) =>
    told(await failureOf(exchange(answer, {}, stage(manifest, ...replies).tools)))
  assert.equal(await said({ error: 'access_denied' }), 'rejected access_denied')
  assert.equal(await said({}), 'rejected authorization_failed')
  const reading = { json: { ...tokens, scope: 'pins:read boards:read' } }
  assert.equal(await said({ code: 'c' }, reading), 'rejected missing_scope')
  const bad = refusing(400, 283, 'Invalid authorization code.')
  assert.equal(await said({ code: 'c' }, bad), 'rejected authorization_failed')
  const app = refusing(401, 2, 'Invalid client credentials.')
  assert.equal(await said({ code: 'c' }, app), 'rejected app_not_accepted app')
})

test('every refresh replaces the refresh token', async () => {
  const renewed = await refresh(account, stage(manifest, { json: tokens }).tools)
  assert.deepEqual(renewed.secret, { access_token: 'pina_new', refresh_token: 'pinr_new' })
  const { refresh_token: _, ...short } = tokens
  const kept = await refresh(account, stage(manifest, { json: short }).tools)
  assert.equal(kept.secret['refresh_token'], 'pinr_refresh-token-of-ada')
})

test('only a dead refresh token asks for a person', async () => {
  for (const [reply, outcome] of [
    [refusing(401, 2, 'Authentication failed.'), 'reconnect access_ended account'],
    [refusing(400, 1, 'Invalid refresh token.'), 'reconnect access_ended account'],
    [refusing(401, 2, 'Unknown client'), 'later app_not_accepted app'],
    [refusing(429, 8, 'Too many.'), 'later rate_limited account 120 s'],
    [{ status: 500, text: '' }, 'later server_error'],
    [new Error('cut'), 'later no_answer'],
  ] as const) {
    assert.equal(told(await failureOf(refresh(account, stage(manifest, reply).tools))), outcome)
  }
})
