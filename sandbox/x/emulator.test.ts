import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allScopes, authorizeQuery, codeForm, minute, redirect_uri, start } from './harness.ts'

const authorize = '/web/i/oauth2/authorize'
const verifier = 'a-verifier-that-is-long-enough-to-be-one-0123456789'
const allow = { person: 'ada_types', decision: 'allow' }
const badToken = {
  error: 'invalid_request',
  error_description: 'Value passed for the token was invalid.',
}
const unauthorized = {
  title: 'Unauthorized',
  type: 'about:blank',
  status: 401,
  detail: 'Unauthorized',
}

test('a person signs in on the consent page and the app learns who it is', async () => {
  await using x = await start()
  const page = await x.send(`${authorize}?${authorizeQuery(verifier)}`)
  assert.match(page.text, /ada_types.*media\.write|media\.write.*ada_types/s)
  const tokens = await x.signIn('ada_types')
  assert.equal(tokens.scope, allScopes)
  const me = await x.call(tokens.access_token, 'GET', '/2/users/me?user.fields=subscription_type')
  assert.deepEqual(me.body, {
    data: {
      id: '1455953449422516226',
      name: 'Ada Lindqvist',
      username: 'ada_types',
      subscription_type: 'None',
    },
  })
})

test('there are at least three people, one of them with Premium', async () => {
  await using x = await start()
  assert.ok(x.emulator.people.length >= 3)
  const { access_token } = await x.signIn('clara_long')
  const me = await x.call(access_token, 'GET', '/2/users/me?user.fields=subscription_type,verified')
  assert.match(me.text, /"subscription_type":"Premium"/)
})

test('a person who cancels is sent back with access_denied and the state', async () => {
  await using x = await start()
  const answer = await x.send(`${authorize}?${authorizeQuery(verifier)}`, {
    method: 'POST',
    body: new URLSearchParams({ decision: 'deny' }),
  })
  const location = `${redirect_uri}?state=st4te&error=access_denied`
  assert.equal(answer.headers.get('location'), location)
})

test('an unsound request is answered with a page and never sent back', async () => {
  await using x = await start()
  for (const wrong of [
    { client_id: 'stranger' },
    { redirect_uri: `${redirect_uri}/` },
    { state: 's'.repeat(501) },
    { state: '' },
    { code_challenge: '' },
    { code_challenge_method: 's256' },
    { response_type: 'token' },
    { scope: 'tweet.read everything' },
  ]) {
    const path = `${authorize}?${authorizeQuery(verifier, wrong)}`
    assert.equal((await x.send(path)).status, 400, JSON.stringify(wrong))
    const posted = await x.send(path, { method: 'POST', body: new URLSearchParams(allow) })
    assert.equal(posted.status, 400)
  }
})

test('a code works once, for 30 seconds, with its verifier and its address', async () => {
  await using x = await start()
  const page = `${authorize}?${authorizeQuery(verifier)}`
  const code = async () => x.codeFor(page, allow.person)
  const status = async (form: Record<string, string>) => (await x.token(form)).status

  const good = { ...codeForm(await code()), code_verifier: verifier }
  assert.equal(await status(good), 200)
  assert.equal(await status(good), 400, 'a second time')
  assert.equal(await status(codeForm(await code())), 400, 'no verifier')
  assert.equal(await status({ ...good, code: await code(), redirect_uri: 'http://other' }), 400)
  const late = await code()
  x.advance(30_000)
  assert.equal(await status({ ...good, code: late }), 400, 'too late')
})

test('a plain challenge is its own verifier', async () => {
  await using x = await start()
  const plain = { code_challenge: 'challenge', code_challenge_method: 'plain' }
  const code = await x.codeFor(`${authorize}?${authorizeQuery('', plain)}`, allow.person)
  const answer = await x.token({ ...codeForm(code), code_verifier: 'challenge' })
  assert.equal(answer.status, 200)
})

test('a client that does not say who it is gets the 401 of X', async () => {
  await using x = await start()
  const answer = await x.token({ grant_type: 'refresh_token', refresh_token: 'x' }, 'crier-app:no')
  assert.equal(answer.status, 401)
  assert.deepEqual(answer.body, {
    error: 'unauthorized_client',
    error_description: 'Missing valid authorization header',
  })
})

test('an access token ends after 7200 seconds', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  x.advance(7200_000 - 1)
  assert.equal((await x.call(access_token, 'GET', '/2/users/me')).status, 200)
  x.advance(1)
  const answer = await x.call(access_token, 'GET', '/2/users/me')
  assert.deepEqual(answer.body, unauthorized)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
})

