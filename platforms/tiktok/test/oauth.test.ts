import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, NOW, told } from '../../kit/test/stage.ts'
import { metrics } from '../metrics.ts'
import { authorize, exchange, refresh } from '../oauth.ts'
import { account, creator, ok, refused, tiktokStage } from './testing.ts'

const scope = 'user.info.basic,user.info.profile,video.publish,video.list'
const tokens = {
  json: {
    open_id: 'open-1',
    scope,
    access_token: 'act.new',
    expires_in: 7200,
    refresh_token: 'rft.new',
    refresh_expires_in: 15_552_000,
    token_type: 'Bearer',
  },
}
const user = ok({
  user: {
    open_id: 'open-1',
    username: 'ada.moves',
    display_name: 'Ada',
    avatar_url: 'https://a/1',
  },
})

test('people are sent to TikTok with a client key and commas between scopes', async () => {
  const { url } = await authorize({ state: 's' }, tiktokStage().tools)
  const { pathname, searchParams } = new URL(url)
  assert.equal(pathname, '/web/v2/auth/authorize/')
  assert.equal(searchParams.get('client_key'), 'client')
  assert.equal(searchParams.get('scope'), scope)
})

test('a code gives one account, with lifetimes as the answer tells them', async () => {
  const at = tiktokStage(tokens, user)
  const [offered] = await exchange({ code: 'c*0!1' }, {}, at.tools)
  assert.equal(offered?.platform_account_id, 'open-1')
  assert.equal(offered.credentials.expires_at?.getTime(), NOW.getTime() + 7_200_000)
  assert.deepEqual(offered.credentials.secret, {
    access_token: 'act.new',
    refresh_token: 'rft.new',
    refresh_ends_at: '2027-05-19T12:00:00.000Z',
  })
  assert.deepEqual(at.asked[0]?.form, {
    client_key: 'client',
    client_secret: 'hush-hush',
    grant_type: 'authorization_code',
    code: 'c*0!1',
    redirect_uri: 'https://crier.example/connect',
  })
})

test('what the creator may do is asked once when connecting, for posts to be held against while they are written', async () => {
  const [offered] = await exchange({ code: 'c' }, {}, tiktokStage(tokens, user, creator()).tools)
  assert.deepEqual(offered?.settings, {
    privacy_levels: ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'],
    max_video_seconds: 300,
    drafts: false,
    stats: false,
  })
})

test('whether drafts may be sent, and numbers read, is known by what was granted', async () => {
  const permitted = async (granted: string) => {
    const reply = { json: { ...tokens.json, scope: granted } }
    const at = tiktokStage(reply, user, refused(401, 'scope_not_authorized'))
    const [offered] = await exchange({ code: 'c' }, {}, at.tools)
    return offered?.settings
  }
  const scopes = `${scope},video.upload`
  assert.deepEqual(await permitted(scopes), { drafts: true, stats: false })
  assert.deepEqual(await permitted(`${scopes},user.info.stats`), { drafts: true, stats: true })
  assert.deepEqual(await permitted(scope), { drafts: false, stats: false })
  assert.deepEqual(await permitted(''), {}, 'TikTok did not say')
})

for (const reply of [refused(200, 'spam_risk_too_many_posts'), { status: 502, text: '<h1>' }])
  test(`a creator of whom TikTok tells nothing (${reply.status}) is connected all the same`, async () => {
    const [offered] = await exchange({ code: 'c' }, {}, tiktokStage(tokens, user, reply).tools)
    assert.deepEqual(offered?.settings, { drafts: false, stats: false })
  })

test('a scope that was switched off is named', async () => {
  const poor = { json: { ...tokens.json, scope: 'user.info.basic,user.info.profile,video.list' } }
  const failure = await failureOf(exchange({ code: 'c' }, {}, tiktokStage(poor).tools))
  assert.equal(told(failure), 'rejected missing_scope')
  assert.match(failure.message, /video\.publish/)
})

const flat = (error: string, status = 400) => ({
  status,
  json: { error, error_description: 'No.', log_id: '1' },
})
const refusals: [name: string, reply: object, outcome: string][] = [
  ['a dead refresh token', flat('invalid_grant'), 'reconnect access_ended account'],
  ['the same with 200', flat('invalid_grant', 200), 'reconnect access_ended account'],
  ['an app that is not known', flat('invalid_client', 401), 'later app_not_accepted app'],
  ['too many calls', flat('rate_limit_exceeded', 429), 'later rate_limited account 90 s'],
  ['a failure of TikTok', { status: 500, text: 'oops' }, 'later server_error'],
]
for (const [name, reply, outcome] of refusals)
  test(`${name} at a refresh is ${outcome}`, async () => {
    assert.equal(told(await failureOf(refresh(account, tiktokStage(reply).tools))), outcome)
  })

test('a refresh token that has ended is not tried', async () => {
  const at = tiktokStage()
  at.pass(60 * 86_400_000)
  assert.equal(told(await failureOf(refresh(account, at.tools))), 'reconnect access_ended account')
})

test('numbers are read by id, missing ones are null, missing posts gone, private ones not asked for', async () => {
  const at = tiktokStage(
    ok({ videos: [{ id: '75', view_count: 9, like_count: 3, comment_count: 2 }] }),
  )
  const found = await metrics(['75', '76', 'v_pub_file~v2.1'], account, at.tools)
  const none = { reach: null, shares: null, engagements: null }
  assert.deepEqual(
    [...found],
    [
      ['75', { ...none, impressions: 9, likes: 3, comments: 2 }],
      ['76', 'gone'],
    ],
  )
  assert.equal((await metrics(['v_pub_file~v2.1'], account, tiktokStage().tools)).size, 0)
  const limited = tiktokStage(refused(429, 'rate_limit_exceeded'))
  assert.equal(
    told(await failureOf(metrics(['75'], account, limited.tools))),
    'later rate_limited account 90 s',
  )
})

test('an app that is granted less asks for that, and needs no more', async () => {
  const at = tiktokStage(
    { json: { open_id: 'open-1', access_token: 'a', refresh_token: 'r', scope: 'video.publish' } },
    user,
    creator(),
  )
  at.tools.config.scopes = ['video.publish']
  const { url } = await authorize({ state: 's' }, at.tools)
  assert.equal(new URL(url).searchParams.get('scope'), 'video.publish')
  const [offered] = await exchange({ code: 'c' }, {}, at.tools)
  assert.equal(offered?.platform_account_id, 'open-1')
})
