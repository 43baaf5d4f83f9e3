import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import {
  DAY,
  enc,
  image,
  ines,
  pageScopes,
  png,
  post,
  postOf,
  publish,
  start,
  tools,
} from './harness.ts'
import type { Harness } from './harness.ts'

const PART = 4_194_304
const mp4 = (size: number) => {
  const bytes = Buffer.alloc(size)
  bytes.write('ftypisom', 4, 'latin1')
  return bytes
}
const opened = z.object({
  value: z.object({
    video: z.string(),
    uploadToken: z.string(),
    uploadInstructions: z.array(
      z.object({ uploadUrl: z.string(), firstByte: z.number(), lastByte: z.number() }),
    ),
  }),
})

async function openVideo(it: Harness, token: string, size: number, owner = ines) {
  const initializeUploadRequest = {
    owner,
    fileSizeBytes: size,
    uploadCaptions: false,
    uploadThumbnail: false,
  }
  const path = '/rest/videos?action=initializeUpload'
  const answer = await it.call(token, path, { method: 'POST', json: { initializeUploadRequest } })
  assert.equal(answer.status, 200, answer.text)
  return opened.parse(answer.body).value
}

async function finish(it: Harness, token: string, video: string, uploadedPartIds: string[]) {
  const json = { finalizeUploadRequest: { video, uploadToken: '', uploadedPartIds } }
  return it.call(token, '/rest/videos?action=finalizeUpload', { method: 'POST', json })
}

const withMedia = (id: string, more = {}) => postOf('Look', { content: { media: { id } }, ...more })

test('a video goes up part by part, each to its own address, and is finished by their etags in order', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('paula-pages', pageScopes)
  const bytes = mp4(PART + 1000)
  const { video, uploadInstructions } = await openVideo(it, access_token, bytes.length, tools)
  assert.deepEqual(
    uploadInstructions.map(({ firstByte, lastByte }) => [firstByte, lastByte]),
    [
      [0, PART - 1],
      [PART, PART + 999],
    ],
  )
  const etags: string[] = []
  for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
    const part = bytes.subarray(firstByte, lastByte + 1)
    const wrong = await it.call(access_token, uploadUrl, { method: 'PUT', bytes: part.subarray(1) })
    assert.equal(wrong.status, 400)
    const put = await it.call(access_token, uploadUrl, { method: 'PUT', bytes: part })
    etags.push(put.headers.get('etag') ?? '')
  }
  assert.equal((await finish(it, access_token, video, etags.toReversed())).status, 400)
  const early = await post(it, access_token, withMedia(video, { author: tools }))
  assert.match(early.text, /WAITING_UPLOAD/)
  assert.equal((await finish(it, access_token, video, etags)).status, 200)
  const status = await it.call(access_token, `/rest/videos/${enc(video)}`)
  assert.match(status.text, /"status":"AVAILABLE"/)
  await publish(it, access_token, withMedia(video, { author: tools }))
  assert.equal(it.emulator.posts()[0]?.media[0]?.bytes, bytes.length)
})

test('members cannot see how their media are, and are refused until they are ready', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  it.emulator.faults.set({ account: '*', fault: 'media_slow', on: 'upload' })
  const id = await image(it, access_token)
  assert.equal((await it.call(access_token, `/rest/images/${enc(id)}`)).status, 403)
  const early = await post(it, access_token, withMedia(id))
  assert.equal(early.status, 422)
  assert.match(early.text, /not ready/)
  it.advance(10_000)
  await publish(it, access_token, withMedia(id))
})

test('media that failed, are somebody else’s or are unknown cannot be attached', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  it.emulator.faults.set({ account: 'ines-almeida', fault: 'media_failed', on: 'upload' })
  const failed = await image(it, access_token)
  assert.match((await post(it, access_token, withMedia(failed))).text, /PROCESSING_FAILED/)
  const page = await it.signIn('paula-pages', pageScopes)
  const other = await image(it, page.access_token, tools)
  for (const id of [other, 'urn:li:image:made-up'])
    assert.equal((await post(it, access_token, withMedia(id))).status, 400)
  const stolen = await it.call(access_token, '/rest/images?action=initializeUpload', {
    method: 'POST',
    json: { initializeUploadRequest: { owner: tools } },
  })
  assert.equal(stolen.status, 400)
})

test('an upload address takes what it was opened for, and ends after a day', async () => {
  await using it = await start()
  const { access_token } = await it.signIn('ines-almeida')
  const address = async () => {
    const json = { initializeUploadRequest: { owner: ines } }
    const path = '/rest/images?action=initializeUpload'
    const answer = await it.call(access_token, path, { method: 'POST', json })
    return /"uploadUrl":"([^"]+)"/.exec(answer.text)?.[1] ?? ''
  }
  const put = async (url: string, bytes: Buffer) =>
    (await it.call(access_token, url, { method: 'PUT', bytes })).status
  const url = await address()
  assert.equal(await put(url, mp4(100)), 400)
  assert.equal((await it.send(url, { method: 'PUT', body: new Uint8Array(png) })).status, 401)
  assert.equal(await put(url, png), 201)
  const late = await address()
  it.advance(DAY)
  assert.equal(await put(late, png), 403)
})
