import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { authorizeQuery, redirect_uri, scope, start } from './harness.ts'

test('only a registered app with known scopes sees the consent page', async () => {
  await using at = await start()
  const page = async (overrides: Record<string, string>) =>
    (await at.send(`/auth/o/oauth2/v2/auth?${authorizeQuery(overrides)}`)).status
  assert.equal(await page({}), 200)
  assert.equal(await page({ client_id: 'other' }), 400)
  assert.equal(await page({ redirect_uri: 'http://127.0.0.1:9/other' }), 400)
  assert.equal(await page({ scope: 'business.manage' }), 400)
})

test('a refresh token comes with offline access, once unless consent is asked for again, and stays', async () => {
  await using at = await start()
  const online = await at.allow('Café Ada', { access_type: 'online' })
  assert.equal(online.refresh_token, undefined)
  assert.equal((await at.allow('Café Ada')).refresh_token, undefined)
  const { refresh_token = '' } = await at.allow('Café Ada', { prompt: 'consent' })
  assert.match(refresh_token, /^1\/\//)
  for (let times = 1; times <= 2; times++) {
    const renewed = await at.token({ grant_type: 'refresh_token', refresh_token })
    assert.equal(renewed.status, 200)
    assert.ok(!renewed.text.includes('refresh_token'))
  }
})

test('a code answers the challenge, and works once', async () => {
  await using at = await start()
  const code_challenge = createHash('sha256').update('verifier').digest('base64url')
  const challenge = { code_challenge, code_challenge_method: 'S256' }
  const page = `/auth/o/oauth2/v2/auth?${authorizeQuery(challenge)}`
  const body = new URLSearchParams({
    person: at.emulator.people[0]?.username ?? '',
    decision: 'allow',
  })
  const location = async () =>
    (await at.send(page, { method: 'POST', body })).headers.get('location') ?? ''
  const exchange = async (code_verifier: string) => {
    const code = new URL(await location()).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri, code_verifier }
    return { form, answer: await at.token(form) }
  }
  assert.match((await exchange('wrong')).answer.text, /invalid_grant/)
  const { form, answer } = await exchange('verifier')
  assert.match(answer.text, /"expires_in":3599/)
  assert.match((await at.token(form)).text, /invalid_grant/)
})

test('access tokens live for an hour, and revoking ends them with their refresh token', async () => {
  await using at = await start()
  const { access_token, refresh_token = '' } = await at.allow('Café Ada')
  const status = async (token: string) =>
    (await at.call(token, 'GET', '/accounts/v1/accounts')).status
  assert.equal(await status(access_token), 200)
  at.advance(3_600_000)
  assert.equal(await status(access_token), 401)
  const body = new URLSearchParams({ token: refresh_token })
  assert.equal((await at.send('/oauth/revoke', { method: 'POST', body })).status, 200)
  const refreshed = await at.token({ grant_type: 'refresh_token', refresh_token })
  assert.match(refreshed.text, /"invalid_grant".*Token has been expired or revoked/)
})

test('accounts and locations are listed in pages, and the mask is required', async () => {
  await using at = await start()
  const { access_token } = await at.allow('Chain')
  const get = async (path: string) => Object((await at.call(access_token, 'GET', path)).body)
  const first = await get('/accounts/v1/accounts')
  assert.equal(first.accounts.length, 20)
  const rest = await get(`/accounts/v1/accounts?pageToken=${first.nextPageToken}`)
  assert.deepEqual([rest.accounts.length, rest.nextPageToken], [1, undefined])

  const region = `/info/v1/${first.accounts[0].name}/locations`
  const unmasked = await at.call(access_token, 'GET', region)
  assert.match(unmasked.text, /INVALID_ARGUMENT.*read_mask/)
  const titles: string[] = []
  let token = ''
  do {
    const page = await get(`${region}?readMask=name,title,metadata&pageSize=100&pageToken=${token}`)
    for (const { name, title, metadata } of page.locations) {
      assert.match(name, /^locations\/\d+$/)
      titles.push(metadata.canOperateLocalPost ? title : 'not to be posted to')
    }
    token = page.nextPageToken ?? ''
  } while (token)
  assert.equal(titles.length, 5)
  assert.equal(titles.at(-1), 'not to be posted to')
})

test('a path that is no method is answered in HTML; locations of others are not there', async () => {
  await using at = await start()
  const { access_token, posts } = await at.signIn()
  const wrong = await at.call(access_token, 'GET', '/posts/v4/locations/1/localPosts')
  assert.equal(wrong.status, 404)
  assert.match(wrong.headers.get('content-type') ?? '', /text\/html/)
  const { access_token: other } = await at.allow('Bruno’s Bakery')
  assert.equal((await at.call(other, 'GET', posts)).status, 404)
})

test('without the scope nothing is answered', async () => {
  await using at = await start()
  const { access_token } = await at.allow('Café Ada', { scope: 'openid' })
  const answer = await at.call(access_token, 'GET', '/accounts/v1/accounts')
  assert.equal(answer.status, 403)
  assert.match(answer.text, /ACCESS_TOKEN_SCOPE_INSUFFICIENT/)
  assert.match(scope, /business\.manage$/)
})

test('a restart remembers posts and tokens', async () => {
  const first = await start()
  const { access_token, posts } = await first.signIn()
  const { name } = await first.create(access_token, posts, { summary: 'Before' })
  const saved = first.saved()
  await first[Symbol.asyncDispose]()
  await using second = await start(saved)
  const read = await second.call(access_token, 'GET', `/posts/v4/${name}`)
  assert.match(read.text, /Before/)
  const { name: next } = await second.create(access_token, posts, { summary: 'After' })
  assert.notEqual(next, name)
})
