import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file } from '../../kit/test/files.ts'
import { failureOf, lookingStep, publication, runAll, stage } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { publish } from '../publish.ts'
import { account, page } from './testing.ts'

const CREATED = { status: 201, headers: { 'x-restli-id': 'urn:li:share:1' } }
const UPLOAD = 'https://platform.test/web/dms-uploads'

function begun(urn: string, uploadUrl = `${UPLOAD}/1`) {
  return { json: { value: { uploadUrl, [urn.split(':')[2] ?? '']: urn } } }
}

const poll = { question: 'Which bread?', options: ['Rye', 'Wheat'], duration: 'SEVEN_DAYS' }

test('a poll stands below the text, in the place of a link’s card', async () => {
  const { tools, asked } = stage(manifest, CREATED)
  const text = 'Tell us, as told at https://example.com/bread'
  const steps = publish(publication({ text, options: { poll } }), account, tools)
  assert.deepEqual(
    steps.map(({ name }) => name),
    ['post'],
  )
  assert.equal(manifest.link_card?.(text, { poll }), undefined)
  assert.equal(manifest.link_card?.(text, {}), 'https://example.com/bread')
  await runAll(steps)
  assert.deepEqual(Object(asked[0]?.json).content, {
    poll: {
      question: 'Which bread?',
      options: [{ text: 'Rye' }, { text: 'Wheat' }],
      settings: { duration: 'SEVEN_DAYS' },
    },
  })
  // Nobody says whether LinkedIn would refuse a second one, so nothing is sent again for that reason.
  assert.equal(lookingStep(steps).ours({}).twins, false)
})

test('a post carries the dated version, its text escaped, and who may see it', async () => {
  const { tools, asked } = stage(manifest, CREATED)
  const content = publication({ text: 'Hi (all)', options: { visibility: 'CONNECTIONS' } })
  const { post } = await runAll(publish(content, account, tools))
  assert.equal(post.platform_url, 'https://platform.test/web/feed/update/urn:li:share:1/')
  const [call] = asked
  assert.equal(call?.headers['linkedin-version'], manifest.api_version?.value)
  assert.equal(call?.headers['x-restli-protocol-version'], '2.0.0')
  assert.deepEqual(call?.json, {
    author: 'urn:li:person:ada',
    commentary: String.raw`Hi \(all\)`,
    visibility: 'CONNECTIONS',
    distribution: {
      feedDistribution: 'MAIN_FEED',
      targetEntities: [],
      thirdPartyDistributionChannels: [],
    },
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: false,
  })
})

test('the version is what the operator configured', async () => {
  const { tools, asked } = stage(manifest, CREATED)
  tools.config.version = '202611'
  await runAll(publish(publication(), account, tools))
  assert.equal(asked[0]?.headers['linkedin-version'], '202611')
})

test('a Page posts to everyone only', () => {
  const { tools } = stage(manifest)
  const content = publication({ options: { visibility: 'CONNECTIONS' } })
  assert.throws(() => publish(content, page, tools), { code: 'privacy_not_allowed' })
})

test('an image is sent in one request, with our token, to the address LinkedIn gave', async () => {
  const { tools, asked } = stage(manifest, begun('urn:li:image:C4'), { status: 201 }, CREATED)
  const image = { ...file('image/png', 3_000_000), alt_text: 'A cat' }
  await runAll(publish(publication({ media: [image] }), account, tools))
  const [begin, put, post] = asked
  assert.equal(begin?.url.href, 'https://platform.test/api/rest/images?action=initializeUpload')
  assert.deepEqual(begin.json, { initializeUploadRequest: { owner: 'urn:li:person:ada' } })
  assert.deepEqual([put?.method, put?.url.href, put?.body.size], ['PUT', `${UPLOAD}/1`, 3_000_000])
  assert.equal(put?.headers['content-length'], '3000000')
  assert.match(JSON.stringify(post?.json), /"media":\{"id":"urn:li:image:C4","altText":"A cat"\}/)
})

test('several images are a multiImage, a document has a title', async () => {
  const many = stage(manifest, begun('urn:li:image:1'), {}, begun('urn:li:image:2'), {}, CREATED)
  const media = [file('image/png'), file('image/jpeg')]
  await runAll(publish(publication({ media }), account, many.tools))
  const images = '"multiImage":{"images":[{"id":"urn:li:image:1"},{"id":"urn:li:image:2"}]}'
  assert.ok(JSON.stringify(many.asked.at(-1)?.json).includes(images))

  const one = stage(manifest, begun('urn:li:document:1'), {}, CREATED)
  const deck = publication({ text: 'Our deck\nmore', media: [file('application/pdf')] })
  await runAll(publish(deck, account, one.tools))
  const titled = '"media":{"id":"urn:li:document:1","title":"Our deck"}'
  assert.ok(JSON.stringify(one.asked.at(-1)?.json).includes(titled))
})

