import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublishingStep } from '../../platform.ts'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  NOW,
  publication,
  publishingStep,
  type Reply,
  stage,
  stepOf,
  told,
} from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, kept, nothing, refusing, URI, video } from './testing.ts'

const TITLE = 'A walk along the old river'
const TEXT = `${TITLE}\nFilmed on a cold morning in March`
const SIZE = 3000
const done = { post: { platform_post_id: 'vid', platform_url: null } }
const saved = { session: { uri: URI }, ...done }
const gone = { status: 410 }
const after = '2026-11-20T12:00:01Z'

function staged(...replies: (Reply | Error)[]) {
  const at = stage(manifest, ...replies)
  const steps = publish(
    publication({
      text: TEXT,
      media: [file('video/mp4', SIZE)],
      first_comment: 'Thank you all for watching',
      options: { playlist_id: 'PLada' },
    }),
    account,
    at.tools,
  )
  return { ...at, steps }
}

async function looked(name: string, ...replies: (Reply | Error)[]) {
  const step = stepOf(staged(...replies).steps, name)
  assert(step.effect !== 'prepares' && step.look)
  const looking: PublishingStep = step
  return looking.look(saved, { from: NOW, look: 1 })
}

/** What one look is worth. */
async function judged(name: string, ...replies: (Reply | Error)[]) {
  const step = publishingStep(staged(...replies).steps, name)
  return step.find(saved, { started_at: NOW, look: 1 })
}

interface Listed {
  title?: string
  description?: string | undefined
  publishedAt?: string
}

const upload = (videoId: string, part: Listed = {}) => ({
  snippet: {
    title: TITLE,
    description: TEXT,
    publishedAt: after,
    resourceId: { videoId },
    ...part,
  },
})
const other = upload('other', {
  title: 'Cooking soup with my grandmother again',
  description: 'Carrots, onions, potatoes and much patience',
})
const page = (items: object[], more = {}) => ({ json: { items, ...more } })
const files = (sizes: Record<string, string | undefined>) =>
  page(Object.entries(sizes).map(([id, fileSize]) => ({ id, fileDetails: { fileSize } })))
const untold = page([])
const FOUND = {
  found: { platform_post_id: 'own', platform_url: 'https://platform.test/web/watch?v=own' },
}

test('the session of the upload says whether its last byte made a video', async () => {
  assert.deepEqual((await looked('post', video)).known, {
    is: 'landed',
    ids: ['vid_4711abc'],
    url: 'https://platform.test/web/watch?v=vid_4711abc',
  })
  assert.deepEqual(await judged('post', video), {
    found: {
      platform_post_id: 'vid_4711abc',
      platform_url: 'https://platform.test/web/watch?v=vid_4711abc',
    },
  })
})

test('a session that lacks bytes is open; one that has them all is at work', async () => {
  assert.deepEqual((await looked('post', nothing)).known, { is: 'open' })
  assert.deepEqual((await looked('post', kept(SIZE - 2))).known, { is: 'open' })
  const whole = await looked('post', kept(SIZE - 1))
  assert.deepEqual(whole.known, { is: 'working', again: NOW.getTime() + 30_000 })
})

test('a session that has ended is unknown, never "not landed", and an empty list proves nothing', async () => {
  for (const status of [404, 410]) {
    for (const list of [page([]), page([], { pageInfo: { totalResults: 0 } })]) {
      const { known, reach } = await looked('post', { status }, list)
      assert.deepEqual([known, reach], [{ is: 'unknown' }, 'part'])
      assert.equal(await judged('post', { status }, list), 'unknowable')
    }
  }
})

test('where the session has ended, the uploads of the channel are read, all pages', async () => {
  const at = staged(gone, page([other], { nextPageToken: 'p2' }), page([upload('own')]), untold)
  const found = await publishingStep(at.steps).find(saved, { started_at: NOW, look: 1 })
  assert.deepEqual(found, FOUND)
  assert.equal(at.asked[1]?.url.searchParams.get('playlistId'), 'UUada0000000000000000000')
  assert.equal(at.asked[2]?.url.searchParams.get('pageToken'), 'p2')
  assert.equal(await judged('post', gone, page([other]), untold), 'absent')
  const endless = Array.from({ length: 4 }, () => page([other], { nextPageToken: 'next' }))
  assert.equal(await judged('post', gone, ...endless, untold), 'unknowable')
})

test('a list that goes back before the lost call need not be read on', async () => {
  const older = Array.from({ length: 12 }, (_, index) =>
    upload(`old${index}`, { publishedAt: `2026-11-20T10:${59 - index}:00Z` }),
  )
  const { reach } = await looked(
    'post',
    gone,
    page([other, ...older], { nextPageToken: 'p2' }),
    untold,
  )
  assert.equal(reach, 'past_window')
})

