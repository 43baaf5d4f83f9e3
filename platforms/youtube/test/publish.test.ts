import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Publication } from '../../platform.ts'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  publication,
  type Reply,
  runAll,
  stage,
  stepOf,
  told,
} from '../../kit/test/stage.ts'
import { manifest, Options } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, nothing, opened, refusing, URI, video } from './testing.ts'

const clip = { media: [file('video/mp4')] }
const status = (privacyStatus: string, more = {}) => ({
  json: { items: [{ status: { uploadStatus: 'uploaded', privacyStatus, ...more } }] },
})

function publishing(content: Partial<Publication>, ...replies: (Reply | Error)[]) {
  const at = stage(manifest, ...replies)
  return { ...at, steps: publish(publication({ ...clip, ...content }), account, at.tools) }
}

test('a video goes out with the first line as its title, public, and not made for kids', async () => {
  const { steps, asked } = publishing(
    { text: '\n My holiday \nWith more to say' },
    opened,
    nothing,
    video,
    status('public'),
  )
  const saved = await runAll(steps)
  assert.deepEqual(saved.post, {
    platform_post_id: 'vid_4711abc',
    platform_url: 'https://platform.test/web/watch?v=vid_4711abc',
  })
  assert.deepEqual(saved.session, { uri: URI })
  assert.deepEqual(asked[0]?.json, {
    snippet: {
      title: 'My holiday',
      description: '\n My holiday \nWith more to say',
      categoryId: '22',
    },
    status: { privacyStatus: 'public', selfDeclaredMadeForKids: false },
  })
})

test('all that was chosen is said to YouTube', async () => {
  const options = {
    title: 'Chosen',
    privacy: 'unlisted',
    made_for_kids: true,
    category: '10',
    tags: ['one', 'two words'],
    notify_subscribers: false,
    made_with_ai: true,
  }
  const { steps, asked } = publishing({ options }, opened, nothing, video, status('unlisted'))
  await runAll(steps)
  assert.equal(asked[0]?.url.searchParams.get('notifySubscribers'), 'false')
  assert.deepEqual(asked[0].json, {
    snippet: {
      title: 'Chosen',
      description: 'Hello',
      categoryId: '10',
      tags: ['one', 'two words'],
    },
    status: {
      privacyStatus: 'unlisted',
      selfDeclaredMadeForKids: true,
      containsSyntheticMedia: true,
    },
  })
})

test('options that YouTube would refuse are refused before', () => {
  const wrong = [
    { title: 'x'.repeat(101) },
    { title: 'a < b' },
    { privacy: 'friends' },
    { category: 'music' },
    { tags: ['x'.repeat(250), 'y'.repeat(250)] },
    { colour: 'red' },
  ]
  for (const options of wrong) assert.equal(Options.safeParse(options).success, false)
  assert.ok(Options.safeParse({ tags: ['x'.repeat(250), 'y'.repeat(249)] }).success)
})

test('a video that YouTube locks or does not keep is a warning', async () => {
  for (const [reply, outcome] of [
    [status('private'), 'rejected locked_private'],
    [
      status('public', { uploadStatus: 'rejected', rejectionReason: 'duplicate' }),
      'rejected video_not_kept',
    ],
    [
      status('public', { uploadStatus: 'failed', failureReason: 'codec' }),
      'rejected video_not_kept',
    ],
  ] as const) {
    const { steps } = publishing({}, opened, nothing, video, reply)
    assert.ok(steps.at(-1)?.follow_up)
    assert.equal(told(await failureOf(runAll(steps))), outcome)
  }
})

test('a picture beside the video is its thumbnail, and the video is added to its playlist', async () => {
  const content = {
    media: [file('image/png', 5), ...clip.media],
    options: { playlist_id: 'PLada' },
  }
  const at = publishing(
    content,
    opened,
    nothing,
    video,
    { json: {} },
    { json: { id: 'item' } },
    status('public'),
  )
  const saved = await runAll(at.steps)
  assert.deepEqual(saved.playlist, { item_id: 'item' })
  const [, , , thumbnail, added] = at.asked
  assert.equal(thumbnail?.url.pathname, '/api/upload/youtube/v3/thumbnails/set')
  assert.equal(thumbnail.url.searchParams.get('videoId'), 'vid_4711abc')
  assert.deepEqual([thumbnail.headers['content-type'], thumbnail.body.size], ['image/png', 5])
  assert.deepEqual(added?.json, {
    snippet: {
      playlistId: 'PLada',
      resourceId: { kind: 'youtube#video', videoId: 'vid_4711abc' },
    },
  })
})

test('nothing but one video is taken', async () => {
  for (const media of [
    [],
    [file('image/png')],
    [file('video/mp4'), file('video/mp4')],
    [...clip.media, file('image/png'), file('image/png')],
  ]) {
    const { steps } = publishing({ media })
    assert.equal(told(await failureOf(runAll(steps))), 'rejected media_required')
  }
})

test('a session that was forgotten is saved anew before anything is sent to it', async () => {
  const again = publishing({}, { status: 404 })
  const post = again.steps[1] ?? assert.fail()
  const failure = await failureOf(post.run({ session: { uri: URI } }))
  assert.equal(told(failure), 'later upload_lost')
  assert.deepEqual(failure.forget, ['session'])
  assert.equal(again.asked.length, 1)
})

test('a session that was forgotten after the last answer was lost keeps the video in doubt', async () => {
  const at = publishing({}, nothing, new Error('cut'), { status: 404 })
  const post = at.steps[1] ?? assert.fail()
  const failure = await failureOf(post.run({ session: { uri: URI } }))
  assert.equal(failure.kind, 'unknown')
  assert.deepEqual(failure.forget, [])
})

test('a comment is made on the video in the name of the channel', async () => {
  const at = publishing({ first_comment: 'First!' }, { json: { id: '2' } })
  const done = { post: { platform_post_id: 'vid', platform_url: null } }
  assert.deepEqual(await stepOf(at.steps, 'comment').run(done), {
    platform_post_id: '2',
    platform_url: null,
  })
  assert.deepEqual(at.asked[0]?.json, {
    snippet: {
      channelId: account.platform_account_id,
      videoId: 'vid',
      topLevelComment: { snippet: { textOriginal: 'First!' } },
    },
  })
})

test('a playlist that does not know the new video yet is asked again, one that is not there is not', async () => {
  const done = { post: { platform_post_id: 'vid', platform_url: null } }
  for (const [reason, outcome] of [
    ['videoNotFound', 'later not_settled'],
    ['playlistNotFound', 'rejected playlist_gone'],
  ] as const) {
    const refusal = refusing(404, reason, 'youtube.playlistItem')
    const at = publishing({ options: { playlist_id: 'PLada' } }, refusal)
    const failure = await failureOf(stepOf(at.steps, 'playlist').run(done))
    assert.equal(told(failure), outcome)
  }
})
