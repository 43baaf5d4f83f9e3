import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import {
  DAY,
  memberScopes,
  pageScopes,
  post,
  postOf,
  publish,
  redirect_uri,
  start,
} from './harness.ts'

const acls = z.object({
  elements: z.array(z.object({ organization: z.string(), role: z.string() })),
  paging: z.object({ total: z.number(), links: z.array(z.object({ rel: z.string() })) }),
})

test('a person signs in for 60 days, and the app learns who it is', async () => {
  await using it = await start()
  const shown = await it.send(it.page(memberScopes))
  assert.match(shown.text, /w_member_social.*ines-almeida/s)
  const tokens = await it.signIn('ines-almeida')
  assert.equal(tokens.expires_in, 60 * 86_400)
  assert.equal(tokens.scope, 'openid,profile,w_member_social')
  const me = await it.call(tokens.access_token, '/v2/userinfo')
  assert.match(me.text, /"sub":"ines-almeida","name":"Ines Almeida"/)
})

test('a person who cancels is sent back with the state and a word of LinkedIn', async () => {
  await using it = await start()
  const back = await it.decide(memberScopes, { decision: 'deny' })
  assert.deepEqual([back.get('error'), back.get('state')], ['user_cancelled_authorize', 'st4te'])
})

test('an unknown scope is told to the app, an unknown app is told nothing', async () => {
  await using it = await start()
  const refused = await it.send(it.page('w_everything'))
  const location = refused.headers.get('location') ?? ''
  assert.ok(location.startsWith(redirect_uri))
  assert.match(location, /unauthorized_scope_error/)
  for (const other of [{ client_id: 'x' }, { redirect_uri: `${redirect_uri}/` }, { state: '' }])
    assert.equal((await it.send(it.page(memberScopes, other))).status, 400)
})

test('a code works once and for half an hour', async () => {
  await using it = await start()
  const code = async () =>
    (await it.decide(memberScopes, { person: 'ines-almeida', decision: 'allow' })).get('code') ?? ''
  const use = async (value: string) =>
    (await it.token({ grant_type: 'authorization_code', code: value, redirect_uri })).status
  const first = await code()
  assert.deepEqual([await use(first), await use(first), await use('made-up')], [200, 400, 400])
  const late = await code()
  it.advance(31 * 60_000)
  assert.equal(await use(late), 400)
  const wrong = await it.token({ grant_type: 'authorization_code', client_secret: 'other' })
  assert.equal(wrong.status, 401)
})

test('refreshing gives a new access token and the same refresh token, until a day that does not move', async () => {
  await using it = await start()
  const first = await it.signIn('ines-almeida')
  const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' }
  it.advance(60 * DAY)
  assert.match((await it.call(first.access_token, '/v2/userinfo')).text, /EXPIRED_ACCESS_TOKEN/)
  const renewed = await it.token(form)
  const body = z.object({ refresh_token: z.string(), refresh_token_expires_in: z.number() })
  const { refresh_token, refresh_token_expires_in } = body.parse(renewed.body)
  assert.deepEqual([refresh_token, refresh_token_expires_in], [first.refresh_token, 305 * 86_400])
  it.advance(305 * DAY)
  assert.equal((await it.token(form)).status, 400)
})

test('a consent with other scopes ends the tokens of the one before', async () => {
  await using it = await start()
  const one = await it.signIn('ines-almeida')
  const same = await it.signIn('ines-almeida')
  assert.equal((await it.call(one.access_token, '/v2/userinfo')).status, 200)
  await it.signIn('ines-almeida', pageScopes)
  for (const { access_token } of [one, same])
    assert.match((await it.call(access_token, '/v2/userinfo')).text, /INVALID_ACCESS_TOKEN/)
  assert.match((await it.introspect(one.access_token)).text, /"active":false/)
})

test('scopes may be dropped without a word, and refresh tokens may be missing', async () => {
  await using it = await start()
  it.emulator.faults.set({ account: '*', fault: 'scopes_dropped', on: 'token' })
  it.emulator.faults.set({ account: '*', fault: 'no_refresh', on: 'token' })
  const tokens = await it.signIn('ines-almeida')
  assert.deepEqual([tokens.scope, tokens.refresh_token], ['openid,profile', undefined])
  assert.equal((await post(it, tokens.access_token, postOf('a'))).status, 403)
})

test('Pages come on several pages, with the role in each', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('paula-pages', pageScopes)
  const page = async (start: number) => {
    const path = `/rest/organizationAcls?q=roleAssignee&state=APPROVED&count=100&start=${start}`
    return acls.parse((await it.call(access_token, path)).body)
  }
  const [first, second] = [await page(0), await page(2)]
  assert.deepEqual([first.elements.length, second.elements.length, first.paging.total], [2, 2, 4])
  assert.deepEqual([first.paging.links.length, second.paging.links.length], [1, 0])
  const details = await it.call(access_token, '/rest/organizations/2414183')
  assert.match(details.text, /"localizedName":"Lindenhof Tools"/)
  const member = await it.signIn('ines-almeida')
  const refused = await it.call(member.access_token, '/rest/organizationAcls?q=roleAssignee')
  assert.equal(refused.status, 403)
})

test('a version that is missing, sunset, of the future or with eight digits is refused', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const status = async (version: string) => {
    const headers = { 'linkedin-version': version }
    const json = postOf(`version ${version}`)
    const answer = await it.call(access_token, '/rest/posts', { method: 'POST', json, headers })
    return answer.status
  }
  for (const dead of ['202511', '202612', '20260901', 'latest'])
    assert.equal(await status(dead), 426)
  assert.equal(await status(''), 400)
  assert.equal(await status('202601'), 201)
})

test('the world is remembered, and a reset forgets it', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const urn = await publish(it, access_token, postOf('kept'))
  await using second = await start(it.saved())
  assert.deepEqual(
    second.emulator.posts('ines-almeida').map(({ id }) => id),
    [urn],
  )
  await publish(second, access_token, postOf('more'))
  second.emulator.reset()
  assert.deepEqual(second.emulator.posts(), [])
  assert.equal((await post(second, access_token, postOf('more'))).status, 401)
})
