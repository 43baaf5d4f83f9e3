import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { z } from 'zod'
import { photo } from '../../kit/test/files.ts'
import { failureOf, publication, runAll, told } from '../../kit/test/stage.ts'
import { contentRange, planFor, rangeOf } from '../chunks.ts'
import { publish } from '../publish.ts'
import {
  account,
  begun,
  complete,
  creator,
  status,
  tiktokStage,
  upload_url,
  video,
} from './testing.ts'

const vectors = z
  .object({
    accept: z.array(
      z.object({
        video_size: z.number(),
        chunk_size: z.number(),
        total_chunk_count: z.number(),
        first_content_range: z.string().optional(),
        last_content_range: z.string().optional(),
        last_chunk_bytes: z.number().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('./vectors/chunks.json', import.meta.url), 'utf8')))

test('videos are cut as the vectors say', () => {
  for (const {
    first_content_range,
    last_content_range,
    last_chunk_bytes,
    ...plan
  } of vectors.accept) {
    if (first_content_range === undefined) continue
    const made = planFor(plan.video_size)
    assert.deepEqual(made, plan)
    const last = rangeOf(made, made.total_chunk_count - 1)
    assert.equal(contentRange(made, rangeOf(made, 0)), first_content_range)
    assert.equal(contentRange(made, last), last_content_range)
    assert.equal(last.end - last.start, last_chunk_bytes)
  }
})

test('a video is begun, sent without a bearer token, and known by an id beyond 2^53', async () => {
  const at = tiktokStage(creator(), begun, { status: 201 }, complete)
  const options = { disable_comment: true, is_aigc: true }
  const saved = await runAll(publish(publication({ media: [video()], options }), account, at.tools))
  assert.deepEqual(saved['post'], {
    platform_post_id: '7512345678901234567',
    platform_url: 'https://platform.test/web/@ada.moves/video/7512345678901234567',
  })
  const [, init, put] = at.asked
  assert.deepEqual(init?.json, {
    post_info: {
      title: 'Hello',
      privacy_level: 'PUBLIC_TO_EVERYONE',
      disable_comment: true,
      disable_duet: false,
      disable_stitch: true,
      brand_content_toggle: false,
      brand_organic_toggle: false,
      is_aigc: true,
    },
    source_info: {
      source: 'FILE_UPLOAD',
      video_size: 1000,
      chunk_size: 1000,
      total_chunk_count: 1,
    },
  })
  assert.equal(put?.url.href, upload_url)
  assert.equal(put.headers['content-range'], 'bytes 0-999/1000')
  assert.equal(put.headers['authorization'], undefined)
  assert.equal(put.body.size, 1000)
})

test('a long video goes on where TikTok says it is, and only the last part publishes', async () => {
  const media = [video({ size_bytes: 65_000_000 })]
  const at = tiktokStage(
    creator(),
    begun,
    { status: 206 },
    new Error('cut'),
    { status: 416, headers: { 'content-range': 'bytes 0-19999999/65000000' } },
    { status: 206 },
    { status: 206 },
    { status: 206 },
    { status: 201 },
    complete,
  )
  await runAll(publish(publication({ media }), account, at.tools))
  const ranges = at.asked
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => headers['content-range'])
  assert.deepEqual(ranges, [
    'bytes 0-9999999/65000000',
    'bytes 10000000-19999999/65000000',
    'bytes 10000000-19999999/65000000',
    'bytes 20000000-29999999/65000000',
    'bytes 30000000-39999999/65000000',
    'bytes 40000000-49999999/65000000',
    'bytes 50000000-64999999/65000000',
  ])
})

test('a file goes to no address but TikTok’s', async () => {
  const evil = {
    json: { data: { publish_id: 'p', upload_url: 'https://evil.test/' }, error: { code: 'ok' } },
  }
  const at = tiktokStage(creator(), evil)
  const failure = await failureOf(
    runAll(publish(publication({ media: [video()] }), account, at.tools)),
  )
  assert.equal(told(failure), 'rejected upload_address_refused')
})

const terms: [name: string, options: object, about: object, outcome: string][] = [
  [
    'a level that is not offered',
    { privacy_level: 'FOLLOWER_OF_CREATOR' },
    {},
    'rejected privacy_not_allowed',
  ],
  [
    'a partnership nobody sees',
    { privacy_level: 'SELF_ONLY', brand_content_toggle: true },
    {},
    'rejected branded_content_private',
  ],
  [
    'a video longer than the creator may post',
    {},
    { max_video_post_duration_sec: 10 },
    'rejected video_duration',
  ],
]
for (const [name, options, about, outcome] of terms)
  test(`${name} is refused before anything is sent`, async () => {
    const post = publication({ media: [video()], options: { ...options } })
    const at = tiktokStage(creator(about))
    assert.equal(told(await failureOf(runAll(publish(post, account, at.tools)))), outcome)
    assert.equal(at.asked.length, 1)
  })

test('without a wish a post is as public as the creator’s list allows', async () => {
  const at = tiktokStage(
    creator({ privacy_level_options: ['SELF_ONLY'] }),
    begun,
    { status: 201 },
    status('PUBLISH_COMPLETE'),
  )
  const saved = await runAll(publish(publication({ media: [video()] }), account, at.tools))
  assert.deepEqual(saved['post'], { platform_post_id: 'v_pub_file~v2.1', platform_url: null })
})

test('photos need a public address, and are published by the one call that names them', async () => {
  const hidden = publication({ media: [{ ...photo, url: undefined }] })
  assert.throws(() => publish(hidden, account, tiktokStage().tools), { code: 'no_public_address' })
  const at = tiktokStage(creator(), begun, complete)
  const post = publication({ media: [photo, { ...photo, id: 2 }], options: { title: 'Two' } })
  await runAll(publish(post, account, at.tools))
  assert.match(
    JSON.stringify(at.asked[1]?.json),
    /"media_type":"PHOTO".*"title":"Two","description":"Hello".*"PULL_FROM_URL","photo_images":\["https/,
  )
})

test('a post without media is refused', () => {
  assert.throws(() => publish(publication(), account, tiktokStage().tools), {
    code: 'media_required',
  })
})