test('a refresh token is used once and replaced', async () => {
  await using x = await start()
  const { refresh_token = '' } = await x.signIn('ada_types')
  const first = await x.token({ grant_type: 'refresh_token', refresh_token })
  assert.equal(first.status, 200)
  assert.match(first.text, /"refresh_token":"/)
  assert.ok(!first.text.includes(refresh_token))
  const second = await x.token({ grant_type: 'refresh_token', refresh_token })
  assert.equal(second.status, 400)
  assert.deepEqual(second.body, badToken)
})

test('without offline.access there is nothing to refresh with', async () => {
  await using x = await start()
  const tokens = await x.signIn('ada_types', 'tweet.read users.read')
  assert.equal(tokens.refresh_token, undefined)
})

test('a revoked refresh token takes the access with it', async () => {
  await using x = await start()
  const { access_token, refresh_token = '' } = await x.signIn('ada_types')
  const answer = await x.send('/api/2/oauth2/revoke', {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('crier-app:s3cret')}` },
    body: new URLSearchParams({ token: refresh_token }),
  })
  assert.deepEqual(answer.body, { revoked: true })
  assert.equal((await x.call(access_token, 'GET', '/2/users/me')).status, 401)
  const refreshed = await x.token({ grant_type: 'refresh_token', refresh_token })
  assert.deepEqual(refreshed.body, badToken)
})

test('each call asks for its scopes', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types', 'tweet.read users.read')
  const answer = await x.post(access_token, { text: 'hello' })
  assert.equal(answer.status, 403)
  const detail = { title: 'Forbidden', type: 'about:blank', status: 403, detail: 'Forbidden' }
  assert.deepEqual(answer.body, detail)
  assert.equal((await x.call(access_token, 'POST', '/2/media/metadata', {})).status, 403)
  assert.equal((await x.call(access_token, 'GET', '/2/users/me')).status, 200)
})

test('a restart keeps people signed in and their posts, and knows a duplicate', async () => {
  await using before = await start()
  const tokens = await before.signIn('ada_types')
  const id = await before.publish(tokens.access_token, { text: 'still here' })

  await using after = await start(before.saved())
  assert.deepEqual(after.emulator.posts(), [
    { ...after.emulator.posts()[0], id, text: 'still here' },
  ])
  const again = await after.post(tokens.access_token, { text: 'still here' })
  assert.equal(again.status, 403)
  const { refresh_token = '' } = tokens
  assert.equal((await after.token({ grant_type: 'refresh_token', refresh_token })).status, 200)
})

test('a change is announced once', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const before = x.changes()
  await x.publish(access_token, { text: 'one' })
  assert.equal(x.changes(), before + 1)
})

test('a reset forgets posts, tokens and faults, and ids go on increasing', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const first = await x.publish(access_token, { text: 'one' })
  x.emulator.faults.set({ account: '*', fault: 'refuse_500' })
  x.emulator.reset()
  assert.deepEqual([x.emulator.posts(), x.emulator.faults.waiting()], [[], []])
  assert.equal((await x.post(access_token, { text: 'two' })).status, 401)
  const { access_token: fresh } = await x.signIn('ada_types')
  assert.ok(BigInt(await x.publish(fresh, { text: 'one' })) > BigInt(first))
})

test('a limit is counted per person and window, and told in headers', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const other = await x.signIn('bruno_bakes')
  const me = async (token: string) => x.call(token, 'GET', '/2/users/me')
  for (let left = 74; left >= 0; left -= 1) {
    const { headers } = await me(access_token)
    assert.equal(headers.get('x-rate-limit-remaining'), String(left))
  }
  const refused = await me(access_token)
  assert.equal(refused.status, 429)
  assert.deepEqual(refused.body, {
    title: 'Too Many Requests',
    detail: 'Too Many Requests',
    type: 'about:blank',
    status: 429,
  })
  assert.equal(refused.headers.get('x-rate-limit-limit'), '75')
  const reset = Number(refused.headers.get('x-rate-limit-reset'))
  assert.equal(reset, (x.now() + 15 * minute) / 1000)
  assert.equal((await me(other.access_token)).status, 200)
  x.advance(15 * minute)
  assert.equal((await me(access_token)).status, 200)
})

test('an address that X does not know is a 404 in its own shape', async () => {
  await using x = await start()
  const answer = await x.send('/api/2/nothing')
  assert.equal(answer.status, 404)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
})
