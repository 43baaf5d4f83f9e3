import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { NOW, publication, runAll } from '../../kit/test/stage.ts'
import { json, refused, publishing } from './testing.ts'

const options = { kind: 'story' }
const photo = publication({ media: [{ ...file('image/jpeg', 9), alt_text: 'A bridge' }], options })
const film = publication({ media: [file('video/mp4', 10)], options })
const url = 'https://facebook.com/stories/11/22'
const listed = json({ data: [{ post_id: '77', media_id: '1', url }] })
const saved = { upload_0: { id: '1' } }
const lost = { started_at: NOW, look: 1 }

test('a photo story is an unpublished photo, without words, named by one call', async () => {
  const { steps, asked } = publishing(
    photo,
    json({ id: '1' }),
    json({ success: true, post_id: '77' }),
    listed,
  )
  const { post } = await runAll(steps)
  assert.equal(asked[1]?.url.pathname, '/graph/v25.0/1055/photo_stories')
  assert.deepEqual(asked[1]?.form, { photo_id: '1' })
  assert.equal(asked[2]?.url.pathname, '/graph/v25.0/1055/stories')
  assert.deepEqual(post, { platform_post_id: '77', platform_url: url })
})

test('the address of a story is decoration: a list that is refused fails nothing', async () => {
  const { step } = publishing(photo, json({ success: true, post_id: 77 }), refused(100))
  assert.deepEqual(await step('post').run(saved), { platform_post_id: '77', platform_url: null })
  const text = '{"success":true,"post_id":122105639540000007123}'
  const long = publishing(photo, { text }, refused(100))
  assert.equal(
    JSON.stringify(await long.step('post').run(saved)),
    '{"platform_post_id":"122105639540000007123","platform_url":null}',
    'no digit of a number is lost',
  )
})

test('a lost photo story is looked up by its photo', async () => {
  const find = async (reply: ReturnType<typeof json>) =>
    publishing(photo, reply, reply).finder('post').find(saved, lost)
  assert.deepEqual(await find(listed), { found: { platform_post_id: '77', platform_url: url } })
  assert.equal(await find(json({ data: [], summary: { total_count: 0 } })), 'absent')
  assert.equal(await find(json({ data: [] })), 'unknowable', 'it does not say zero')
  assert.equal(await find(json({ data: [{ post_id: '78', media_id: '2' }] })), 'absent')
  // A story that does not tell what it shows may be ours, unless it is older.
  assert.equal(await find(json({ data: [{ post_id: '78' }] })), 'unknowable')
  const creation_time = String(NOW.getTime() / 1000 - 7200)
  assert.equal(await find(json({ data: [{ post_id: '78', creation_time }] })), 'absent')
})

test('a video story is started, sent and finished on an edge of its own', async () => {
  const upload_url = 'https://platform.test/rupload/video-upload/v25.0/900'
  const live = { status: 'complete', publish_status: 'published' }
  const { steps, asked } = publishing(
    film,
    json({ video_id: '900', upload_url }),
    json({ status: { uploading_phase: {} } }),
    json({ success: true }),
    json({ success: true, post_id: '77' }),
    json({ status: { video_status: 'ready', publishing_phase: live }, post_id: '77' }),
    listed,
  )
  const { post } = await runAll(steps)
  assert.equal(asked[0]?.url.pathname, '/graph/v25.0/1055/video_stories')
  assert.equal(asked[3]?.url.pathname, '/graph/v25.0/1055/video_stories')
  assert.deepEqual(asked[3]?.form, { upload_phase: 'finish', video_id: '900' })
  assert.deepEqual(post, { platform_post_id: '77', platform_url: url })
})

test('a story or a reel of several files, of none, or of the wrong kind is refused before any call', () => {
  const wrong = [
    publication({ options }),
    publication({ options, media: [file('image/jpeg'), file('image/jpeg')] }),
    publication({ options: { kind: 'reel' }, media: [file('image/jpeg')] }),
  ]
  for (const post of wrong) assert.throws(() => publishing(post), { code: 'media_required' })
})
