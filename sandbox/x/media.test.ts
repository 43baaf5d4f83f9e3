import assert from 'node:assert/strict'
import { test } from 'node:test'
import { start } from './harness.ts'
import {
  chunked,
  image,
  mediaSchema,
  mp4,
  png,
  sendForm,
  state,
  withMedia,
} from './media-harness.ts'

test('an image goes up in one shot, gets its alt text and is seen on the feed', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const answer = await sendForm(x, access_token, '/2/media/upload', [
    ['media', png],
    ['media_category', 'tweet_image'],
  ])
  const { id } = mediaSchema.parse(answer.body).data
  assert.deepEqual(answer.body, {
    data: { id, media_key: `3_${id}`, size: png.length, expires_after_secs: 86_400 },
  })
  const alt = { id, metadata: { alt_text: { text: 'a black square' } } }
  assert.equal((await x.call(access_token, 'POST', '/2/media/metadata', alt)).status, 200)
  await x.publish(access_token, withMedia('look', id))
  const [post] = x.emulator.posts()
  const url = `${x.url}/web/media/${id}`
  const expected = { mime_type: 'image/png', alt_text: 'a black square', bytes: png.length, url }
  assert.deepEqual(post?.media, [expected])
  const shown = await x.send(`/web/media/${id}`)
  assert.equal(shown.headers.get('content-type'), 'image/png')
  assert.match((await x.send(`/web/i/status/${post.id}`)).text, /alt="a black square"/)
})

test('a video is appended in any order and processed for a while', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const { id, closed } = await chunked(x, access_token, mp4, 'video/mp4')
  const pending = { state: 'pending', check_after_secs: 1, progress_percent: 0 }
  assert.deepEqual(closed.processing_info, pending)
  const early = await x.post(access_token, withMedia('too early', id))
  assert.equal(early.status, 400)
  assert.match(early.text, /Your media IDs are invalid/)
  x.advance(1000)
  const info = await state(x, access_token, id)
  assert.deepEqual(info, { state: 'in_progress', check_after_secs: 2, progress_percent: 33 })
  x.advance(2000)
  assert.equal((await state(x, access_token, id))?.state, 'succeeded')
  await x.publish(access_token, withMedia('now', id))
  assert.equal(x.emulator.posts()[0]?.media[0]?.url, null)
})

test('an image in chunks is ready at once, and finalizing twice is once', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const { id, closed } = await chunked(x, access_token, png, 'image/png')
  assert.equal(closed.processing_info, undefined)
  const again = await x.call(access_token, 'POST', `/2/media/upload/${id}/finalize`)
  assert.equal(again.status, 200)
  await x.publish(access_token, withMedia('', id))
  assert.equal((await x.send(`/web/media/${id}`)).status, 200)
})

test('what is announced must fit: type, category, size, parts', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const open = async (body: object) =>
    (await x.call(access_token, 'POST', '/2/media/upload/initialize', body)).status
  const MB = 1024 * 1024
  const jpeg = { media_type: 'image/jpeg', total_bytes: 5 * MB }
  assert.equal(await open(jpeg), 200)
  assert.equal(await open({ ...jpeg, total_bytes: 5 * MB + 1 }), 400)
  assert.equal(await open({ ...jpeg, media_category: 'tweet_video' }), 400)
  assert.equal(await open({ ...jpeg, media_type: 'image/heic' }), 400)
  assert.equal(await open({ ...jpeg, name: 'a.jpg' }), 400)
  assert.equal(await open({ media_type: 'image/gif', total_bytes: 15 * MB }), 200)
  assert.equal(await open({ media_type: 'image/gif', total_bytes: 15 * MB + 1 }), 400)
  assert.equal(await open({ media_type: 'video/mp4', total_bytes: 8192 * MB }), 200)
  assert.equal(await open({ media_type: 'video/mp4', total_bytes: 8192 * MB + 1 }), 400)
})

test('segments must add up, and stay within 8 MB and a thousand', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const body = { media_type: 'video/mp4', total_bytes: 100 }
  const opened = await x.call(access_token, 'POST', '/2/media/upload/initialize', body)
  const { id } = mediaSchema.parse(opened.body).data
  const append = async (segment_index: number, media: Buffer) => {
    const chunk = { media: media.toString('base64'), segment_index }
    return (await x.call(access_token, 'POST', `/2/media/upload/${id}/append`, chunk)).status
  }
  const finalize = async () => x.call(access_token, 'POST', `/2/media/upload/${id}/finalize`)
  assert.equal(await append(1000, mp4), 400)
  assert.equal(await append(0, Buffer.alloc(8 * 1024 * 1024 + 1)), 413)
  assert.equal(await append(0, Buffer.alloc(99)), 200)
  assert.match((await finalize()).text, /do not add up/)
  assert.equal(await append(0, mp4), 200, 'the same segment again replaces it')
  assert.equal((await finalize()).status, 200)
  assert.equal(await append(1, mp4), 400)
})

test('bytes that are not what they claim are refused, or fail in processing', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const junk = { media: Buffer.from('hello').toString('base64'), media_category: 'tweet_image' }
  assert.equal((await x.call(access_token, 'POST', '/2/media/upload', junk)).status, 400)
  const video = { media: mp4.toString('base64'), media_category: 'tweet_video' }
  assert.equal((await x.call(access_token, 'POST', '/2/media/upload', video)).status, 400)
  const { id } = await chunked(x, access_token, png, 'video/mp4')
  x.advance(3000)
  const error = { code: 1, name: 'InvalidMedia', message: 'Unsupported video format' }
  assert.deepEqual((await state(x, access_token, id))?.['error'], error)
  assert.equal((await x.post(access_token, withMedia('broken', id))).status, 400)
})

test('alt text has at most 1000 characters and is for images', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const id = await image(x, access_token)
  const { id: video } = await chunked(x, access_token, mp4, 'video/mp4')
  const describe = async (media: string, text: string) => {
    const body = { id: media, metadata: { alt_text: { text } } }
    return (await x.call(access_token, 'POST', '/2/media/metadata', body)).status
  }
  assert.equal(await describe(id, '😀'.repeat(1000)), 200)
  assert.equal(await describe(id, 'x'.repeat(1001)), 400)
  assert.equal(await describe(video, 'a film'), 400)
})

test('faults find uploads, alt texts and status calls by name', async () => {
  await using x = await start()
  const { access_token } = await x.signIn('ada_types')
  const { id } = await chunked(x, access_token, mp4, 'video/mp4')
  for (const on of ['upload', 'alt', 'status'])
    x.emulator.faults.set({ account: 'ada_types', fault: 'credits', on })
  const calls: [string, string][] = [
    ['POST', '/2/media/upload/initialize'],
    ['POST', '/2/media/metadata'],
    ['GET', `/2/media/upload?command=STATUS&media_id=${id}`],
  ]
  for (const [method, path] of calls)
    assert.equal((await x.call(access_token, method, path)).status, 402, path)
})
