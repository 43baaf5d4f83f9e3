import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, NOW, type Reply, stage, told } from '../../kit/test/stage.ts'
import { manifest, PAGE_SCOPES } from '../manifest.ts'
import { authorize, exchange } from '../oauth.ts'
import { account } from './testing.ts'
import { refresh } from '../tokens.ts'

const TOKENS = { access_token: 'first-token', expires_in: 5_184_000 }
const USER = { json: { sub: 'ada', name: 'Ada Lovelace', picture: 'https://media.test/a.png' } }
const REVOKED: Reply = { status: 401, json: { serviceErrorCode: 65601, message: 'revoked' } }
const REFUSED: Reply = {
  status: 403,
  json: { code: 'ACCESS_DENIED', message: 'Not enough permissions' },
}
const ALL = [...manifest.scopes, ...PAGE_SCOPES]

test('the address asks for the scopes that the operator’s app was granted', async () => {
  const { tools } = stage(manifest)
  const { url } = await authorize({ state: 's' }, tools)
  assert.match(url, /^https:\/\/platform\.test\/web\/oauth\/v2\/authorization\?/)
  assert.match(url, /scope=openid%20profile%20w_member_social$/)
  tools.config.scopes = ['w_organization_social']
  assert.match((await authorize({ state: 's' }, tools)).url, /scope=w_organization_social$/)
})

test('a member connects the profile; the id of a person is in the URN', async () => {
  const scope = 'openid,profile,w_member_social'
  const { tools, asked } = stage(manifest, { json: { ...TOKENS, scope } }, USER)
  const [offered, ...others] = await exchange({ code: 'c' }, {}, tools)
  assert.equal(others.length, 0)
  assert.equal(offered?.platform_account_id, 'urn:li:person:ada')
  assert.deepEqual(
    [offered.kind, offered.name, offered.username],
    ['profile', 'Ada Lovelace', 'ada'],
  )
  assert.equal(offered.credentials.refreshable, false)
  assert.equal(offered.credentials.expires_at?.getTime(), NOW.getTime() + 5_184_000_000)
  assert.match(asked[0]?.form['client_secret'] ?? '', /^hush/)
})

test('all Pages are offered, over several pages of roles, but none where the member may not post', async () => {
  const acl = (id: number, role = 'ADMINISTRATOR') => ({
    role,
    state: 'APPROVED',
    organization: `urn:li:organization:${id}`,
  })
  const { tools, asked } = stage(
    manifest,
    { json: { ...TOKENS, scope: ALL.join(' ') } },
    USER,
    { json: { elements: [acl(1), acl(2, 'ANALYST')], paging: { links: [{ rel: 'next' }] } } },
    {
      json: {
        elements: [acl(3, 'CONTENT_ADMINISTRATOR'), acl(1), acl(4, 'CONTENT_ADMIN')],
        paging: { links: [] },
      },
    },
    { json: { localizedName: 'Engines', vanityName: 'engines' } },
    REFUSED,
    { json: { results: { 3: { localizedName: 'Difference', vanityName: 'difference' } } } },
    REFUSED,
    REFUSED,
  )
  const offered = await exchange({ code: 'c' }, {}, tools)
  assert.deepEqual(
    offered.map(({ platform_account_id: id, name, kind }) => [id, name, kind]),
    [
      ['urn:li:person:ada', 'Ada Lovelace', 'profile'],
      ['urn:li:organization:1', 'Engines', 'page'],
      ['urn:li:organization:3', 'Difference', 'page'],
      ['urn:li:organization:4', 'Page 4', 'page'],
    ],
  )
  assert.match(asked[3]?.url.search ?? '', /start=100/)
  assert.equal(asked[6]?.url.search, '?ids=List(3)')
})

