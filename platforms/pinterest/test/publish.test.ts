import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Publication, PublicationMedia } from '../../platform.ts'
import { file } from '../../kit/test/files.ts'
import { failureOf, publication, runAll, stage, told } from '../../kit/test/stage.ts'
import { manifest } from '../manifest.ts'
import { Options } from '../options.ts'
import { written } from '../pin.ts'
import { publish } from '../publish.ts'
import { jsonWithFiles, multipart } from '../streams.ts'
import { account, created, picture, placed, publishing } from './testing.ts'

async function textOf(body: AsyncIterable<Uint8Array>) {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

/** In pieces whose lengths are no multiples of three. */
function inPieces(bytes: Buffer, size: number): PublicationMedia {
  return {
    ...file('image/png', bytes.length),
    async *open() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    },
  }
}

test('files stand in the JSON in base64, whatever pieces they come in, and the length is known before', async () => {
  for (const length of [1, 2, 3, 10, 1000]) {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 256))
    for (const size of [1, 2, 4, 7, 1000]) {
      const { body, headers } = jsonWithFiles(['{"data":"', inPieces(bytes, size), '"}'])
      const text = await textOf(body)
      assert.equal(text, `{"data":"${bytes.toString('base64')}"}`)
      assert.equal(headers['content-length'], String(text.length))
    }
  }
})

test('a form has every field before the file, and its length is known before', async () => {
  const media = inPieces(Buffer.from('bytes of a video'), 5)
  const { body, headers } = multipart({ key: 'k', policy: 'p' }, media)
  const text = await textOf(body)
  assert.equal(headers['content-length'], String(text.length))
  assert.match(
    text,
    /name="key"[^]*\r\nk\r\n[^]*name="policy"[^]*name="file"[^]*bytes of a video\r\n--crier-\w+--\r\n$/,
  )
})

test('a picture is pinned to the first board, or to the one that is named', async () => {
  const { steps, asked } = publishing({}, created)
  const { post } = await runAll(steps)
  assert.deepEqual(post, {
    platform_post_id: '813744226420795884',
    platform_url: 'https://platform.test/web/pin/813744226420795884/',
  })
  assert.equal(asked[0]?.url.pathname, '/api/v5/pins')
  assert.equal(String(asked[0].body.size), asked[0].headers['content-length'])
  const options = { board_id: '77', board_section_id: '88' }
  assert.deepEqual(JSON.parse(await pinOf({ options })), {
    board_id: '77',
    board_section_id: '88',
    description: 'Hello',
    alt_text: 'A cat',
    media_source: { source_type: 'image_base64', content_type: 'image/png', data: 'iVBORw==' },
  })
})

test('a picture beside a video is its cover, and several are a carousel', async () => {
  const cover = JSON.parse(await pinOf({ media: [file('video/mp4'), picture] })).media_source
  assert.deepEqual(cover, {
    source_type: 'video_id',
    media_id: '12345',
    cover_image_content_type: 'image/png',
    cover_image_data: 'iVBORw==',
  })
  const alone = JSON.parse(
    await pinOf({ media: [file('video/mp4')], options: { cover_second: 2 } }),
  ).media_source
  assert.deepEqual(alone, {
    source_type: 'video_id',
    media_id: '12345',
    cover_image_key_frame_time: 2,
  })
  const several = JSON.parse(await pinOf({ media: [picture, picture] })).media_source
  assert.deepEqual(several, {
    source_type: 'multiple_image_base64',
    index: 0,
    items: [1, 2].map(() => ({ content_type: 'image/png', data: 'iVBORw==' })),
  })
})

/** The pin as it would be sent. */
async function pinOf(content: Partial<Publication>) {
  const whole = publication({ media: [picture], ...content })
  return textOf(jsonWithFiles(written(whole, placed(whole), () => '12345')).body)
}

test('what Pinterest would refuse is refused before', async () => {
  const wrong = [
    { board_id: 'home' },
    { title: 'x'.repeat(101) },
    { link: 'nowhere' },
    { a: 1 },
    { cover_second: 1.5 },
    { board_section_id: 'x' },
  ]
  for (const options of wrong) assert.equal(Options.safeParse(options).success, false)
  for (const media of [
    [],
    [file('video/mp4'), picture, picture],
    [file('video/mp4'), file('video/mp4')],
    Array.from({ length: 6 }, () => picture),
  ]) {
    const { post } = publishing({ media })
    const saved = { place: placed(), upload_0: { media_id: 'm' } }
    assert.equal(told(await failureOf(post.run(saved))), 'rejected media_required')
  }
  const { tools } = stage(manifest)
  const nowhere = { ...account, settings: { boards: [] } }
  const steps = publish(publication({ media: [picture] }), nowhere, tools)
  assert.equal(told(await failureOf(runAll(steps))), 'rejected board_missing')
})

const registered = {
  status: 201,
  json: {
    media_id: '12345',
    media_type: 'video',
    upload_url: 'https://platform.test/upload/',
    upload_parameters: { key: 'uploads/1', policy: 'signed' },
  },
}

test('a video goes to the storage without our token, is waited for, and is named in the pin', async () => {
  const { steps, asked, slept } = publishing(
    { media: [file('video/mp4', 5_000_000)], options: { cover_second: 2 } },
    registered,
    { status: 204 },
    { json: { status: 'registered' } },
    { json: { status: 'processing' } },
    { json: { status: 'succeeded' } },
    created,
  )
  const saved = await runAll(steps)
  assert.deepEqual(saved.upload_0, { media_id: '12345' })
  assert.equal(asked[1]?.url.href, 'https://platform.test/upload/')
  assert.equal(asked[1].headers['authorization'], undefined)
  assert.equal(String(asked[1].body.size), asked[1].headers['content-length'])
  assert.deepEqual(slept, [5000, 5000])
})

test('a video that cannot be taken in says so, and strange addresses are not followed', async () => {
  const video = { media: [file('video/mp4')] }
  const json = { ...registered.json, upload_url: 'https://evil.test/' }
  for (const [replies, outcome] of [
    [[{ ...registered, json }], 'rejected upload_address_refused'],
    [
      [registered, { status: 403, text: '<Error><Code>AccessDenied</Code></Error>' }],
      'later upload_lost',
    ],
    [[registered, { status: 204 }, { json: { status: 'failed' } }], 'rejected media_rejected'],
    [
      [registered, { status: 204 }, { status: 404, json: { code: 50, message: 'Not found.' } }],
      'later media_not_ready',
    ],
  ] as const) {
    assert.equal(told(await failureOf(runAll(publishing(video, ...replies).steps))), outcome)
  }
})
