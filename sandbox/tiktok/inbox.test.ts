/** Drafts in the creator's inbox, and the answers of Query Creator Info, by the documents as of 2026-09-11. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allScopes, photos, serveMedia, start, video } from './harness.ts'

const withDrafts = `${allScopes},video.upload`
const draftInit = '/v2/post/publish/inbox/video/init/'
const source_info = { source: 'FILE_UPLOAD', video_size: 3, chunk_size: 3, total_chunk_count: 1 }

test('a draft goes to the inbox and is no post; five may wait in a day', async () => {
  await using at = await start()
  const { access_token: poor } = await at.signIn()
  assert.equal((await at.call(poor, draftInit, { source_info })).code, 'scope_not_authorized')

  const { access_token } = await at.signIn('ada.moves', withDrafts)
  for (let count = 1; count <= 5; count++) {
    const { body } = await at.call(access_token, draftInit, { source_info })
    const { upload_url, publish_id } = Object(body).data
    assert.equal((await at.put(upload_url, '0-2/3', 3)).status, 201)
    at.advance(20_000)
    assert.match((await at.status(access_token, publish_id)).text, /SEND_TO_USER_INBOX/)
  }
  assert.equal(at.emulator.posts().length, 0)
  const sixth = await at.call(access_token, draftInit, { source_info })
  assert.deepEqual([sixth.status, sixth.code], [403, 'spam_risk_too_many_pending_share'])
})

test('photos become a draft without a privacy level, by the scope for drafts', async () => {
  await using at = await start()
  await using media = await serveMedia()
  const path = '/v2/post/publish/content/init/'
  const draft = {
    ...photos([`${media.url}/photo.jpg`]),
    post_mode: 'MEDIA_UPLOAD',
    post_info: { title: 'Two' },
  }
  const { access_token: poor } = await at.signIn()
  assert.equal((await at.call(poor, path, draft)).code, 'scope_not_authorized')
  const { access_token } = await at.signIn('ada.moves', withDrafts)
  const { publish_id } = Object((await at.call(access_token, path, draft)).body).data
  at.advance(1000)
  assert.match((await at.status(access_token, publish_id)).text, /SEND_TO_USER_INBOX/)
  assert.equal(at.emulator.posts().length, 0)
})

test('a post without a privacy level has one that does not match', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  const { post_info: _, ...rest } = video({})
  const path = '/v2/post/publish/video/init/'
  const { status, code } = await at.call(access_token, path, { post_info: {}, ...rest })
  assert.deepEqual([status, code], [403, 'privacy_level_option_mismatch'])
})

test('what is not there yet can be called off, what is there cannot', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  const cancel = async (publish_id: string) =>
    (await at.call(access_token, '/v2/post/publish/cancel/', { publish_id })).code
  const { publish_id, upload_url } = await at.begin(access_token, 1)
  assert.equal(await cancel(publish_id), 'ok')
  assert.match((await at.status(access_token, publish_id)).text, /"publish_cancelled"/)
  assert.equal(await cancel(publish_id), 'publish_not_cancellable')
  assert.equal(await cancel('v_pub_file~v2.0'), 'invalid_publish_id')
  await at.put(upload_url, '0-0/1', 1)
  assert.equal(at.emulator.posts().length, 0)
})

test('a creator who is over the cap is told so with 200, on purpose', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  const path = '/v2/post/publish/creator_info/query/'
  assert.equal((await at.call(access_token, path)).code, 'ok')
  for (const fault of ['suspended', 'user_cap', 'too_many_posts']) {
    at.emulator.faults.set({ account: '*', fault, on: 'me' })
    const { status, code } = await at.call(access_token, path)
    assert.equal(status, 200)
    assert.match(code ?? '', /^spam_risk_|^reached_active_user_cap$/)
  }
})