test('the next page of roles begins where LinkedIn says, however short this one is', async () => {
  const role = { role: 'ADMINISTRATOR', state: 'APPROVED' }
  const page = (id: number, paging: object): Reply => ({
    json: { elements: [{ ...role, organization: `urn:li:organization:${id}` }], paging },
  })
  const next = { rel: 'next', href: '/rest/organizationAcls?count=1&q=roleAssignee&start=1' }
  const { tools, asked } = stage(
    manifest,
    { json: { ...TOKENS, scope: ALL.join(' ') } },
    USER,
    page(1, { start: 0, count: 1, links: [next] }),
    page(2, { start: 1, count: 1, total: 3 }),
    page(3, { start: 2, count: 1, total: 3 }),
    ...[1, 2, 3].map((id) => ({ json: { localizedName: `Page ${id}` } })),
  )
  assert.equal((await exchange({ code: 'c' }, {}, tools)).length, 4)
  const starts = asked.slice(2, 5).map(({ url }) => url.searchParams.get('start'))
  assert.deepEqual(starts, ['0', '1', '2'])
})

test('an app for Pages alone asks /v2/me who the member is', async () => {
  const { tools, asked } = stage(
    manifest,
    { json: { ...TOKENS, scope: PAGE_SCOPES.join(' ') } },
    { json: { id: 'ada', localizedFirstName: 'Ada' } },
    { json: { elements: [] } },
  )
  assert.deepEqual(await exchange({ code: 'c' }, {}, tools), [])
  assert.equal(asked[1]?.url.pathname, '/api/v2/me')
})

test('a scope that LinkedIn dropped without a word is noticed', async () => {
  const { tools } = stage(manifest, { json: { ...TOKENS, scope: 'openid profile' } })
  assert.equal(told(await failureOf(exchange({ code: 'c' }, {}, tools))), 'rejected missing_scope')
})

test('a new token that is called revoked is given some seconds', async () => {
  const { tools, slept } = stage(manifest, { json: TOKENS }, REVOKED, REVOKED, USER)
  assert.equal((await exchange({ code: 'c' }, {}, tools)).length, 1)
  assert.deepEqual(slept, [3000, 3000])
})

const ANSWERS: readonly [Record<string, string>, string][] = [
  [{ error: 'user_cancelled_login' }, 'rejected access_denied'],
  [{ error: 'user_cancelled_authorize' }, 'rejected access_denied'],
  [{ error: 'access_denied' }, 'rejected access_denied'],
  [{ error: 'unauthorized_scope_error' }, 'rejected app_lacks_permissions app'],
  [{}, 'rejected authorization_failed'],
]

for (const [answer, outcome] of ANSWERS) {
  test(`a person who comes back with ${JSON.stringify(answer)} is told ${outcome}`, async () => {
    const { tools } = stage(manifest)
    assert.equal(told(await failureOf(exchange(answer, {}, tools))), outcome)
  })
}

const connected = { ...account, secret: { ...account.secret, refresh_token: 'the-refresh-token' } }

test('a refresh keeps the token that LinkedIn does not send again, and its fixed end', async () => {
  const answer = { ...TOKENS, refresh_token_expires_in: 3600 }
  const { tools } = stage(manifest, { json: answer })
  const renewed = await refresh(connected, tools)
  assert.deepEqual(renewed.secret, {
    access_token: 'first-token',
    refresh_token: 'the-refresh-token',
    refresh_ends_at: new Date(NOW.getTime() + 3_600_000).toISOString(),
    issued_at: NOW.toISOString(),
  })
})

const REFRESHES: readonly [Reply, string][] = [
  [{ status: 400, json: { error: 'invalid_grant' } }, 'reconnect access_ended account'],
  [{ status: 401, json: { error: 'invalid_client' } }, 'later app_not_accepted app'],
  [{ status: 404, text: '<p>no' }, 'later gateway_page'],
  [{ status: 503, text: '' }, 'later server_error'],
  [{ status: 200, text: 'secret words' }, 'later unreadable_answer'],
]

for (const [reply, outcome] of REFRESHES) {
  test(`a refresh that is answered ${reply.status} is ${outcome}`, async () => {
    const { tools } = stage(manifest, reply)
    const failure = await failureOf(refresh(connected, tools))
    assert.equal(told(failure), outcome)
    assert.doesNotMatch(failure.words ?? '', /secret words/)
  })
}

test('without a refresh token, or after its end, a person has to connect again', async () => {
  const { tools } = stage(manifest)
  assert.equal((await failureOf(refresh(account, tools))).kind, 'reconnect')
  const over = { ...connected, secret: { ...connected.secret, refresh_ends_at: NOW.toISOString() } }
  assert.equal((await failureOf(refresh(over, tools))).kind, 'reconnect')
})