test('title and description are compared by words: what YouTube changes in them is no other video', async () => {
  const odd: Record<string, Listed> = {
    'white space': {
      title: 'A walk  along the old river ',
      description: TEXT.replace('\n', ' \r\n'),
    },
    entities: { title: TITLE.replace(' ', '&nbsp;') },
    'zero-width characters': { title: TITLE.replace('walk', 'wa\u200blk') },
  }
  for (const [name, part] of Object.entries(odd)) {
    const found = await judged('post', gone, page([upload('own', part)]), untold)
    assert.deepEqual(found, FOUND, name)
  }
})

test('a reworded, cut or undescribed video is a question, and so are two that nothing tells apart', async () => {
  const questions = [
    [upload('own', { title: 'A walk along a new river' })],
    [upload('own', { description: `${TEXT.slice(0, 30)}…` })],
    [upload('own', { description: undefined })],
    [upload('own'), upload('twin')],
  ]
  for (const items of questions) {
    assert.equal(await judged('post', gone, page(items), untold), 'unknowable')
  }
})

test('a video from before the lost call is not ours', async () => {
  const before = upload('before', { publishedAt: '2026-11-20T11:00:00Z' })
  assert.equal(await judged('post', gone, page([before])), 'absent')
  assert.deepEqual(await judged('post', gone, page([upload('own'), before]), untold), FOUND)
})

test('the size of the file is a key to the byte, and another size explains a video', async () => {
  const renamed = upload('own', { title: 'Changed in the Studio', description: '' })
  const same = { own: String(SIZE), twin: '2999' }
  const list = page([upload('twin'), renamed])
  assert.deepEqual(await judged('post', gone, list, files(same)), FOUND)
  assert.equal(
    await judged('post', gone, page([upload('twin')]), files({ twin: '2999' })),
    'absent',
  )
  const at = staged(gone, page([upload('own')]), files(same))
  await publishingStep(at.steps).find(saved, { started_at: NOW, look: 1 })
  const { searchParams } = at.asked[2]?.url ?? assert.fail()
  assert.deepEqual([searchParams.get('part'), searchParams.get('id')], ['fileDetails', 'own'])
})

test('sizes that are not told, or not to us, leave it to the words', async () => {
  for (const reply of [files({ own: undefined }), refusing(403, 'forbidden', 'youtube.video')]) {
    assert.deepEqual(await judged('post', gone, page([upload('own')]), reply), FOUND)
  }
})

test('a look that fails is a failure, never "absent"', async () => {
  const replies: [(Reply | Error)[], string][] = [
    [[{ status: 503 }], 'later server_error'],
    [[refusing(401, 'authError', 'global')], 'expired token_expired account'],
    [[{ status: 308, headers: { range: 'bytes=5-9' } }], 'later unreadable_answer'],
    [[gone, { text: '<html></html>' }], 'later unreadable_answer'],
    [[gone, { json: { items: [{ snippet: {} }] } }], 'later unreadable_answer'],
    [[gone, page([upload('own')]), { status: 500 }], 'later server_error'],
  ]
  for (const [given, outcome] of replies) {
    assert.equal(told(await failureOf(looked('post', ...given))), outcome)
  }
})

const thread = (id: string, part: object = {}) => ({
  id,
  snippet: {
    topLevelComment: {
      snippet: {
        textOriginal: 'Thank you all for watching',
        authorChannelId: { value: account.platform_account_id },
        publishedAt: after,
        ...part,
      },
    },
  },
})

test('a comment is known by its author, its time and its words', async () => {
  const stranger = thread('1', { authorChannelId: { value: 'UCother' } })
  const older = thread('3', { publishedAt: '2026-11-20T11:00:00Z' })
  const ours = thread('2', { textOriginal: 'Thank  you all for watching' })
  assert.deepEqual(await judged('comment', page([stranger, ours, older])), {
    found: { platform_post_id: '2', platform_url: null },
  })
  assert.equal(await judged('comment', page([stranger, older])), 'absent')
  const short = thread('4', { textOriginal: 'Thank you all' })
  assert.equal(await judged('comment', page([short])), 'unknowable')
  assert.equal(
    await judged('comment', page([thread('5', { publishedAt: undefined })])),
    'unknowable',
  )
})

test('no comments are none only where YouTube says zero', async () => {
  assert.equal(await judged('comment', page([], { pageInfo: { totalResults: 0 } })), 'absent')
  assert.equal(await judged('comment', { json: {} }), 'unknowable')
})

test('an entry of a playlist is known by the video that it names', async () => {
  const at = staged(page([{ id: 'item', snippet: { publishedAt: after } }]))
  const found = await publishingStep(at.steps, 'playlist').find(saved, {
    started_at: NOW,
    look: 1,
  })
  assert.deepEqual(found, { found: { item_id: 'item' } })
  assert.equal(at.asked[0]?.url.searchParams.get('videoId'), 'vid')
  assert.equal(await judged('playlist', page([], { pageInfo: { totalResults: 0 } })), 'absent')
  assert.equal(await judged('playlist', { json: {} }), 'unknowable')
})
