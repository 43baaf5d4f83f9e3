import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json, Publication, Saved, Step } from '../../platform.ts'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  lookingStep,
  publication,
  type Reply,
  runAll,
  stepOf,
} from '../../kit/test/stage.ts'
import { publish } from '../publish.ts'
import { account, HOUR, problem, xStage } from './testing.ts'

const ID = '1445880548472328192'
const created: Reply = { status: 201, json: { data: { id: ID, text: 'Hello' } } }
const badMedia: Reply = {
  status: 400,
  json: { title: 'Invalid Request', errors: [{ message: 'Your media IDs are invalid.' }] },
}
const begun = (id: string, secs?: number): Reply => ({
  json: { data: { id, media_key: `3_${id}`, ...(secs ? { expires_after_secs: secs } : {}) } },
})
const ended: Reply = { json: { data: { id: '1' } } }
const state = (processing_info: object): Reply => ({ json: { data: { processing_info } } })
const kept = (media_id: string, expires_at = '2026-11-21T12:00:00.000Z') => ({
  media_id,
  media_key: null,
  expires_at,
})

/** Runs the steps up to and with the one named, as the engine does. */
async function run(steps: readonly Step[], last: string, saved: Saved = {}): Promise<Json> {
  const upTo = steps.indexOf(stepOf(steps, last)) + 1
  return (await runAll(steps.slice(0, upTo), saved))[last]
}

const shape = (post: Publication) =>
  publish(post, account, xStage().tools).map(({ name, effect, follow_up }) =>
    [name, effect, ...(follow_up ? ['follow_up'] : [])].join(' '),
  )

test('a text is one step', () => {
  assert.deepEqual(shape(publication()), ['post publishes_once'])
})

test('each upload and each alt text is a step of its own, the comment follows up', () => {
  const media = [
    { ...file('image/png'), alt_text: 'A cat' },
    file('image/png'),
    { ...file('image/gif'), alt_text: 'A dog' },
    { ...file('video/mp4'), alt_text: 'Videos take none' },
  ]
  assert.deepEqual(shape(publication({ media, first_comment: 'More' })), [
    'upload_0 prepares',
    'upload_1 prepares',
    'upload_2 prepares',
    'upload_3 prepares',
    'alt_0 prepares',
    'alt_2 prepares',
    'post publishes_once',
    'comment publishes_once follow_up',
  ])
})

test('a text is posted with its options, and the address follows from the id', async () => {
  const { tools, asked } = xStage(created)
  const options = { reply_settings: 'following', made_with_ai: true }
  const receipt = await run(publish(publication({ options }), account, tools), 'post')
  assert.deepEqual(receipt, {
    platform_post_id: ID,
    platform_url: `https://platform.test/web/ada/status/${ID}`,
  })
  const [post] = asked
  assert.equal(`${post?.method} ${post?.url.href}`, 'POST https://platform.test/api/2/tweets')
  assert.equal(post?.headers['authorization'], 'Bearer access-1')
  assert.deepEqual(post?.json, { text: 'Hello', ...options })
})

test('a poll goes with the post and with nothing behind it', async () => {
  const { tools, asked } = xStage(created, created)
  const poll = { options: ['Rye', 'Wheat'] }
  const content = publication({
    text: 'Which bread?',
    options: { poll, made_with_ai: true },
    thread: [{ text: 'Tell us why', media: [] }],
  })
  const steps = publish(content, account, tools)
  await run(steps, 'part_2')
  assert.deepEqual(asked[0]?.json, {
    text: 'Which bread?',
    made_with_ai: true,
    poll: { ...poll, duration_minutes: 1440 },
  })
  assert.deepEqual(asked[1]?.json, {
    text: 'Tell us why',
    made_with_ai: true,
    reply: { in_reply_to_tweet_id: ID },
  })
})

