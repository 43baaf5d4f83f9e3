import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commonFaults } from '../kit/emulator.ts'
import { allScopes, authorizeQuery, redirect_uri, start, verifier, video } from './harness.ts'

const grant = { grant_type: 'authorization_code', redirect_uri, code_verifier: verifier }

test('a code works once, with its verifier, its address and its app', async () => {
  await using at = await start()
  const code = await at.allow('ada-lab')
  assert.match((await at.token({ ...grant, code, code_verifier: 'x' })).text, /invalid_grant/)
  const second = await at.allow('ada-lab')
  const tokens = await at.token({ ...grant, code: second })
  assert.equal(tokens.status, 200)
  assert.match((await at.token({ ...grant, code: second })).text, /invalid_grant/)
  const third = await at.allow('ada-lab')
  const elsewhere = await at.token({ ...grant, code: third, redirect_uri: 'http://127.0.0.1:9/x' })
  assert.match(elsewhere.text, /redirect_uri_mismatch/)
  assert.equal((await at.token({ ...grant, code: third, client_secret: 'x' })).status, 401)
})

test('a refresh token comes with the first consent or when asked for, and stays', async () => {
  await using at = await start()
  const first = await at.signIn('ada-lab', { prompt: '' })
  assert.ok(first.refresh_token)
  assert.equal((await at.signIn('ada-lab', { prompt: '' })).refresh_token, undefined)
  assert.equal((await at.signIn('bruno-bakes', { access_type: 'online' })).refresh_token, undefined)
  const again = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
  for (const _ of [1, 2]) {
    const answer = await at.token(again)
    assert.equal(answer.status, 200)
    assert.doesNotMatch(answer.text, /refresh_token/)
  }
  await at.send('/oauth/revoke', {
    method: 'POST',
    body: new URLSearchParams({ token: first.refresh_token }),
  })
  assert.match((await at.token(again)).text, /"Token has been expired or revoked."/)
})

test('unknown apps, addresses and scopes are shown a page', async () => {
  await using at = await start()
  for (const wrong of [{ client_id: 'x' }, { redirect_uri: 'http://x.test' }, { scope: 'all' }]) {
    const page = `/accounts/o/oauth2/v2/auth?${authorizeQuery(wrong)}`
    assert.equal((await at.send(page)).status, 400)
  }
})

test('an hour later the token has ended; without the scope a call is refused', async () => {
  await using at = await start()
  const scope = allScopes.split(' ')[1] ?? ''
  const { access_token } = await at.signIn('ada-lab', { scope })
  assert.match((await at.begin(access_token, 1000)).text, /insufficientPermissions/)
  at.advance(3_600_000)
  const answer = await at.call(access_token, 'GET', '/youtube/v3/channels?part=id&mine=true')
  assert.match(answer.text, /"reason":"authError"/)
})

test('a consent is one channel with its playlist of uploads, or none', async () => {
  await using at = await start()
  const path = '/youtube/v3/channels?part=id,snippet,contentDetails&mine=true'
  const { access_token: ada } = await at.signIn('ada-lab')
  assert.match((await at.call(ada, 'GET', path)).text, /"customUrl":"@ada-lab".*"uploads":"UU/)
  const { access_token: clara } = await at.signIn('clara')
  assert.doesNotMatch((await at.call(clara, 'GET', path)).text, /items/)
  assert.match((await at.call(ada, 'GET', '/youtube/v3/channels?mine=true')).text, /required/)
})

test('uploads are listed newest first, by pages, private ones for the owner only', async () => {
  await using at = await start()
  const { access_token: ada } = await at.signIn('ada-lab')
  const ids = []
  for (const privacyStatus of ['public', 'private', 'public'])
    ids.push(await at.publish(ada, video({}, { privacyStatus })))
  const uploads = at.emulator.people[0]?.id.replace('UC', 'UU')
  const path = `/youtube/v3/playlistItems?part=contentDetails&playlistId=${uploads}&maxResults=2`
  const page = await at.call(ada, 'GET', path)
  assert.match(page.text, new RegExp(`${ids[2]}.*${ids[1]}`))
  assert.match(page.text, /"nextPageToken":"2"/)

  const { access_token: bruno } = await at.signIn('bruno-bakes')
  const read = `/youtube/v3/videos?part=id,status&id=${ids.join(',')},missing`
  assert.match((await at.call(ada, 'GET', read)).text, /"totalResults":3/)
  assert.match((await at.call(bruno, 'GET', read)).text, /"totalResults":2/)
  assert.equal((await at.send(`/web/watch?v=${ids[0]}`)).status, 200)
  assert.equal((await at.send(`/web/watch?v=${ids[1]}`)).status, 404)
})

test('numbers are strings and grow; a deleted video is gone', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada-lab')
  const id = await at.publish(access_token)
  const path = `/youtube/v3/videos?part=statistics&id=${id}`
  assert.match((await at.call(access_token, 'GET', path)).text, /"viewCount":"0"/)
  at.advance(3_000_000)
  assert.match((await at.call(access_token, 'GET', path)).text, /"viewCount":"[1-9]/)
  const gone = `/youtube/v3/videos?id=${id}`
  assert.equal((await at.call(access_token, 'DELETE', gone)).status, 204)
  assert.match((await at.call(access_token, 'DELETE', gone)).text, /videoNotFound/)
  assert.deepEqual(at.emulator.posts(), [])
})

test('comments go below videos that allow them', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada-lab')
  const comment = (videoId: string) => ({
    snippet: { videoId, topLevelComment: { snippet: { textOriginal: 'First!' } } },
  })
  const path = '/youtube/v3/commentThreads?part=snippet'
  const open = await at.publish(access_token)
  assert.equal((await at.call(access_token, 'POST', path, comment(open))).status, 200)
  const list = await at.call(access_token, 'GET', `${path}&videoId=${open}`)
  assert.match(list.text, /"textOriginal":"First!"/)
  assert.equal(at.emulator.posts()[1]?.reply_to, open)
  for (const status of [{ privacyStatus: 'private' }, { selfDeclaredMadeForKids: true }]) {
    const closed = await at.publish(access_token, video({}, status))
    const answer = await at.call(access_token, 'POST', path, comment(closed))
    assert.match(answer.text, /commentsDisabled/)
  }
})

