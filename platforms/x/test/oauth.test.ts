import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { z } from 'zod'
import { failureOf, NOW, type Reply } from '../../kit/test/stage.ts'
import { x } from '../connector.ts'
import { account, xStage } from './testing.ts'

const granted = {
  token_type: 'bearer',
  expires_in: 7200,
  access_token: 'access-2',
  refresh_token: 'refresh-2',
  scope: 'tweet.read tweet.write',
}
const me = {
  data: {
    id: '2244994945',
    name: 'Ada',
    username: 'ada',
    profile_image_url: 'https://img.example/a.png',
    subscription_type: 'Premium',
  },
}
const TWO_HOURS_ON = new Date(NOW.getTime() + 7_200_000)
const keep = { verifier: 'the-verifier' }

test('a person is sent to X with a challenge whose secret stays here', async () => {
  const { url, keep: kept } = await x.authorize({ state: 'st/1' }, xStage().tools)
  const { pathname, searchParams } = new URL(url)
  const verifier = z.string().parse(kept['verifier'])
  assert.equal(pathname, '/web/i/oauth2/authorize')
  assert.deepEqual(Object.fromEntries(searchParams), {
    response_type: 'code',
    client_id: 'client',
    redirect_uri: 'https://crier.example/connect',
    scope: 'tweet.read tweet.write users.read media.write offline.access',
    state: 'st/1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  assert.ok(!url.includes('+') && !url.includes(verifier) && verifier.length >= 43)
})

test('a code becomes an account with its facts', async () => {
  const { tools, asked } = xStage({ json: granted }, { json: me })
  const offered = await x.exchange({ code: 'c-1', state: 's' }, keep, tools)
  assert.deepEqual(offered, [
    {
      platform_account_id: '2244994945',
      kind: 'profile',
      name: 'Ada',
      username: 'ada',
      avatar_url: 'https://img.example/a.png',
      settings: { subscription_type: 'Premium' },
      credentials: {
        secret: { access_token: 'access-2', refresh_token: 'refresh-2' },
        expires_at: TWO_HOURS_ON,
        refreshable: true,
      },
    },
  ])
  const [token, user] = asked
  assert.equal(token?.url.href, 'https://platform.test/api/2/oauth2/token')
  assert.equal(token?.headers['authorization'], `Basic ${btoa('client:hush-hush')}`)
  assert.deepEqual(token?.form, {
    grant_type: 'authorization_code',
    code: 'c-1',
    redirect_uri: 'https://crier.example/connect',
    code_verifier: 'the-verifier',
  })
  assert.equal(user?.headers['authorization'], 'Bearer access-2')
  assert.match(user?.url.search ?? '', /user\.fields=.*subscription_type/)
})

test('an app without a secret names itself in the form', async () => {
  const { tools, asked } = xStage({ json: granted })
  tools.config.client_secret = ''
  await x.refresh(account, tools)
  assert.equal(asked[0]?.headers['authorization'], undefined)
  assert.equal(asked[0]?.form['client_id'], 'client')
})

test('an account without a known subscription is an ordinary one, without offline access it ends', async () => {
  const { refresh_token: _, ...short } = granted
  const { tools } = xStage(
    { json: short },
    { json: { data: { id: '1', name: 'A', username: 'a' } } },
  )
  const [offered] = await x.exchange({ code: 'c' }, keep, tools)
  assert.deepEqual(offered?.settings, { subscription_type: 'None' })
  assert.equal(offered?.credentials.refreshable, false)
  const secret = offered?.credentials.secret ?? {}
  const failure = await failureOf(x.refresh({ ...account, secret }, xStage().tools))
  assert.equal(failure.kind, 'reconnect')
})

test('whoever says no on X has declined', async () => {
  const failure = await failureOf(x.exchange({ error: 'access_denied' }, keep, xStage().tools))
  assert.deepEqual([failure.kind, failure.code], ['rejected', 'access_denied'])
  for (const answer of [{ error: 'invalid_scope' }, {}]) {
    const other = await failureOf(x.exchange(answer, keep, xStage().tools))
    assert.deepEqual([other.kind, other.code], ['rejected', 'authorization_failed'])
  }
})

test('a refresh brings both tokens anew, or keeps the old one when X sends none', async () => {
  const { tools, asked } = xStage({ json: granted })
  assert.deepEqual(await x.refresh(account, tools), {
    secret: { access_token: 'access-2', refresh_token: 'refresh-2' },
    expires_at: TWO_HOURS_ON,
    refreshable: true,
  })
  assert.deepEqual(asked[0]?.form, {
    grant_type: 'refresh_token',
    refresh_token: 'refresh-1',
  })
  const kept = xStage({ json: { access_token: 'access-2' } })
  assert.deepEqual(await x.refresh(account, kept.tools), {
    secret: { access_token: 'access-2', refresh_token: 'refresh-1' },
    expires_at: TWO_HOURS_ON,
    refreshable: true,
  })
})

const invalid = 'Value passed for the token was invalid.'
const refusals: [name: string, Reply | Error, exchange: string, refresh: string][] = [
  [
    'a used token',
    { status: 400, json: { error: 'invalid_request', error_description: invalid } },
    'rejected authorization_failed',
    'reconnect access_ended',
  ],
  [
    'an invalid grant',
    { status: 400, json: { error: 'invalid_grant' } },
    'rejected authorization_failed',
    'reconnect access_ended',
  ],
  [
    'an unknown app',
    { status: 401, json: { error: 'unauthorized_client', error_description: 'Missing header' } },
    'rejected app_not_accepted',
    'later app_not_accepted',
  ],
  [
    'an unknown app with a 400',
    { status: 400, json: { error: 'invalid_client' } },
    'rejected app_not_accepted',
    'later app_not_accepted',
  ],
  ['a 403', { status: 403, json: {} }, 'later gateway_page', 'later gateway_page'],
  ['a rate limit', { status: 429 }, 'later rate_limited', 'later rate_limited'],
  ['a failure of X', { status: 503 }, 'later server_error', 'later server_error'],
  ['HTML', { text: '<html>' }, 'later unreadable_answer', 'later unreadable_answer'],
  ['nothing', { text: '' }, 'later unreadable_answer', 'later unreadable_answer'],
  ['a lost answer', new Error('reset'), 'later no_answer', 'later no_answer'],
]

for (const [name, reply, exchange, refresh] of refusals) {
  test(`tokens, ${name}: ${exchange} on connecting, ${refresh} on refreshing`, async () => {
    const connecting = await failureOf(x.exchange({ code: 'c' }, keep, xStage(reply).tools))
    assert.equal(`${connecting.kind} ${connecting.code}`, exchange)
    const refreshing = await failureOf(x.refresh(account, xStage(reply).tools))
    assert.equal(`${refreshing.kind} ${refreshing.code}`, refresh)
  })
}

test('an unreadable token answer leaves no token in the words', async () => {
  const json = { access_token: ['access-secret'], refresh_token: 'refresh-secret' }
  for (const reply of [{ json }, { text: JSON.stringify(json).slice(0, -2) }]) {
    const failure = await failureOf(x.refresh(account, xStage(reply).tools))
    assert.equal(failure.kind, 'later')
    assert.ok(!`${failure.words}${String(failure.cause)}`.includes('secret'))
  }
})
