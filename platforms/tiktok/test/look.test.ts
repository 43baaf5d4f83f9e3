import assert from 'node:assert/strict'
import { test } from 'node:test'
import { photo } from '../../kit/test/files.ts'
import {
  failureOf,
  NOW,
  publication,
  publishingStep,
  type Reply,
  runAll,
  stepOf,
  told,
} from '../../kit/test/stage.ts'
import type { Json, PublishingStep } from '../../platform.ts'
import { publish } from '../publish.ts'
import {
  account,
  begun,
  complete,
  creator,
  ok,
  refused,
  status,
  tiktokStage,
  upload_url,
  video,
} from './testing.ts'

const TEXT = 'Dancing in the rain with the whole class #dance'
const ID = '7512345678901234567'
const upload = { publish_id: 'p', upload_url, begun_at: NOW.toISOString() }
const terms = {
  username: 'ada.moves',
  privacy_level: 'PUBLIC_TO_EVERYONE',
  disable_comment: false,
  disable_duet: false,
  disable_stitch: false,
}
const saved = { upload, creator: terms }
const hidden = { upload, creator: { ...terms, privacy_level: 'SELF_ONLY' } }
const own = (id: string, kind = 'video') => ({
  platform_post_id: id,
  platform_url: `https://platform.test/web/@ada.moves/${kind}/${id}`,
})

interface Setting {
  photos?: boolean
  title?: string
  text?: string
  before?: Record<string, Json>
}

function stepsOn(at: ReturnType<typeof tiktokStage>, { photos, title, text = TEXT }: Setting = {}) {
  const given = publication({
    text,
    media: [photos ? photo : video()],
    options: title === undefined ? {} : { title },
  })
  return publish(given, account, at.tools)
}

async function looked(replies: (Reply | Error)[], setting: Setting = {}) {
  const at = tiktokStage(...replies)
  const step = stepOf(stepsOn(at, setting), 'post')
  assert(step.effect !== 'prepares' && step.look)
  const looking: PublishingStep = step
  return looking.look(setting.before ?? saved, { from: NOW, look: 1 })
}

/** What one look is worth. */
async function judged(replies: (Reply | Error)[], setting: Setting = {}) {
  const step = publishingStep(stepsOn(tiktokStage(...replies), setting))
  return step.find(setting.before ?? saved, { started_at: NOW, look: 1 })
}

async function post(at: ReturnType<typeof tiktokStage>) {
  return publishingStep(stepsOn(at)).run(saved)
}

interface Listed {
  id?: string
  create_time?: number
  title?: string
  video_description?: string
}
const listed = (...videos: Listed[]) =>
  ok({
    videos: videos.map((each) => ({
      id: '75',
      create_time: NOW.getTime() / 1000,
      video_description: TEXT,
      ...each,
    })),
    has_more: false,
  })
const other = { id: '1', video_description: 'How to peel an orange in four seconds' }
const unknown = refused(400, 'invalid_publish_id')

test('a publish id that is out has landed, under the number of its post where it is told', async () => {
  assert.deepEqual((await looked([complete])).known, { is: 'landed', ids: [ID], url: null })
  assert.deepEqual(await judged([complete]), { found: own(ID) })
})

test('a private post has landed under its publish id, for it never gets another number', async () => {
  const out = status('PUBLISH_COMPLETE')
  const { known } = await looked([out], { before: hidden })
  assert.deepEqual(known, { is: 'landed', ids: ['p'], url: null })
  assert.deepEqual(await judged([out], { before: hidden }), {
    found: { platform_post_id: 'p', platform_url: null },
  })
})

test('a public post without its number has landed, and the list may show which it is', async () => {
  const out = status('PUBLISH_COMPLETE')
  const { known, seen, reach } = await looked([out, listed({})])
  assert.deepEqual(known, { is: 'landed', ids: [], url: null })
  assert.deepEqual([seen.map(({ ids }) => ids), reach], [[['75']], 'part'])
  const alone = await looked([out, { status: 503 }])
  assert.deepEqual(alone, { known, seen: [], reach: 'part' })
})

test('an upload that lacks bytes is open while its address takes them, and ends unused with it', async () => {
  const missing = status('PROCESSING_UPLOAD', { uploaded_bytes: 0 })
  assert.deepEqual((await looked([missing])).known, { is: 'open' })
  const begun_at = new Date(NOW.getTime() - 3_600_000).toISOString()
  const { known } = await looked([missing], {
    before: { ...saved, upload: { ...upload, begun_at } },
  })
  assert.equal(known?.is === 'dead' && known.code, 'unused')
})

test('what TikTok works on is asked for again in a minute', async () => {
  for (const reply of [
    status('PROCESSING_UPLOAD', { uploaded_bytes: 1000 }),
    status('PROCESSING_UPLOAD'),
    status('PROCESSING_DOWNLOAD'),
    status('A_NEW_STATUS'),
  ]) {
    const { known } = await looked([reply])
    assert.deepEqual(known, { is: 'working', again: NOW.getTime() + 60_000 })
  }
})

