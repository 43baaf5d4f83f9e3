import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import { isPlan } from './chunks.ts'
import { start, video } from './harness.ts'

const plan = z.object({
  video_size: z.number(),
  chunk_size: z.number(),
  total_chunk_count: z.number(),
})
const vectors = z.object({ accept: z.array(plan), reject: z.array(plan) }).parse(
  JSON.parse(
    readFileSync(new URL('../../platforms/tiktok/test/vectors/chunks.json', import.meta.url), {
      encoding: 'utf8',
    }),
  ),
)
const init = '/v2/post/publish/video/init/'
const MB = 1_000_000

test('plans are taken and refused as the vectors say', () => {
  const taken = ({
    video_size: size,
    chunk_size: chunk,
    total_chunk_count: chunks,
  }: z.output<typeof plan>) => isPlan({ size, chunk, chunks })
  assert.deepEqual(
    vectors.accept.filter((each) => !taken(each)),
    [],
  )
  assert.deepEqual(vectors.reject.filter(taken), [])
})

test('a wrong plan is refused at the beginning, in the words of TikTok', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  const answer = await at.call(access_token, init, video({ size: 20 * MB, chunk: 10 * MB }))
  assert.equal(answer.status, 400)
  assert.match(answer.text, /invalid_params.*The chunk size is invalid/)
})

test('parts come in their order; the last one carries the rest and makes the post', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  const plan = video({ size: 12 * MB, chunk: 5 * MB, chunks: 2 })
  const { body } = await at.call(access_token, init, plan)
  const { upload_url, publish_id } = Object(body).data
  const second = `5000000-11999999/12000000`
  const early = await at.put(upload_url, second, 7 * MB)
  assert.equal(early.status, 416)
  assert.equal((await at.put(upload_url, '0-4999999/12000000', 5 * MB)).status, 206)
  assert.match((await at.status(access_token, publish_id)).text, /PROCESSING_UPLOAD.*5000000/)
  assert.equal(at.emulator.posts().length, 0)

  const repeated = await at.put(upload_url, '0-4999999/12000000', 5 * MB)
  assert.equal(repeated.status, 416)
  assert.equal(repeated.headers.get('content-range'), 'bytes 0-4999999/12000000')
  assert.equal((await at.put(upload_url, second, 7 * MB)).status, 201)
  assert.match((await at.status(access_token, publish_id)).text, /PROCESSING_UPLOAD/)
  at.advance(1000)
  assert.match((await at.status(access_token, publish_id)).text, /PUBLISH_COMPLETE/)
  assert.equal(at.emulator.posts()[0]?.media[0]?.bytes, 12 * MB)
})

test('the upload host takes no bearer token, no other type, no short part, and ends after an hour', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  const { upload_url } = await at.begin(access_token, 8)
  const status = async (bytes: number, headers: object = {}) =>
    (await at.put(upload_url, '0-7/8', bytes, headers)).status
  assert.equal(await status(8, { authorization: `Bearer ${access_token}` }), 400)
  assert.equal(await status(8, { 'content-type': 'image/png' }), 400)
  assert.equal(await status(7), 400)
  assert.equal((await at.put(`${upload_url}x`, '0-7/8', 8)).status, 404)
  at.advance(60 * 60_000 + 1)
  assert.equal(await status(8), 403)
  assert.equal(at.emulator.posts().length, 0)
})

test('transport faults set on the post meet the last part, refusals meet the beginning', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  at.emulator.faults.set({ account: '*', fault: 'rate_limited' })
  assert.equal((await at.call(access_token, init, video({}))).code, 'rate_limit_exceeded')

  const begun = await at.begin(access_token, 8)
  at.emulator.faults.set({ account: 'ada.moves', fault: 'refuse_500' })
  assert.equal((await at.put(begun.upload_url, '0-7/8', 8)).status, 500)
  assert.equal(at.emulator.posts().length, 0)
  at.emulator.faults.set({ account: 'ada.moves', fault: 'landed_500' })
  assert.equal((await at.put(begun.upload_url, '0-7/8', 8)).status, 500)
  assert.equal(at.emulator.posts().length, 1)
})

test('processing fails, takes longer, or tells the id later when that is armed', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  const { faults } = at.emulator
  const arm = (fault: string) => faults.set({ account: '*', fault })
  const landed = async () => {
    const begun = await at.begin(access_token, 8)
    await at.put(begun.upload_url, '0-7/8', 8)
    at.advance(1000)
    return async () => (await at.status(access_token, begun.publish_id)).text
  }
  arm('failed')
  assert.match(await (await landed())(), /FAILED.*"fail_reason":"internal"/)
  arm('file_refused')
  assert.match(await (await landed())(), /FAILED.*file_format_check_failed/)
  assert.equal(at.emulator.posts().length, 0)

  const told = await landed()
  arm('slow_processing')
  assert.match(await told(), /PROCESSING_UPLOAD/)
  arm('late_id')
  assert.doesNotMatch(await told(), /publicaly/)
  assert.match(await told(), /PUBLISH_COMPLETE.*publicaly_available_post_id/)
})

test('what others began is not told', async () => {
  await using at = await start()
  const { access_token } = await at.signIn()
  const { publish_id } = await at.begin(access_token, 8)
  const { access_token: other } = await at.signIn('bruno.bakes')
  const { code } = await at.status(other, publish_id)
  assert.equal(code, 'token_not_authorized_for_specified_publish_id')
  assert.equal((await at.status(access_token, 'nothing')).code, 'invalid_publish_id')
})
