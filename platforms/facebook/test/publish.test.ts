import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, NOW, publication, runAll } from '../../kit/test/stage.ts'
import { json, publishing, refused } from './testing.ts'

const status = (publishing_phase: object, video_status = 'processing', more: object = {}) =>
  json({ status: { video_status, publishing_phase, ...more } })
const live = json({
  status: {
    video_status: 'ready',
    publishing_phase: { status: 'complete', publish_status: 'published' },
  },
  post_id: '77',
  permalink_url: '/reel/900/',
})

test('photos are uploaded unseen and named by the post, which asks for its address at once', async () => {
  const photo = { ...file('image/jpeg', 9), alt_text: 'A bridge' }
  const post = publication({ text: 'Two', media: [photo, file('image/png', 4)] })
  const permalink_url = 'https://www.facebook.com/1055/posts/77'
  const { steps, asked } = publishing(
    post,
    json({ id: '1' }),
    json({ id: '2' }),
    json({ id: '1055_77', permalink_url }),
  )
  const results = await runAll(steps)
  const { headers, body, url } = asked[0] ?? {}
  assert.equal(url?.pathname, '/graph/v25.0/1055/photos')
  assert.match(headers?.['content-type'] ?? '', /^multipart\/form-data; boundary=/)
  assert.equal(
    String(body?.size),
    headers?.['content-length'],
    'the length is known before the file is read',
  )
  assert.equal(asked[2]?.url.searchParams.get('fields'), 'id,permalink_url')
  assert.deepEqual(asked[2]?.form, {
    message: 'Two',
    'attached_media[0]': '{"media_fbid":"1"}',
    'attached_media[1]': '{"media_fbid":"2"}',
  })
  assert.deepEqual(results.post, { platform_post_id: '1055_77', platform_url: permalink_url })
})

test('a link is previewed below a text, and refused beside photos', async () => {
  const options = { link: 'https://example.com/' }
  const { step, asked } = publishing(publication({ options }), json({ id: '1055_77' }))
  const receipt = await step('post').run({})
  assert.equal(asked[0]?.form['link'], 'https://example.com/')
  assert.deepEqual(receipt, {
    platform_post_id: '1055_77',
    platform_url: 'https://platform.test/web/1055_77',
  })
  const both = publishing(publication({ options, media: [file('image/jpeg')] }))
  const failure = await failureOf(both.step('post').run({ upload_0: { id: '1' } }))
  assert.equal(failure.code, 'link_with_media')
})

test('a reel says that it is counted, other videos and photos do not', () => {
  const countedOf = (mime_type: string, kind: string) =>
    publishing(publication({ media: [file(mime_type)], options: { kind } })).steps.flatMap((step) =>
      step.effect === 'prepares' && step.counts ? [step.name, step.counts] : [],
    )
  assert.deepEqual(countedOf('video/mp4', 'reel'), ['reel', 'reels'])
  for (const kind of ['post', 'story']) assert.deepEqual(countedOf('video/mp4', kind), [])
  assert.deepEqual(countedOf('image/jpeg', 'post'), [])
})

test('a video goes in the pieces that Facebook asks for', async () => {
  const post = publication({
    text: 'Watch',
    media: [file('video/mp4', 10)],
    options: { title: 'T' },
  })
  const { steps, asked } = publishing(
    post,
    json({ upload_session_id: 5, video_id: '900', start_offset: '0', end_offset: '6' }),
    json({ start_offset: '6', end_offset: '10' }),
    json({ start_offset: '10', end_offset: '10' }),
    json({ success: true }),
    status({ status: 'in_progress' }),
    live,
  )
  const results = await runAll(steps)
  assert.deepEqual(asked[0]?.form, { upload_phase: 'start', file_size: '10' })
  assert.deepEqual(asked[3]?.form, {
    upload_phase: 'finish',
    upload_session_id: '5',
    description: 'Watch',
    title: 'T',
  })
  assert.deepEqual(results.post, {
    platform_post_id: '1055_77',
    platform_url: 'https://platform.test/web/reel/900/',
  })
})

test('a reel continues where its upload broke off', async () => {
  const options = { kind: 'reel' }
  const post = publication({ media: [file('video/mp4', 10)], options })
  const upload_url = 'https://platform.test/rupload/video-upload/v25.0/900'
  const { step, asked } = publishing(
    post,
    json({ video_id: '900', upload_url }),
    json({ status: { uploading_phase: { bytes_transfered: 4 } } }),
    json({ success: true }),
  )
  const reel = await step('reel').run({})
  assert.deepEqual(await step('upload_0').run({ reel }), { video_id: '900', session_id: null })
  const { headers, body } = asked[2] ?? {}
  assert.equal(body?.size, 6)
  assert.deepEqual([headers?.['offset'], headers?.['file_size']], ['4', '10'])

  const elsewhere = publishing(post, json({ video_id: '900', upload_url: 'https://evil.test/900' }))
  assert.equal((await failureOf(elsewhere.step('reel').run({}))).code, 'upload_address_refused')
})

test('"success" is not yet a post: a video that fails in processing is rejected', async () => {
  const post = publication({ media: [file('video/mp4')], options: { kind: 'reel' } })
  const saved = { upload_0: { video_id: '900', session_id: null } }
  const errors = { processing_phase: { status: 'error', errors: [{ message: 'Bad codec' }] } }
  const { step } = publishing(post, json({ success: true }), status({}, 'error', errors))
  const failure = await failureOf(step('post').run(saved))
  assert.deepEqual(
    [failure.kind, failure.code, failure.message.includes('Bad codec')],
    ['rejected', 'media_rejected', true],
  )
})

test('a lost finish is looked up at the video itself', async () => {
  const post = publication({ media: [file('video/mp4')], options: { kind: 'reel' } })
  const saved = { upload_0: { video_id: '900', session_id: null } }
  const none = json({ data: [], summary: { total_count: 0 } })
  const known = async (reply: ReturnType<typeof json>) => {
    const { looker } = publishing(post, reply, none)
    return (await looker('post').look(saved, { from: NOW, look: 1 })).known
  }
  assert.deepEqual(await known(status({ status: 'not_started' }, 'upload_complete')), {
    is: 'open',
  })
  const again = NOW.getTime() + 10_000
  assert.deepEqual(await known(status({ status: 'in_progress' })), { is: 'working', again })
  assert.deepEqual(await known(status({}, 'expired')), { is: 'unknown' })
  const url = 'https://platform.test/web/reel/900/'
  assert.deepEqual(await known(live), { is: 'landed', ids: ['1055_77', '900'], url })
  const finding = await publishing(post, live)
    .finder('post')
    .find(saved, { started_at: NOW, look: 1 })
  assert.deepEqual(finding, { found: { platform_post_id: '1055_77', platform_url: url } })
})

test('a video that is still in work after twenty minutes is a doubt', async () => {
  const post = publication({ media: [file('video/mp4')], options: { kind: 'reel' } })
  const saved = { upload_0: { video_id: '900', session_id: null } }
  const working = Array.from({ length: 60 }, () => status({ status: 'in_progress' }))
  const { step } = publishing(post, json({ success: true }), ...working)
  const failure = await failureOf(step('post').run(saved))
  assert.deepEqual([failure.kind, failure.code], ['unknown', 'still_processing'])
})

test('a failed comment is no failure of the post: it is a step of its own', async () => {
  const post = publication({ first_comment: 'First' })
  const { step } = publishing(post, refused(200))
  assert.equal(step('comment').follow_up, true)
  const failure = await failureOf(step('comment').run({ post: { platform_post_id: '1055_77' } }))
  assert.equal(failure.code, 'missing_scope')
})
