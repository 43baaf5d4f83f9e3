/** Drafts: what goes to the inbox of the creator, against the emulator; and what a lost answer about one is worth. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clip, pictures } from '../../../test/media-place.ts'
import { openBench, openRun } from '../../../test/platform-bench.ts'
import { drive } from '../../../test/reference-driver.ts'
import { photo } from '../../kit/test/files.ts'
import {
  NOW,
  publication,
  publishingStep,
  type Reply,
  runAll,
  stepOf,
} from '../../kit/test/stage.ts'
import { publish } from '../publish.ts'
import { account, begun, ok, refused, status, tiktokStage, upload_url, video } from './testing.ts'

const options = { kind: 'inbox', privacy_level: 'PUBLIC_TO_EVERYONE', disable_comment: true }
const draft = (media = [video()]) => publication({ text: '', media, options })

test('a video and photos come to the inbox, are known by their publish ids, and are no posts', async () => {
  await using bench = await openBench('tiktok')
  for (const [index, media] of [[clip()], pictures(2)].entries()) {
    const content = { delivery_id: index + 1, text: '', media, options }
    const { receipt } = await drive(await openRun(bench, content, 'pictures'))
    assert.match(String(receipt.platform_post_id), /^[vp]_pub_/)
    assert.equal(receipt.platform_url, null)
    const [sent] = bench.emulator.drafts?.().slice(-1) ?? []
    assert.deepEqual([sent?.id, sent?.media.length], [receipt.platform_post_id, media.length])
  }
  assert.deepEqual(bench.emulator.posts(), [])
})

test('five may wait at TikTok, and the sixth waits here until a day has passed', async () => {
  await using bench = await openBench('tiktok')
  for (let delivery_id = 1; delivery_id <= 5; delivery_id++)
    await drive(await openRun(bench, { delivery_id, text: '', media: [clip()], options }))
  const sixth = await openRun(bench, { delivery_id: 6, text: '', media: [clip()], options })
  const before = bench.tools.now().getTime()
  await drive(sixth)
  const hours = (bench.tools.now().getTime() - before) / 3_600_000
  assert.ok(hours > 20, `it waited ${hours} hours`)
})

test('nothing is asked of the creator, and nothing is said of the draft', async () => {
  const at = tiktokStage(begun, { status: 201 }, status('SEND_TO_USER_INBOX'))
  const steps = publish(draft(), account, at.tools)
  assert.deepEqual(
    steps.map(({ name }) => name),
    ['upload', 'post'],
  )
  const { post } = await runAll(steps)
  assert.deepEqual(post, { platform_post_id: 'v_pub_file~v2.1', platform_url: null })
  assert.equal(at.asked[0]?.url.pathname, '/api/v2/post/publish/inbox/video/init/')
  assert.deepEqual(Object.keys(Object(at.asked[0]?.json)), ['source_info'])

  const sent = tiktokStage(ok({ publish_id: 'p_pub_url~v2.1' }), status('SEND_TO_USER_INBOX'))
  const titled = publication({ text: '', media: [photo], options: { ...options, title: 'Two' } })
  await runAll(publish(titled, account, sent.tools))
  assert.deepEqual(sent.asked[0]?.json, {
    media_type: 'PHOTO',
    post_mode: 'MEDIA_UPLOAD',
    post_info: { title: 'Two' },
    source_info: {
      source: 'PULL_FROM_URL',
      photo_images: [photo.url],
      photo_cover_index: 0,
    },
  })
})

const upload = { publish_id: 'p', upload_url, begun_at: NOW.toISOString() }

test('a lost draft is there when TikTok says so of its publish id, and is sought in no list', async () => {
  const find = async (reply: Reply) => {
    const at = tiktokStage(reply)
    const step = publishingStep(publish(draft(), account, at.tools))
    const finding = await step.find({ upload }, { started_at: NOW, look: 1 })
    assert.equal(at.asked.length, 1, 'the list of public posts was asked')
    return finding
  }
  const there = { found: { platform_post_id: 'p', platform_url: null } }
  assert.deepEqual(await find(status('SEND_TO_USER_INBOX')), there)
  assert.equal(await find(status('PROCESSING_UPLOAD', { uploaded_bytes: 0 })), 'absent')
  assert.equal(await find(refused(400, 'invalid_publish_id')), 'unknowable')
})

test('whether lost photos came to the inbox only a person can see', async () => {
  const at = tiktokStage()
  const steps = publish(draft([photo]), account, at.tools)
  const step = publishingStep(steps)
  assert.equal(await step.find({}, { started_at: NOW, look: 1 }), 'unknowable')
  const post = stepOf(steps, 'post')
  assert.equal('files_fetched' in post && post.files_fetched, 'needed')
  assert.equal(at.asked.length, 0)
})