test('whether X takes a poll below a text that was there for a repetition is not known', () => {
  const oursOf = (options: object) => {
    const steps = publish(publication({ options: { ...options } }), account, xStage().tools)
    return lookingStep(steps).ours({})
  }
  assert.equal(oursOf({}).twins, true)
  const poll = { options: ['Rye', 'Wheat'], duration_minutes: 5 }
  const { twins, text, has_media } = oursOf({ poll })
  assert.deepEqual([twins, text, has_media], [false, 'Hello', false])
})

test('a post that came with errors beside its id is out', async () => {
  const { tools } = xStage({ json: { data: { id: ID }, errors: [{ title: 'Partial' }] } })
  const receipt = await run(publish(publication(), account, tools), 'post')
  assert.match(JSON.stringify(receipt), new RegExp(ID))
})

test('a comment answers the post', async () => {
  const { tools, asked } = xStage(created)
  const steps = publish(publication({ first_comment: 'More' }), account, tools)
  await run(steps, 'comment', { post: { platform_post_id: '500', platform_url: null } })
  assert.deepEqual(asked[0]?.json, { text: 'More', reply: { in_reply_to_tweet_id: '500' } })
})

test('a file goes up in chunks of 4 MiB, and media alone make a post', async () => {
  const size = 9 * 1024 * 1024
  const acknowledged: Reply[] = [
    { json: { data: { expires_at: 1 } } },
    { status: 204 },
    { json: {} },
  ]
  const { tools, asked } = xStage(begun('71', 1000), ...acknowledged, ended, created)
  const media = [file('video/mp4', size)]
  const steps = publish(publication({ text: '', media }), account, tools)
  const uploaded = await run(steps, 'upload_0')
  assert.deepEqual(uploaded, {
    media_id: '71',
    media_key: '3_71',
    expires_at: '2026-11-20T12:16:40.000Z',
  })
  assert.deepEqual(
    asked.map(({ method, url }) => `${method} ${url.pathname}`),
    [
      'POST /api/2/media/upload/initialize',
      'POST /api/2/media/upload/71/append',
      'POST /api/2/media/upload/71/append',
      'POST /api/2/media/upload/71/append',
      'POST /api/2/media/upload/71/finalize',
    ],
  )
  assert.deepEqual(asked[0]?.json, {
    media_type: 'video/mp4',
    total_bytes: size,
    media_category: 'tweet_video',
  })
  const appended = asked.slice(1, 4).map(async ({ headers, body, streamed }) => {
    assert.ok(streamed)
    assert.equal(headers['content-length'], String(body.size))
    const form = await new Response(body, { headers }).formData()
    const chunk = form.get('media')
    return [form.get('segment_index'), chunk instanceof Blob ? chunk.size : undefined]
  })
  const chunks = await Promise.all(appended)
  const whole = 4 * 1024 * 1024
  assert.deepEqual(chunks, [
    ['0', whole],
    ['1', whole],
    ['2', size - 2 * whole],
  ])

  await run(steps, 'post', { upload_0: uploaded })
  assert.deepEqual(asked.at(-1)?.json, { text: '', media: { media_ids: ['71'] } })
})

test('a lost chunk is sent again, alone, and not for ever', async () => {
  const lost = { status: 502 }
  const steps = (...replies: Reply[]) => {
    const at = xStage(begun('71'), ...replies)
    return { ...at, steps: publish(publication({ media: [file('image/png')] }), account, at.tools) }
  }
  const helped = steps(lost, { text: '<html></html>' }, {}, ended)
  await run(helped.steps, 'upload_0')
  assert.deepEqual(helped.slept, [1000, 2000])
  const given = steps(lost, lost, lost)
  assert.equal((await failureOf(run(given.steps, 'upload_0'))).code, 'server_error')
  const limited = steps({ status: 429 })
  assert.equal((await failureOf(run(limited.steps, 'upload_0'))).code, 'rate_limited')
})

