/** For the tests of media: small files and the ways to upload them. */
import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Harness } from './harness.ts'

export const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(60)])
export const gif = Buffer.concat([
  Buffer.from('GIF89a'),
  Buffer.from([64, 0, 64, 0]),
  Buffer.alloc(20),
])
export const mp4 = Buffer.concat([Buffer.alloc(4), Buffer.from('ftypisom'), Buffer.alloc(88)])
export const mediaSchema = z.object({
  data: z.looseObject({
    id: z.string(),
    processing_info: z.looseObject({ state: z.string() }).optional(),
  }),
})
export async function sendForm(
  x: Harness,
  token: string,
  path: string,
  parts: [string, string | Buffer][],
) {
  const form = new FormData()
  for (const [name, part] of parts)
    form.append(name, typeof part === 'string' ? part : new Blob([new Uint8Array(part)]))
  const headers = { authorization: `Bearer ${token}` }
  return x.send(`/api${path}`, { method: 'POST', headers, body: form })
}

export async function image(x: Harness, token: string, bytes = png) {
  const answer = await x.call(token, 'POST', '/2/media/upload', {
    media: bytes.toString('base64'),
    media_category: 'tweet_image',
  })
  assert.equal(answer.status, 200, answer.text)
  return mediaSchema.parse(answer.body).data.id
}

export async function chunked(x: Harness, token: string, bytes: Buffer, media_type: string) {
  const body = { media_type, total_bytes: bytes.length }
  const opened = await x.call(token, 'POST', '/2/media/upload/initialize', body)
  assert.equal(opened.status, 200, opened.text)
  const { id } = mediaSchema.parse(opened.body).data
  const half = Math.ceil(bytes.length / 2)
  const path = `/2/media/upload/${id}/append`
  const second = { media: bytes.subarray(half).toString('base64'), segment_index: 1 }
  assert.equal((await x.call(token, 'POST', path, second)).status, 200)
  const first = await sendForm(x, token, path, [
    ['media', bytes.subarray(0, half)],
    ['segment_index', '0'],
  ])
  assert.equal(first.status, 200, first.text)
  const closed = await x.call(token, 'POST', `/2/media/upload/${id}/finalize`)
  return { id, closed: mediaSchema.parse(closed.body).data }
}

export async function state(x: Harness, token: string, id: string) {
  const answer = await x.call(token, 'GET', `/2/media/upload?command=STATUS&media_id=${id}`)
  return mediaSchema.parse(answer.body).data.processing_info
}

export const withMedia = (text: string, ...media_ids: string[]) => ({ text, media: { media_ids } })
