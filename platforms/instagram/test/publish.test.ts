import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNNUMBERED } from '../../../test/finding.ts'
import { file } from '../../kit/test/files.ts'
import {
  failureOf,
  NOW,
  publication,
  publishingStep,
  runAll,
  told as outcome,
} from '../../kit/test/stage.ts'
import { Failure, type PublicationMedia, type Step, type UseUp } from '../../platform.ts'
import { account, behindPage, created, quotaLeft, refused, publishing, told } from './testing.ts'

const at = (name: string): PublicationMedia => ({
  ...file(name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg'),
  url: `https://crier.example/media/${name}`,
})
const permalink = { json: { id: '18', permalink: 'https://www.instagram.com/p/abc/' } }

test('an image is a container with caption and alternative text, published once it is finished', async () => {
  const image = { ...at('a.jpg'), alt_text: 'A bridge' }
  const post = publication({ text: 'Hej #bro', media: [image], options: { collaborators: ['bo'] } })
  const { steps, asked, slept } = publishing(
    account,
    post,
    quotaLeft,
    created('17'),
    told('IN_PROGRESS'),
    told('FINISHED'),
    created('18'),
    permalink,
  )
  const results = await runAll(steps)
  assert.deepEqual(asked[1]?.form, {
    image_url: 'https://crier.example/media/a.jpg',
    alt_text: 'A bridge',
    caption: 'Hej #bro',
    collaborators: '["bo"]',
  })
  assert.deepEqual(asked[4]?.form, { creation_id: '17' })
  assert.equal(asked[4]?.url.pathname, '/graph/v25.0/17841400000000001/media_publish')
  assert.deepEqual(slept, [3000])
  assert.deepEqual(results.post, {
    platform_post_id: '18',
    platform_url: 'https://www.instagram.com/p/abc/',
  })
})

test('each container says that it is counted: a carousel one for each file and one for the post', () => {
  const countedOf = (...media: PublicationMedia[]) =>
    publishing(account, publication({ media })).steps.flatMap((step) =>
      step.effect === 'prepares' && step.counts === 'containers' ? step.name : [],
    )
  assert.deepEqual(countedOf(at('a.jpg')), ['container'])
  assert.deepEqual(countedOf(at('a.jpg'), at('b.mp4')), ['upload_0', 'upload_1', 'container'])
})

test('people are tagged where it is said, in a row, or by name alone on what moves', async () => {
  const formOf = async (media: PublicationMedia, options: Record<string, unknown>) => {
    const { steps, asked } = publishing(
      account,
      publication({ media: [media], options }),
      quotaLeft,
      created('17'),
      told('FINISHED'),
      created('18'),
      permalink,
    )
    await runAll(steps)
    return asked[1]?.form ?? {}
  }
  const user_tags = ['ada 0.25 1', 'bo', 'cy']
  const { user_tags: onPicture } = await formOf(at('a.jpg'), { user_tags })
  assert.deepEqual(JSON.parse(onPicture ?? ''), [
    { username: 'ada', x: 0.25, y: 1 },
    { username: 'bo', x: 0.5, y: 0.5 },
    { username: 'cy', x: 0.75, y: 0.5 },
  ])
  const names = [{ username: 'ada' }, { username: 'bo' }, { username: 'cy' }]
  const cover_url = 'https://example.com/cover.jpg'
  const reel = await formOf(at('a.mp4'), { user_tags, cover_url, trial_reel: 'MANUAL' })
  assert.deepEqual(JSON.parse(reel['user_tags'] ?? ''), names)
  assert.equal(reel['cover_url'], cover_url)
  assert.deepEqual(JSON.parse(reel['trial_params'] ?? ''), { graduation_strategy: 'MANUAL' })
  const story = await formOf(at('a.mp4'), { user_tags, kind: 'story' })
  assert.deepEqual(JSON.parse(story['user_tags'] ?? ''), names)
  assert.equal(story['trial_reel'] ?? reel['trial_reel'], undefined)
})

test('several are a carousel: children first, each of them finished, then their parent', async () => {
  const post = publication({ media: [at('a.jpg'), at('b.mp4')] })
  const { steps, asked } = publishing(
    account,
    post,
    quotaLeft,
    created('1'),
    told('FINISHED'),
    created('2'),
    told('FINISHED'),
    created('3'),
    told('FINISHED'),
    created('18'),
    permalink,
  )
  await runAll(steps)
  assert.equal(asked[1]?.form['is_carousel_item'], 'true')
  assert.equal(asked[3]?.form['media_type'], 'VIDEO')
  const parent = { media_type: 'CAROUSEL', caption: 'Hello', children: '1,2' }
  assert.deepEqual(asked[5]?.form, parent)
})

test('a video alone is a reel, fetched by Instagram with its own login', async () => {
  const options = { share_to_feed: false, thumb_offset: 1500 }
  const post = publication({ media: [at('a.mp4')], options })
  const { step, asked } = publishing(account, post, created('17'))
  await step('container').run({})
  const { media_type, video_url, share_to_feed, thumb_offset } = asked[0]?.form ?? {}
  assert.deepEqual(
    [media_type, video_url, share_to_feed, thumb_offset],
    ['REELS', 'https://crier.example/media/a.mp4', 'false', '1500'],
  )
})

test('a story is a container without words, sought among stories only', async () => {
  const image = { ...at('a.jpg'), alt_text: 'A bridge' }
  const post = publication({ media: [image], options: { kind: 'story', is_ai_generated: true } })
  const { steps, asked } = publishing(
    account,
    { ...post, first_comment: 'Never seen' },
    quotaLeft,
    created('17'),
    told('FINISHED'),
    created('18'),
    permalink,
  )
  await runAll(steps)
  assert.deepEqual(asked[1]?.form, {
    image_url: 'https://crier.example/media/a.jpg',
    media_type: 'STORIES',
    is_ai_generated: 'true',
  })
  const list = { json: { data: [{ id: '18' }] } }
  const lost = publishing(account, post, told('PUBLISHED'), list)
  const saved = { ready: { container: '17' } }
  const finding = await publishingStep(lost.steps).find(saved, { started_at: NOW, look: 1 })
  assert.equal(lost.asked[1]?.url.pathname, '/graph/v25.0/17841400000000001/stories')
  // Nothing ties a story without words to its container: it is out, and another's number would be a guess.
  assert.deepEqual(finding, { found: UNNUMBERED })
})

test('with Facebook’s login the bytes of a reel are sent, and only to the host that we know', async () => {
  const post = publication({ media: [file('video/mp4', 5)] })
  const uri = 'https://platform.test/rupload/ig-api-upload/v25.0/17'
  const good = publishing(
    behindPage,
    post,
    { json: { id: '17', uri } },
    { json: { success: true } },
  )
  await good.step('container').run({})
  assert.equal(good.asked[0]?.form['upload_type'], 'resumable')
  const { headers, body } = good.asked[1] ?? {}
  assert.equal(body?.size, 5)
  assert.deepEqual(
    [headers?.['authorization'], headers?.['offset'], headers?.['file_size']],
    ['OAuth EAAGpage-token', '0', '5'],
  )
  const elsewhere = { json: { id: '17', uri: 'https://platform.test.evil/rupload/17' } }
  const bad = publishing(behindPage, post, elsewhere)
  assert.equal((await failureOf(bad.step('container').run({}))).code, 'upload_address_refused')
})

test('without a public address nothing can be fetched, and the refusal says so', async () => {
  const { step, asked } = publishing(account, publication({ media: [file('image/jpeg')] }))
  const failure = await failureOf(step('container').run({}))
  assert.deepEqual([failure.kind, failure.code], ['rejected', 'no_public_address'])
  assert.match(failure.message, /BASE_URL/)
  assert.equal(asked.length, 0)
})

test('a cover that cannot be fetched is not blamed on this instance', async () => {
  const options = { cover_url: 'https://example.com/gone.jpg' }
  const post = (more: object) => publication({ media: [at('a.mp4')], ...more })
  for (const [of, says] of [
    [account, /the cover, or the video\. .*cover_url/],
    [behindPage, /fetch the cover\. .*cover_url/],
  ] as const) {
    const refusal = refused(9004, 2207052)
    const covered = publishing(of, post({ options }), refusal)
    const failure = await failureOf(covered.step('container').run({}))
    assert.deepEqual([failure.kind, failure.code], ['later', 'media_not_fetched'])
    assert.match(failure.message, says)
    const plain = publishing(of, post({}), refusal)
    assert.match((await failureOf(plain.step('container').run({}))).message, /from this instance/)
  }
})

test('no media, or more than ten, are refused before anything is sent', async () => {
  const none = publishing(account, publication())
  assert.equal((await failureOf(none.step('container').run({}))).code, 'media_required')
  const eleven = Array.from({ length: 11 }, () => at('a.jpg'))
  const many = publishing(account, publication({ media: eleven }))
  assert.equal((await failureOf(many.step('container').run({}))).code, 'too_many_media')
})

test('a full quota waits before a container is spent; an answer without numbers stops nothing', async () => {
  const full = { json: { data: [{ quota_usage: 50, config: { quota_total: 50 } }] } }
  const post = publication({ media: [at('a.jpg')] })
  const failure = await failureOf(
    Promise.resolve(publishing(account, post, full).step('quota').run({})),
  )
  assert.equal(outcome(failure), 'later daily_limit account 3600 s')
  assert.deepEqual(
    await publishing(account, post, { json: { data: [] } })
      .step('quota')
      .run({}),
    {},
  )
})

test('a quota that may not be read, as in the outage of 2026, stops nothing', async () => {
  const post = publication({ media: [at('a.jpg')] })
  const step = publishing(account, post, refused(100, 33)).step('quota')
  assert.deepEqual(await step.run({}), {})
})

test('media that Instagram cannot use are rejected, a passing failure makes another container', async () => {
  const post = publication({ media: [at('a.jpg')] })
  const saved = { container: { container: '17' } }
  const words = 'Error: Media upload has failed with error code 2207026'
  const bad = publishing(account, post, told('ERROR', words))
  assert.equal((await failureOf(bad.step('ready').run(saved))).code, 'media_rejected')
  const passing = 'Error: Media upload has failed with error code 2207053'
  const again = publishing(account, post, told('ERROR', passing), created('19'), told('FINISHED'))
  assert.deepEqual(await again.step('ready').run(saved), { container: '19' })
})

test('a container of which nothing is told is asked about again, and fails nothing', async () => {
  const post = publication({ media: [at('a.jpg')] })
  const saved = { container: { container: '17' } }
  const untold = refused(100, 33)
  const soon = publishing(account, post, untold, untold, told('FINISHED'))
  assert.deepEqual(await soon.step('ready').run(saved), { container: '17' })
  const never = publishing(account, post, ...Array.from({ length: 20 }, () => untold))
  assert.equal(outcome(await failureOf(never.step('ready').run(saved))), 'later container_untold')
})

test('a container that is not shown, while another post is, is prepared anew; in an outage it is asked for again', async () => {
  const untold = Array.from({ length: 9 }, () => refused(100, 33))
  const post = publication({ media: [at('a.jpg')] })
  const saved = { container: { container: '17' } }
  const newest = { json: { data: [{ id: '7' }] } }
  const shown = [newest, { json: { id: '7' } }, created('18'), told('FINISHED')]
  const lost = publishing(account, post, ...untold, ...shown)
  assert.deepEqual(await lost.step('ready').run(saved), { container: '18' })
  for (const reads of [[newest, refused(100, 33)], [{ json: { data: [] } }], [{ status: 503 }]]) {
    const outage = publishing(account, post, ...untold, ...reads)
    const failure = await failureOf(outage.step('ready').run(saved))
    assert.equal(outcome(failure), 'later container_untold')
  }
})

async function prepare(step: Step, useUp: UseUp) {
  assert.ok(step.effect === 'prepares')
  return step.run({ container: { container: '17' } }, useUp)
}

test('…and is counted before it is made, as is all of a carousel', async () => {
  const gone = told('EXPIRED')
  const asked: string[] = []
  const useUp = async (what: string, left: number) => void asked.push(`${what} ${left}`)
  const one = publishing(account, publication({ media: [at('a.jpg')] }), gone, created('18'))
  await one
    .step('ready')
    .run({ container: { container: '17' } }, useUp)
    .catch(String)
  assert.deepEqual(asked.splice(0), ['containers 1'])
  const two = publication({ media: [at('a.jpg'), at('b.jpg')] })
  const finished = told('FINISHED')
  const children = [created('18'), finished, created('19'), finished, created('20'), finished]
  const { step } = publishing(account, two, gone, ...children)
  const made = await prepare(step('ready'), useUp)
  assert.deepEqual(made, { container: '20' })
  assert.deepEqual(asked.splice(0), ['containers 3', 'containers 2', 'containers 1'])
  const full = publishing(account, two, gone, ...children)
  const refuse = async () => Promise.reject(new Failure('later', 'daily_limit', 'No room.'))
  const failure = await failureOf(prepare(full.step('ready'), refuse))
  assert.equal(failure.code, 'daily_limit')
  assert.equal(full.asked.length, 1, 'nothing is made')
})

test('behind a Page, the person’s token reads a container that the Page’s does not show', async () => {
  const post = publication({ media: [at('a.jpg')] })
  const { step, asked } = publishing(behindPage, post, refused(100, 33), told('FINISHED'))
  const container = { container: { container: '17' } }
  assert.deepEqual(await step('ready').run(container), { container: '17' })
  assert.deepEqual(
    asked.map(({ headers }) => headers['authorization']),
    ['Bearer EAAGpage-token', 'Bearer EAAGuser-token'],
  )
})

test('a container that ended or is unknown is forgotten, and nothing is published in its place unsaved', async () => {
  const post = publication({ media: [at('a.jpg'), at('b.jpg')] })
  const saved = { ready: { container: '17' } }
  for (const gone of [refused(-2, 2207020), refused(24, 2207008)])
    for (const status of [told('EXPIRED'), told('FINISHED'), refused(100, 33)]) {
      const { step, asked } = publishing(account, post, gone, status)
      const failure = await failureOf(step('post').run(saved))
      assert.equal(failure.kind, 'later')
      assert.deepEqual(failure.forget, ['upload_0', 'upload_1', 'container', 'ready'])
      assert.equal(asked.length, 2)
    }
})

test('a container that is refused and yet says that it is out is a doubt', async () => {
  const post = publication({ media: [at('a.jpg')] })
  const { step } = publishing(account, post, refused(24, 2207008), told('PUBLISHED'))
  const failure = await failureOf(step('post').run({ ready: { container: '17' } }))
  assert.deepEqual([failure.kind, failure.forget], ['unknown', []])
})

test('a container of which nothing can be learned is kept', async () => {
  const post = publication({ media: [at('a.jpg')] })
  const { step } = publishing(account, post, refused(24, 2207008), refused(4))
  const failure = await failureOf(step('post').run({ ready: { container: '17' } }))
  assert.deepEqual([failure.kind, failure.forget], ['later', []])
})

test('the address is decoration: the post is out without it', async () => {
  const post = publication({ media: [at('a.jpg')] })
  const { step } = publishing(account, post, created('18'), refused(100, 33), refused(100, 33))
  const receipt = await step('post').run({ ready: { container: '17' } })
  assert.deepEqual(receipt, { platform_post_id: '18', platform_url: null })
})
