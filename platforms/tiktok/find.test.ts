import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, NOW, publication, runAll, told } from '../testing-stage.ts'
import { publish } from './publish.ts'
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
  const step = publish(publication({ media: [video()] }), account, at.tools).at(-1)
  assert.ok(step && step.effect !== 'prepares')
  return step.find(before, { started_at: NOW, look: 1 })
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
  assert.equal(told(working), 'later still_processing')
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

test('an address that has ended is replaced, unless TikTok has the file', async () => {
  const again = tiktokStage(
    creator(),
    begun,
    { status: 403 },
    status('PROCESSING_UPLOAD', { uploaded_bytes: 0 }),
    begun,
    { status: 201 },
    complete,
  )
  await runAll(publish(publication({ media: [video()] }), account, again.tools))
  assert.equal(again.asked.length, 7)
  const whole = tiktokStage(
    creator(),
    begun,
    { status: 416 },
    status('PROCESSING_UPLOAD', { uploaded_bytes: 1000 }),
    complete,
  )
  await runAll(publish(publication({ media: [video()] }), account, whole.tools))
  assert.equal(whole.asked.length, 5)
})
