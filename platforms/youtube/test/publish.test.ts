import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Publication } from '../../platform.ts'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  NOW,
  publication,
  publishingStep,
  type Reply,
  runAll,
  stage,
  told,
} from '../../kit/test/stage.ts'
import { manifest, Options } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, nothing, opened, URI, video } from './testing.ts'

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

test('a picture beside the video is its thumbnail, and a playlist is added to once', async () => {
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
  const found = publishing(content, { json: { items: [{ id: 'item' }] } }, { json: {} })
  const step = publishingStep(found.steps, 'playlist')
  const done = { post: { platform_post_id: 'vid', platform_url: null } }
  assert.deepEqual(await step.find(done, lost), { found: { item_id: 'item' } })
  assert.equal(await step.find(done, lost), 'absent')
  assert.equal(found.asked[0]?.url.searchParams.get('videoId'), 'vid')
})

test('nothing but one video is taken', async () => {
  for (const media of [
    [],
    [file('image/png')],
    [file('video/mp4'), file('video/mp4')],
    [...clip.media, file('image/png'), file('image/png')],
  ]) {
    const { steps } = publishing({ media })
    assert.equal(told(await failureOf(runAll(steps))), 'rejected media_missing')
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

const lost = { started_at: NOW, look: 1 }
const saved = { session: { uri: URI } }

test('a lost video is found by asking its session', async () => {
  const found = publishing({}, video)
  const receipt = {
    platform_post_id: 'vid_4711abc',
    platform_url: 'https://platform.test/web/watch?v=vid_4711abc',
  }
  assert.deepEqual(await publishingStep(found.steps).find(saved, lost), { found: receipt })
  const absent = publishing({}, nothing)
  assert.equal(await publishingStep(absent.steps).find(saved, lost), 'absent')
})

test('where the session is forgotten, title and time decide among the uploads', async () => {
  const upload = (videoId: string, title: string, publishedAt: string) => ({
    snippet: { title, publishedAt, resourceId: { videoId } },
  })
  const old = upload('old', 'Hello', '2026-11-20T11:00:00Z')
  const other = upload('other', 'Bye', '2026-11-20T12:00:01Z')
  const own = upload('own', 'Hello', '2026-11-20T12:00:01Z')
  const pages = (items: object[]) => [
    { status: 410 },
    { json: { items: [old, other], nextPageToken: 'p2' } },
    { json: { items } },
  ]
  const found = publishing({}, ...pages([own]))
  assert.match(JSON.stringify(await publishingStep(found.steps).find(saved, lost)), /"own"/)
  assert.equal(found.asked[1]?.url.searchParams.get('playlistId'), 'UUada0000000000000000000')
  assert.equal(found.asked[2]?.url.searchParams.get('pageToken'), 'p2')
  const absent = publishing({}, ...pages([]))
  assert.equal(await publishingStep(absent.steps).find(saved, lost), 'absent')

  const before = upload('before', 'Hello', '2026-11-20T11:59:50Z')
  const after = publishing({}, ...pages([own, before]))
  assert.match(JSON.stringify(await publishingStep(after.steps).find(saved, lost)), /"own"/)
  const twin = upload('twin', 'Hello', '2026-11-20T12:00:02Z')
  const twins = publishing({}, ...pages([twin, own]))
  assert.equal(await publishingStep(twins.steps).find(saved, lost), 'unknowable')
  const described = { snippet: { ...own.snippet, description: 'Hello' } }
  const told_apart = publishing({}, ...pages([twin, described]))
  assert.match(JSON.stringify(await publishingStep(told_apart.steps).find(saved, lost)), /"own"/)
})

test('a comment is made on the video, and found by its words and its author', async () => {
  const thread = (id: string, textOriginal: string, value: string) => ({
    id,
    snippet: { topLevelComment: { snippet: { textOriginal, authorChannelId: { value } } } },
  })
  const threads = [
    thread('1', 'First!', 'UCother'),
    thread('2', 'First!', account.platform_account_id),
  ]
  const at = publishing(
    { first_comment: 'First!' },
    { json: { id: '2' } },
    { json: { items: threads } },
  )
  const comment = publishingStep(at.steps, 'comment')
  const done = { post: { platform_post_id: 'vid', platform_url: null } }
  assert.deepEqual(await comment.run(done), { comment_id: '2' })
  assert.deepEqual(at.asked[0]?.json, {
    snippet: {
      channelId: account.platform_account_id,
      videoId: 'vid',
      topLevelComment: { snippet: { textOriginal: 'First!' } },
    },
  })
  assert.deepEqual(await comment.find(done, lost), { found: { comment_id: '2' } })
})
