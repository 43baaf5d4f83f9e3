import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorizeQuery, photos, redirect_uri, serveMedia, start, video } from './harness.ts'

const init = '/v2/post/publish/video/init/'
const photoInit = '/v2/post/publish/content/init/'
const minute = 60_000

test('only a registered app with known scopes, commas between them, sees the consent page', async () => {
  await using at = await start()
  const page = async (overrides: Record<string, string>) =>
    (await at.send(`/web/v2/auth/authorize/?${authorizeQuery(overrides)}`)).status
  assert.equal(await page({}), 200)
  assert.equal(await page({ client_key: 'other' }), 400)
  assert.equal(await page({ scope: 'user.info.basic video.publish' }), 400)
  assert.equal(await page({ redirect_uri: `${redirect_uri}?a=b` }), 400)
})

test('access tokens live two hours, and a refresh token works once', async () => {
  await using at = await start()
  const { access_token, refresh_token } = await at.signIn()
  const me = `/v2/post/publish/creator_info/query/`
  assert.equal((await at.call(access_token, me)).code, 'ok')
  at.advance(2 * 60 * minute + 1)
  const ended = await at.call(access_token, me)
  assert.deepEqual([ended.status, ended.code], [401, 'access_token_invalid'])

  const renewed = await at.token({ grant_type: 'refresh_token', refresh_token })
  assert.match(renewed.text, /"expires_in":7200.*"refresh_expires_in":15552000/)
  const again = await at.token({ grant_type: 'refresh_token', refresh_token })
  assert.deepEqual([again.status, again.code], [400, 'invalid_grant'])
})

test('a code works once, and only with the address it was asked for', async () => {
  await using at = await start()
  const page = `/web/v2/auth/authorize/?${authorizeQuery()}`
  const form = new URLSearchParams({ person: 'ada.moves', decision: 'allow' })
  const location = (await at.send(page, { method: 'POST', body: form })).headers.get('location')
  const code = new URL(location ?? '').searchParams.get('code') ?? ''
  assert.match(code, /\*0!/)
  const ask = { grant_type: 'authorization_code', code }
  assert.equal((await at.token({ ...ask, redirect_uri: 'http://x' })).code, 'invalid_request')
  assert.equal((await at.token({ ...ask, redirect_uri })).code, 'invalid_grant')
})

test('revoking ends both tokens', async () => {
  await using at = await start()
  const { access_token, refresh_token } = await at.signIn()
  const body = new URLSearchParams({
    client_key: 'crier-key',
    client_secret: 's3cret',
    token: access_token,
  })
  assert.equal((await at.send('/api/v2/oauth/revoke/', { method: 'POST', body })).status, 200)
  assert.equal((await at.status(access_token, 'x')).code, 'access_token_invalid')
  const refreshed = await at.token({ grant_type: 'refresh_token', refresh_token })
  assert.equal(refreshed.code, 'invalid_grant')
})

test('the person is told by the fields that are asked for, within the scopes', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('ada.moves', 'user.info.basic')
  const headers = { authorization: `Bearer ${access_token}` }
  const ask = async (fields: string) => at.send(`/api/v2/user/info/?fields=${fields}`, { headers })
  const { body } = await ask('open_id,display_name')
  assert.deepEqual(Object(body).data, {
    user: { open_id: '-000Q1bnoeAda7', display_name: 'Ada Lindqvist' },
  })
  assert.equal((await ask('open_id,username')).code, 'scope_not_authorized')
  assert.equal((await ask('')).code, 'invalid_params')
  assert.equal((await at.call(access_token, init, video({}))).code, 'scope_not_authorized')
})

test('a post names one of the privacy levels that the creator offers, and nothing unknown', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('private.pia')
  const code = async (info: object) => (await at.call(access_token, init, video({ info }))).code
  assert.equal(await code({}), 'privacy_level_option_mismatch')
  assert.equal(await code({ privacy_level: 'SELF_ONLY' }), 'ok')
  assert.equal(await code({ privacy_level: 'SELF_ONLY', titel: 'x' }), 'invalid_params')
  assert.equal(
    await code({ privacy_level: 'SELF_ONLY', title: 'x'.repeat(2201) }),
    'invalid_params',
  )
  const branded = { privacy_level: 'SELF_ONLY', brand_content_toggle: true }
  assert.equal(await code(branded), 'invalid_params')
})

