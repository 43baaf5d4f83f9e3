import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Reply } from '../kit/harness.ts'
import { errorOf, start, type Harness } from './harness.ts'

const started = z.object({ video_id: z.string(), upload_url: z.string() })
const bytes = Buffer.alloc(1000, 7)

async function begin(facebook: Harness, edge: string) {
  const page = await facebook.page('bruno.bakes')
  const answer = await facebook.post(page.token, `${page.id}/${edge}`, { upload_phase: 'start' })
  return { ...page, ...started.parse(answer.body) }
}

async function put(facebook: Harness, url: string, token: string, offset: number, end = 1000) {
  return facebook.send(url, {
    method: 'POST',
    headers: {
      authorization: `OAuth ${token}`,
      offset: String(offset),
      file_size: '1000',
      'content-type': 'application/octet-stream',
    },
    body: bytes.subarray(offset, end),
  })
}

const typeOf = (reply: Reply) =>
  z.object({ debug_info: z.object({ type: z.string() }) }).parse(reply.body).debug_info.type

test('a reel is continued where it was cut, and is live once it was processed', async () => {
  await using facebook = await start()
  const { id, token, video_id, upload_url } = await begin(facebook, 'video_reels')
  assert.ok(upload_url.startsWith(`${facebook.url}/rupload/video-upload/v26.0/`))
  assert.equal(typeOf(await put(facebook, upload_url, token, 0, 400)), 'PartialRequestError')
  const status = await facebook.get(token, `${video_id}?fields=status`)
  assert.match(status.text, /"bytes_transfered":400/)
  assert.equal(typeOf(await put(facebook, upload_url, token, 0)), 'OffsetInvalidError')
  assert.deepEqual((await put(facebook, upload_url, token, 400)).body, { success: true })

  facebook.emulator.faults.set({ account: '*', fault: 'media_slow' })
  const form = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED', description: 'Moving' }
  assert.deepEqual((await facebook.post(token, `${id}/video_reels`, form)).body, { success: true })
  const look = async () =>
    (await facebook.get(token, `${video_id}?fields=status,post_id,permalink_url`)).text
  assert.match(await look(), /"video_status":"processing"/)
  facebook.advance(5000)
  assert.match(
    await look(),
    /"publish_status":"published".*"post_id":"\d+_\d+","permalink_url":"\/reel\//,
  )
  assert.deepEqual(
    facebook.emulator.posts().map(({ text }) => text),
    ['Moving'],
  )
})

test('a reel that was finished with success can fail in processing', async () => {
  await using facebook = await start()
  const { id, token, video_id, upload_url } = await begin(facebook, 'video_reels')
  await put(facebook, upload_url, token, 0)
  facebook.emulator.faults.set({ account: '*', fault: 'media_failed' })
  const form = { upload_phase: 'finish', video_id, video_state: 'PUBLISHED' }
  assert.deepEqual((await facebook.post(token, `${id}/video_reels`, form)).body, { success: true })
  assert.match(
    (await facebook.get(token, `${video_id}?fields=status`)).text,
    /"video_status":"error"/,
  )
  assert.deepEqual(facebook.emulator.posts(), [])
})

test('a reel without its bytes, without a state or of another Page is not finished', async () => {
  await using facebook = await start()
  const { id, token, video_id, upload_url } = await begin(facebook, 'video_reels')
  const finish = async (form: Record<string, string>) =>
    errorOf(await facebook.post(token, `${id}/video_reels`, { upload_phase: 'finish', ...form }))
  assert.equal(await finish({ video_id, video_state: 'PUBLISHED' }), '6000/1363030')
  await put(facebook, upload_url, token, 0)
  assert.equal(await finish({ video_id }), '100')
  assert.equal(await finish({ video_id: '1', video_state: 'PUBLISHED' }), '100/33')
})

test('a video story tells its post', async () => {
  await using facebook = await start()
  const { id, token, video_id, upload_url } = await begin(facebook, 'video_stories')
  await put(facebook, upload_url, token, 0)
  const answer = await facebook.post(token, `${id}/video_stories`, {
    upload_phase: 'finish',
    video_id,
  })
  assert.match(answer.text, /"post_id":"\d+_\d+"/)
  assert.match((await facebook.get(token, `${id}/stories`)).text, /"media_type":"video"/)
})

test('a long video goes in the parts that Facebook asks for', async () => {
  await using facebook = await start()
  const { id, token } = await facebook.page('bruno.bakes')
  const size = 9_000_000
  const path = `/graph/v26.0/${id}/videos?access_token=${token}`
  const begun = await facebook.post(token, `${id}/videos`, {
    upload_phase: 'start',
    file_size: String(size),
  })
  const window = z.object({ start_offset: z.string(), end_offset: z.string() })
  let { start_offset, end_offset } = window.parse(begun.body)
  const { upload_session_id } = z.object({ upload_session_id: z.string() }).parse(begun.body)
  let parts = 0
  while (start_offset !== end_offset) {
    const body = new FormData()
    body.set('upload_phase', 'transfer')
    body.set('upload_session_id', upload_session_id)
    body.set('start_offset', start_offset)
    body.set(
      'video_file_chunk',
      new Blob([Buffer.alloc(Number(end_offset) - Number(start_offset))]),
    )
    const answer = await facebook.send(path, { method: 'POST', body })
    assert.equal(answer.status, 200, answer.text)
    ;({ start_offset, end_offset } = window.parse(answer.body))
    parts += 1
  }
  assert.equal(parts, 3)
  const form = { upload_phase: 'finish', upload_session_id, description: 'Long' }
  assert.deepEqual((await facebook.post(token, `${id}/videos`, form)).body, { success: true })
  assert.deepEqual(
    facebook.emulator.posts().map(({ media }) => media[0]?.bytes),
    [size],
  )
})