test('processing is waited for as long as X says', async () => {
  const at = xStage(
    begun('71'),
    {},
    state({ state: 'pending', check_after_secs: 5 }),
    state({ state: 'in_progress', check_after_secs: 0 }),
    state({ state: 'in_progress', check_after_secs: 999 }),
    state({ state: 'in_progress' }),
    state({ state: 'succeeded', progress_percent: 100 }),
  )
  await run(publish(publication({ media: [file('image/png')] }), account, at.tools), 'upload_0')
  assert.deepEqual(at.slept, [5000, 1000, 60_000, 1000])
  assert.equal(at.asked.at(-1)?.url.search, '?command=STATUS&media_id=71')
})

test('processing that fails is a refusal, that of X itself is not, and neither lasts for ever', async () => {
  const failed = (error?: object) => state({ state: 'failed', error })
  const slow = Array.from({ length: 30 }, () => state({ state: 'pending', check_after_secs: 60 }))
  const cases: [Reply[], string, string][] = [
    [
      [failed({ code: 1, name: 'InvalidMedia', message: 'Bad codec' })],
      'rejected',
      'media_rejected',
    ],
    [[failed()], 'rejected', 'media_rejected'],
    [[failed({ name: 'InternalError' })], 'later', 'media_not_prepared'],
    [slow, 'later', 'media_not_ready'],
  ]
  for (const [replies, kind, code] of cases) {
    const { tools } = xStage(begun('71'), {}, ...replies)
    const steps = publish(publication({ media: [file('image/png')] }), account, tools)
    const failure = await failureOf(run(steps, 'upload_0'))
    assert.deepEqual([failure.kind, failure.code], [kind, code])
  }
})

test('an alt text is given to the upload', async () => {
  const { tools, asked } = xStage({ json: { data: { id: '71' } } })
  const media = [{ ...file('image/png'), alt_text: 'A cat' }]
  const steps = publish(publication({ media }), account, tools)
  assert.deepEqual(await run(steps, 'alt_0', { upload_0: kept('71') }), { described: true })
  assert.deepEqual(asked[0]?.json, { id: '71', metadata: { alt_text: { text: 'A cat' } } })
})

/** What is sent once more, and saved, before anything names it. */
const ANEW = ['upload_0', 'alt_0']

test('uploads that X has forgotten, or that lack their alt text, are sent and saved anew before the post names them', async () => {
  const media = [{ ...file('image/png'), alt_text: 'A cat' }]
  const late = xStage()
  late.pass(24 * HOUR)
  const saved = { upload_0: kept('71'), alt_0: { described: false } }
  for (const at of [late, xStage()]) {
    const steps = publish(publication({ media }), account, at.tools)
    const failure = await failureOf(run(steps.slice(-1), 'post', saved))
    assert.deepEqual([failure.kind, failure.code, failure.forget], ['later', 'upload_lost', ANEW])
    assert.deepEqual(failure.retry_at, at.tools.now())
    assert.deepEqual(at.asked, [])
  }
})

test('an upload that was gone before its alt text keeps no other step waiting', async () => {
  const at = xStage(problem(404, 'Not Found'))
  const media = [{ ...file('image/png'), alt_text: 'A cat' }]
  const steps = publish(publication({ media }), account, at.tools)
  assert.deepEqual(await run(steps, 'alt_0', { upload_0: kept('71') }), { described: false })
})

test('what was just sent is tried, however soon X says that it ends', async () => {
  const at = xStage(begun('81', 1), {}, ended, created)
  const steps = publish(publication({ media: [file('image/png')] }), account, at.tools)
  await run(steps, 'post')
  assert.deepEqual(at.asked.at(-1)?.json, { text: 'Hello', media: { media_ids: ['81'] } })
})

test('a refused media id is replaced before the next try', async () => {
  const media = [file('image/png')]
  const at = xStage(badMedia)
  const steps = publish(publication({ media }), account, at.tools)
  const failure = await failureOf(run(steps, 'post', { upload_0: kept('71') }))
  assert.deepEqual([failure.kind, failure.code], ['later', 'media_not_there'])
  assert.deepEqual(failure.forget, ANEW)
})