test('a video goes in parts, each to its address; the ETags end it in their order', async () => {
  const PART = 4_194_304
  const size = PART + 1000
  const instructions = [
    { uploadUrl: `${UPLOAD}/b`, firstByte: PART, lastByte: size - 1 },
    { uploadUrl: `${UPLOAD}/a`, firstByte: 0, lastByte: PART - 1 },
  ]
  const video = { video: 'urn:li:video:V', uploadToken: '', uploadInstructions: instructions }
  const { tools, asked, slept } = stage(
    manifest,
    { json: { value: video } },
    { headers: { etag: '"etag-a"' } },
    { status: 503 },
    { headers: { etag: 'etag-b' } },
    {},
    CREATED,
  )
  await runAll(publish(publication({ media: [file('video/mp4', size)] }), account, tools))
  assert.deepEqual(
    asked.slice(1, 4).map(({ url, body }) => [url.pathname.at(-1), body.size]),
    [
      ['a', PART],
      ['b', 1000],
      ['b', 1000],
    ],
  )
  assert.deepEqual(slept, [1000])
  assert.deepEqual(asked[4]?.json, {
    finalizeUploadRequest: {
      video: 'urn:li:video:V',
      uploadToken: '',
      uploadedPartIds: ['etag-a', 'etag-b'],
    },
  })
})

test('parts that do not make up the file are not sent', async () => {
  const uploadInstructions = [{ uploadUrl: `${UPLOAD}/a`, firstByte: 0, lastByte: 9 }]
  const { tools } = stage(manifest, {
    json: { value: { video: 'urn:li:video:V', uploadInstructions } },
  })
  const steps = publish(publication({ media: [file('video/mp4', 100)] }), account, tools)
  assert.equal((await failureOf(runAll(steps))).code, 'unreadable_answer')
})

test('neither file nor token goes to an upload address that is not LinkedIn’s', async () => {
  for (const address of ['https://evil.test/up', 'https://linkedin.com.evil.test/', 'nowhere']) {
    const { tools, asked } = stage(manifest, begun('urn:li:image:1', address))
    const steps = publish(publication({ media: [file('image/png')] }), account, tools)
    assert.equal((await failureOf(runAll(steps))).code, 'upload_address_refused')
    assert.equal(asked.length, 1)
  }
})

test('a Page waits until its media are ready, a member may not ask', async () => {
  const statuses = [{ json: { status: 'PROCESSING' } }, { json: { status: 'AVAILABLE' } }]
  const at = stage(manifest, begun('urn:li:image:1'), {}, ...statuses, CREATED)
  await runAll(publish(publication({ media: [file('image/png')] }), page, at.tools))
  assert.deepEqual(at.slept, [5000])
  assert.equal(at.asked[2]?.url.pathname, '/api/rest/images/urn%3Ali%3Aimage%3A1')

  const failed = { json: { status: 'PROCESSING_FAILED', processingFailureReason: 'codec' } }
  const bad = stage(manifest, begun('urn:li:image:1'), {}, failed)
  const steps = publish(publication({ media: [file('image/png')] }), page, bad.tools)
  assert.equal((await failureOf(runAll(steps))).code, 'media_rejected')
})

test('a Page whose media may not be looked at by this person posts all the same', async () => {
  const forbidden = 'Accessing this image resource is forbidden. Please check your permissions.'
  const blind = { status: 403, json: { status: 403, message: forbidden } }
  const { tools, asked } = stage(manifest, begun('urn:li:image:1'), {}, blind, CREATED)
  await runAll(publish(publication({ media: [file('image/png')] }), page, tools))
  assert.equal(asked.at(-1)?.url.pathname, '/api/rest/posts')
})

test('media that LinkedIn does not know yet are waited for', async () => {
  const unknown = { status: 404, json: { status: 404, message: 'Entity was not found' } }
  const { tools } = stage(manifest, begun('urn:li:image:1'), {}, unknown)
  const steps = publish(publication({ media: [file('image/png')] }), page, tools)
  const failure = await failureOf(runAll(steps))
  assert.deepEqual([failure.kind, failure.code], ['later', 'media_not_ready'])
})