test('the private never learn an id: their post is complete without one', async () => {
  await using at = await start()
  const { access_token } = await at.signIn('private.pia')
  const begun = await at.begin(access_token, 8, { privacy_level: 'SELF_ONLY' })
  await at.put(begun.upload_url, '0-7/8', 8)
  at.advance(1000)
  const { text } = await at.status(access_token, begun.publish_id)
  assert.match(text, /"status":"PUBLISH_COMPLETE"/)
  assert.ok(!text.includes('publicaly_available_post_id'))
  assert.equal(at.emulator.posts()[0]?.id, begun.publish_id)
})

test('photos are pulled: JPEG and WebP, without redirects, and a failure shows in the status', async () => {
  await using at = await start()
  await using media = await serveMedia()
  const { access_token } = await at.signIn()
  const become = async (name: string) => {
    const answer = await at.call(access_token, photoInit, photos([`${media.url}/${name}`]))
    const { publish_id } = Object(answer.body).data
    at.advance(1000)
    return (await at.status(access_token, publish_id)).text
  }
  assert.match(
    await become('photo.jpg'),
    /PUBLISH_COMPLETE.*"publicaly_available_post_id":\[\d{19}\]/,
  )
  assert.match(await become('photo.png'), /FAILED.*file_format_check_failed/)
  assert.match(await become('moved'), /FAILED.*photo_pull_failed/)
  const [post, ...others] = at.emulator.posts()
  assert.deepEqual([post?.text, post?.media[0]?.bytes, others.length], ['Two\n\nwords', 5, 0])
  const page = await at.send(post?.url ?? '')
  assert.match(page.text, /words/)
})

test('six posts a minute and fifteen a day are begun, not more', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  for (let count = 1; count <= 15; count++) {
    const { upload_url } = await at.begin(access_token, 1)
    assert.equal((await at.put(upload_url, '0-0/1', 1)).status, 201)
    at.advance(10_001)
  }
  at.advance(minute)
  const capped = await at.call(access_token, init, video({}))
  assert.deepEqual([capped.status, capped.code], [403, 'spam_risk_too_many_posts'])

  const { access_token: other } = await at.signIn('bruno.bakes')
  for (let count = 1; count <= 6; count++) await at.begin(other, 1)
  assert.equal((await at.call(other, init, video({}))).code, 'rate_limit_exceeded')
})

test('the list has public posts, the newest first, in pages; a query leaves out what is not there', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  for (const title of ['one', 'two', 'three']) {
    const { upload_url } = await at.begin(access_token, 1, { title })
    await at.put(upload_url, '0-0/1', 1)
    at.advance(minute)
  }
  const list = async (body: object) =>
    Object((await at.call(access_token, '/v2/video/list/?fields=id,title', body)).body).data
  const first = await list({ max_count: 2 })
  assert.deepEqual([first.videos[0].title, first.videos[1].title], ['three', 'two'])
  assert.equal(first.has_more, true)
  const rest = await list({ max_count: 2, cursor: first.cursor })
  assert.deepEqual([rest.videos[0].title, rest.has_more], ['one', false])

  const { id } = first.videos[0]
  assert.match(id, /^\d{19}$/)
  const ask = { filters: { video_ids: [id, '7512345678901234567'] } }
  const path = '/v2/video/query/?fields=id,view_count,like_count'
  const early = Object((await at.call(access_token, path, ask)).body).data.videos
  at.advance(24 * 60 * minute)
  const { access_token: later } = await at.signIn()
  const late = Object((await at.call(later, path, ask)).body).data.videos
  assert.equal(late.length, 1)
  assert.ok(late[0].view_count > early[0].view_count)
})

test('a restart remembers posts, uploads under way and tokens', async () => {
  const first = await start()
  const { access_token } = await first.signIn()
  const done = await first.begin(access_token, 1)
  await first.put(done.upload_url, '0-0/1', 1)
  const open = await first.begin(access_token, 2)
  const saved = first.saved()
  await first[Symbol.asyncDispose]()

  await using second = await start(saved)
  assert.equal(second.emulator.posts().length, 1)
  const address = open.upload_url.replace(first.url, second.url)
  assert.equal((await second.put(address, '0-1/2', 2)).status, 201)
  second.advance(1000)
  assert.match((await second.status(access_token, open.publish_id)).text, /PUBLISH_COMPLETE/)
})