const FAULTS: [fault: string, status: number, reason: string][] = [
  ['rate_limited', 403, 'rateLimitExceeded'],
  ['token_expired', 401, 'authError'],
  ['token_revoked', 401, 'authError'],
  ['scope_missing', 403, 'insufficientPermissions'],
  ['suspended', 403, 'authenticatedUserAccountSuspended'],
  ['no_channel', 401, 'youtubeSignupRequired'],
  ['quota_exceeded', 403, 'quotaExceeded'],
  ['upload_limit', 400, 'uploadLimitExceeded'],
  ['service_disabled', 403, 'accessNotConfigured'],
  ['backend_503', 503, 'backendError'],
  ['already_exists', 409, 'conflict'],
  ['session_lost', 404, 'notFound'],
  ['refuse_500', 500, 'backendError'],
]

for (const [fault, status, reason] of FAULTS)
  test(`${fault} answers ${status} ${reason} to the last byte, and there is no video`, async () => {
    await using at = await start()
    const { access_token } = await at.signIn('ada-lab')
    const { session } = await at.begin(access_token, 1000)
    at.emulator.faults.set({ account: 'ada-lab', fault })
    const answer = await at.put(access_token, session, new Uint8Array(1000))
    assert.equal(answer.status, status)
    assert.match(answer.text, new RegExp(`"reason":"${reason}"`))
    assert.deepEqual(at.emulator.posts(), [])
    assert.ok(fault === 'refuse_500' || at.emulator.own_faults.includes(fault))
    assert.ok(!at.emulator.own_faults.some((name) => commonFaults.some((one) => one === name)))
  })

test('what landed behind a lost answer is there, and the session says so', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada-lab')
  const { session } = await at.begin(access_token, 1000)
  at.emulator.faults.set({ account: 'ada-lab', fault: 'landed_500' })
  assert.equal((await at.put(access_token, session, new Uint8Array(1000))).status, 500)
  assert.equal(at.emulator.posts().length, 1)
  const probe = await at.put(access_token, session, new Uint8Array(), 'bytes */1000')
  assert.equal(probe.status, 200)
})

test('processing may be slow, fail, or end in a rejection; an unaudited app’s videos are private', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada-lab')
  const cases: [fault: string, words: RegExp][] = [
    ['processing_slow', /"uploadStatus":"uploaded"/],
    ['processing_failed', /"uploadStatus":"failed","failureReason":"invalidFile"/],
    ['video_rejected', /"uploadStatus":"rejected","rejectionReason":"duplicate"/],
    ['private_lock', /"privacyStatus":"private"/],
  ]
  for (const [fault, words] of cases) {
    at.emulator.faults.set({ account: '*', fault, ms: 60_000 })
    const id = await at.publish(access_token)
    const answer = await at.call(access_token, 'GET', `/youtube/v3/videos?part=status&id=${id}`)
    assert.match(answer.text, words)
  }
})

test('videos, sessions and tokens outlive a restart; a reset forgets them', async () => {
  await using first = await start()
  const { access_token } = await first.signIn('ada-lab')
  await first.publish(access_token)
  await using second = await start(first.saved())
  assert.deepEqual(
    second.emulator.posts().map(({ id }) => id),
    first.emulator.posts().map(({ id }) => id),
  )
  await second.publish(access_token)
  second.emulator.reset()
  assert.deepEqual(second.emulator.posts(), [])
})
