import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, NOW, publication, publishingStep, runAll, told } from '../../kit/test/stage.ts'
import type { Json } from '../../platform.ts'
import { publish } from '../publish.ts'
import {
  account,
  begun,
  complete,
  creator,
  refused,
  status,
  tiktokStage,
  upload_url,
  video,
} from './testing.ts'

const upload = { publish_id: 'p', upload_url, begun_at: NOW.toISOString() }
const saved = {
  upload,
  creator: {
    username: 'ada.moves',
    privacy_level: 'PUBLIC_TO_EVERYONE',
    disable_comment: false,
    disable_duet: false,
    disable_stitch: false,
  },
}
async function find(at: ReturnType<typeof tiktokStage>, before = saved) {
  const steps = publish(publication({ media: [video()] }), account, at.tools)
  return publishingStep(steps).find(before, { started_at: NOW, look: 1 })
}

async function post(at: ReturnType<typeof tiktokStage>) {
  const steps = publish(publication({ media: [video()] }), account, at.tools)
  return publishingStep(steps).run(saved)
}

test('the publish id tells what became of a lost part', async () => {
  assert.equal(
    await find(tiktokStage(status('PROCESSING_UPLOAD', { uploaded_bytes: 0 }))),
    'absent',
  )
  assert.match(
    JSON.stringify(await find(tiktokStage(complete))),
    /"platform_post_id":"7512345678901234567"/,
  )
  const working = await failureOf(
    find(tiktokStage(status('PROCESSING_UPLOAD', { uploaded_bytes: 1000 }))),
  )
  assert.equal(told(working), 'later still_processing 60 s')
})

test('behind an upload that failed, only the list can tell, and its silence proves nothing', async () => {
  const failed = status('FAILED', { fail_reason: 'internal' })
  const listed = (title: string) => ({
    json: {
      data: { videos: [{ id: '75', create_time: NOW.getTime() / 1000, title }], has_more: false },
      error: { code: 'ok' },
    },
  })
  assert.match(
    JSON.stringify(await find(tiktokStage(failed, listed('Hello')))),
    /"platform_post_id":"75"/,
  )
  assert.equal(await find(tiktokStage(failed, listed('Other'))), 'unknowable')
})

test('after the last byte a refused question is a doubt, not a refusal', async () => {
  const at = tiktokStage(creator(), begun, { status: 201 }, refused(401, 'access_token_invalid'))
  const failure = await failureOf(
    runAll(publish(publication({ media: [video()] }), account, at.tools)),
  )
  assert.equal(told(failure), 'unknown token_expired')
})

test('an address that has ended is forgotten, unless TikTok has the file', async () => {
  const missing = status('PROCESSING_UPLOAD', { uploaded_bytes: 0 })
  const ended = await failureOf(post(tiktokStage({ status: 403 }, missing)))
  assert.equal(told(ended), 'later upload_ended')
  assert.deepEqual(ended.forget, ['upload'])
  const whole = tiktokStage(
    { status: 416 },
    status('PROCESSING_UPLOAD', { uploaded_bytes: 1000 }),
    complete,
  )
  await post(whole)
  assert.equal(whole.asked.length, 3)
})

test('of an upload begun anew whose answer was lost, it is the new one that a look asks about', async () => {
  const at = tiktokStage(
    { status: 404 },
    status('PROCESSING_UPLOAD', { uploaded_bytes: 0 }),
    begun,
    new Error('cut'),
    complete,
  )
  const steps = publish(publication({ media: [video()] }), account, at.tools)
  const last = publishingStep(steps)
  const progress: Record<string, Json> = { ...saved }
  const { forget } = await failureOf(Promise.resolve(last.run(progress)))
  for (const name of forget) delete progress[name]
  for (const step of steps)
    if (step !== last && !(step.name in progress)) progress[step.name] = await step.run(progress)
  assert.equal((await failureOf(Promise.resolve(last.run(progress)))).kind, 'unknown')
  const found = await last.find(progress, { started_at: NOW, look: 1 })
  assert.ok(typeof found === 'object')
  assert.deepEqual(at.asked.at(-1)?.json, { publish_id: 'v_pub_file~v2.1' })
})

test('behind an address that has ended, a refused question is a doubt', async () => {
  const at = tiktokStage({ status: 403 }, refused(401, 'access_token_invalid'))
  assert.equal(told(await failureOf(post(at))), 'unknown token_expired')
})

test('a post that TikTok failed to process is uploaded anew', async () => {
  const failed = status('FAILED', { fail_reason: 'internal' })
  const { kind, forget } = await failureOf(post(tiktokStage({ status: 201 }, failed)))
  assert.deepEqual([kind, forget], ['later', ['upload']])
})