test('a post that TikTok gave up on for a reason is refused, not in doubt; one that may pass ends unused', async () => {
  for (const [fail_reason, code] of [
    ['picture_size_check_failed', 'media_dimensions'],
    ['spam_risk_text', 'against_policy'],
    ['a_new_reason', 'refused'],
    ['internal', 'unused'],
    ['video_pull_failed', 'unused'],
    [undefined, 'unused'],
  ]) {
    const { known, reach } = await looked([status('FAILED', { fail_reason })])
    assert.deepEqual([known?.is === 'dead' && known.code, reach], [code, 'end_told'])
  }
})

test('a publish id that TikTok does not know is unknown, never "not landed": the list is looked at', async () => {
  assert.deepEqual((await looked([unknown, listed()])).known, { is: 'unknown' })
  assert.deepEqual(await judged([unknown, listed(other, {})]), { found: own('75') })
  assert.equal(await judged([unknown, listed(other)]), 'unknowable')
  assert.equal(await judged([unknown, listed()]), 'unknowable')
  const { seen, reach } = await looked([unknown], { before: hidden })
  assert.deepEqual([seen, reach], [[], 'no_list'])
  assert.equal(await judged([unknown], { before: hidden }), 'unknowable')
})

test('photos are looked for among the public posts, by the words that were sent', async () => {
  const photos = { photos: true }
  assert.deepEqual(await judged([listed(other, {})], photos), { found: own('75', 'photo') })
  const filled = { title: 'Photos by ada.moves' }
  assert.deepEqual(await judged([listed(filled)], photos), { found: own('75', 'photo') })
  const titled = { ...photos, title: 'Our last summer' }
  assert.deepEqual(await judged([listed({ title: 'Our last summer' })], titled), {
    found: own('75', 'photo'),
  })
  assert.equal(await judged([listed(filled)], titled), 'unknowable')
})

test('that photos are not listed is no sign, for moderation takes its time', async () => {
  const photos = { photos: true }
  assert.equal(await judged([listed()], photos), 'unknowable')
  assert.equal(await judged([listed(other)], photos), 'unknowable')
  assert.equal(await judged([], { ...photos, before: hidden }), 'unknowable')
})

test('what TikTok changes in the words of a post is no other post', async () => {
  const odd: Record<string, Listed> = {
    'white space': { video_description: ` ${TEXT.replaceAll(' ', '  ')}\n` },
    entities: { video_description: TEXT.replace(' ', '&nbsp;') },
    'zero-width characters': { video_description: TEXT.replace('rain', 'ra\u200bin') },
    'a title that is cut short': { title: TEXT.slice(0, 10) },
    'in the title alone': { title: TEXT, video_description: '' },
  }
  for (const [name, part] of Object.entries(odd)) {
    assert.deepEqual(await judged([unknown, listed(part)]), { found: own('75') }, name)
  }
})

test('a post that is short, cut off, or one of two is a question; one from before is not ours', async () => {
  const cut = listed({ video_description: `${TEXT.slice(0, 20)}…` })
  assert.equal(await judged([unknown, cut]), 'unknowable')
  const short = { text: 'Hello' }
  assert.equal(await judged([unknown, listed({ video_description: 'Hello' })], short), 'unknowable')
  assert.equal(await judged([unknown, listed({}, { id: '76' })]), 'unknowable')
  const before = { id: '76', create_time: NOW.getTime() / 1000 - 60 }
  assert.deepEqual(await judged([unknown, listed({}, before)]), { found: own('75') })
})

test('all pages of the list are read, back to the lost call', async () => {
  const more = (...videos: Listed[]) => {
    const { json } = listed(...videos)
    return { text: JSON.stringify(json).replace('"has_more":false', '"has_more":true,"cursor":9') }
  }
  const at = tiktokStage(unknown, more(other), listed({}))
  const step = publishingStep(stepsOn(at))
  assert.deepEqual(await step.find(saved, { started_at: NOW, look: 1 }), { found: own('75') })
  assert.deepEqual(at.asked[2]?.json, { max_count: 20, cursor: 9 })
  const old = { id: '2', create_time: NOW.getTime() / 1000 - 3600 }
  assert.equal((await looked([unknown, more({}, old)])).seen.length, 2)
})

test('a look that fails is a failure', async () => {
  const replies: [(Reply | Error)[], string][] = [
    [[{ status: 503 }], 'later server_error'],
    [[refused(401, 'access_token_invalid')], 'expired token_expired'],
    [[refused(429, 'rate_limit_exceeded')], 'later rate_limited account 90 s'],
    [[unknown, { text: '<html></html>' }], 'later unreadable_answer'],
  ]
  for (const [given, outcome] of replies) {
    assert.equal(told(await failureOf(looked(given))), outcome)
  }
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
  assert.equal(told(ended), 'later upload_lost')
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
    if (step.name !== 'post' && !(step.name in progress))
      progress[step.name] = await step.run(progress)
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

test('behind an address that has ended, a reason of TikTok is a refusal, and without one the upload begins anew', async () => {
  const refusal = status('FAILED', { fail_reason: 'duration_check_failed' })
  const failure = await failureOf(post(tiktokStage({ status: 403 }, refusal)))
  assert.equal(told(failure), 'rejected video_duration')
  const silent = await failureOf(post(tiktokStage({ status: 403 }, status('FAILED'))))
  assert.equal(told(silent), 'later upload_lost')
  assert.deepEqual(silent.forget, ['upload'])
})
