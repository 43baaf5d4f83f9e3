import assert from 'node:assert/strict'
import { test } from 'node:test'
import { start } from './harness.ts'
import { chunked, gif, image, mp4, png, state, withMedia } from './media-harness.ts'

const badMedia = (ids: string[]) => ({
  detail: 'One or more parameters to your request was invalid.',
  errors: [{ message: 'Your media IDs are invalid.', parameters: { 'media.media_ids': ids } }],
  title: 'Invalid Request',
  type: 'https://api.twitter.com/2/problems/invalid-request',
})

test('a read of a post with media ends in a t.co link of its own', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const id = await x.publish(access_token, withMedia('look', await image(x, access_token)))
  const answer = await x.call(access_token, 'GET', `/2/tweets/${id}?tweet.fields=entities`)
  assert.match(answer.text, /"text":"look https:\/\/t\.co\/\w{10}"/)
  assert.match(answer.text, new RegExp(`https://x.com/ada_types/status/${id}/photo/1`))
})

test('a post with media may say what another said, and show what it showed', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const picture = await image(x, access_token)
  await x.publish(access_token, withMedia('', picture))
  await x.publish(access_token, withMedia('', picture))
  await x.publish(access_token, { text: 'the same' })
  await x.publish(access_token, withMedia('the same', picture))
  assert.match((await x.post(access_token, { text: 'the same' })).text, /duplicate/)
})

test('up to four images, or one GIF, or one video', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const images = []
  for (let n = 0; n < 5; n += 1) images.push(await image(x, access_token))
  const { id: animation } = await chunked(x, access_token, gif, 'image/gif')
  const { id: video } = await chunked(x, access_token, mp4, 'video/mp4')
  x.advance(3000)
  const five = await x.post(access_token, withMedia('five', ...images))
  assert.equal(five.status, 400)
  assert.match(five.text, /array must have at most 4 items/)
  const [first = ''] = images
  for (const ids of [
    [animation, first],
    [video, first],
    [video, animation],
  ])
    assert.equal((await x.post(access_token, withMedia('mixed', ...ids))).status, 400)
  await x.publish(access_token, withMedia('four', ...images.slice(0, 4)))
  await x.publish(access_token, withMedia('one GIF', animation))
  await x.publish(access_token, withMedia('one video', video))
})

test('media belong to their uploader, for 24 hours', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const { access_token: other } = await x.signIn('bruno_bakes')
  const id = await image(x, access_token)
  assert.deepEqual((await x.post(other, withMedia('mine', id))).body, badMedia([id]))
  const alt = { id, metadata: { alt_text: { text: 'mine' } } }
  assert.equal((await x.call(other, 'POST', '/2/media/metadata', alt)).status, 404)
  x.advance(86_400_000)
  const { access_token: fresh } = await x.signIn('ada_types')
  assert.equal((await x.post(fresh, withMedia('late', id))).status, 400)
})

test('processing can fail, take longer, or end in a video too long to post', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  x.emulator.faults.set({ account: 'ada_types', fault: 'media_failed' })
  const failed = await chunked(x, access_token, mp4, 'video/mp4')
  x.advance(5000)
  assert.equal((await state(x, access_token, failed.id))?.state, 'failed')

  const slow = await chunked(x, access_token, mp4, 'video/mp4')
  x.advance(5000)
  x.emulator.faults.set({ account: 'ada_types', fault: 'media_slow', times: 2 })
  for (const expected of ['in_progress', 'in_progress', 'succeeded']) {
    assert.equal((await state(x, access_token, slow.id))?.state, expected)
    x.advance(1000)
  }
  x.emulator.faults.set({ account: 'ada_types', fault: 'video_too_long' })
  await x.publish(access_token, { text: 'without a video it waits' })
  const long = await x.post(access_token, withMedia('long', slow.id))
  assert.equal(long.status, 403)
  assert.match(long.text, /not allowed to post a video longer than 20 minutes/)
})

test('a restart forgets the bytes of media and keeps what they were', async () => {
  await using before = await start()
  const { access_token } = await before.signIn('ada_types')
  const id = await image(before, access_token)
  await before.publish(access_token, withMedia('kept', id))
  await using after = await start(before.saved())
  const [media] = after.emulator.posts()[0]?.media ?? []
  assert.deepEqual(media, { mime_type: 'image/png', alt_text: null, bytes: png.length, url: null })
  await after.publish(access_token, withMedia('attached again', id))
})
