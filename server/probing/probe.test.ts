import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Probed, probing } from './probe.ts'
import {
  files,
  makeAac,
  makeMp3,
  makePdf,
  makeWav,
  movingPicture,
  picture,
} from './testing-files.ts'
import { makeMp4 } from './testing-mp4.ts'
import { makeWebm } from './testing-webm.ts'

const { probe, thumbnail, convert, ...owner } = probing()
const folder = await files()
after(async () => {
  await owner[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function told(filename: string, bytes: Uint8Array, mime_type: string | null = null) {
  const probed = await probe(await folder.put(filename, bytes), { filename, mime_type })
  assert.ok(!('refused' in probed), JSON.stringify(probed))
  return Object.fromEntries(Object.entries(probed).filter(([, value]) => value !== null))
}

const image = { kind: 'image', width: 60, height: 40, animated: false }
const still = { animated: false }

test('images tell their size', async () => {
  const jpeg = { ...image, mime_type: 'image/jpeg' }
  assert.deepEqual(await told('a.jpg', await picture().jpeg().toBuffer(), 'image/jpeg'), jpeg)
  assert.deepEqual(
    await told('b.JPEG', await picture().jpeg({ progressive: true }).toBuffer()),
    jpeg,
  )
  assert.deepEqual(await told('a.png', await picture().png().toBuffer(), 'image/png; x=y'), {
    ...image,
    mime_type: 'image/png',
  })
  assert.deepEqual(await told('a.webp', await picture().webp().toBuffer()), {
    ...image,
    mime_type: 'image/webp',
  })
  assert.deepEqual(await told('a.gif', await picture().gif().toBuffer()), {
    ...image,
    mime_type: 'image/gif',
  })
})

test('an image with several frames is animated', async () => {
  const moving = { kind: 'image', width: 16, height: 16, animated: true }
  assert.deepEqual(await told('m.gif', await movingPicture().gif().toBuffer()), {
    ...moving,
    mime_type: 'image/gif',
  })
  assert.deepEqual(await told('m.webp', await movingPicture().webp().toBuffer()), {
    ...moving,
    mime_type: 'image/webp',
  })
})

test('a photo taken upright is as high as it is seen', async () => {
  const turned = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { width, height } = await told('turned.jpg', turned)
  assert.deepEqual([width, height], [40, 60])
})

test('videos tell size, length, codec and frame rate', async () => {
  const film = { ...still, kind: 'video', mime_type: 'video/mp4', width: 64, height: 48 }
  const measured = { duration_seconds: 1, video_codec: 'h264', frame_rate: 30 }
  assert.deepEqual(await told('a.mp4', makeMp4(), 'video/mp4'), { ...film, ...measured })
  assert.deepEqual(await told('b.mp4', makeMp4({ indexFirst: true })), { ...film, ...measured })
  assert.deepEqual(await told('c.m4v', makeMp4({ brand: 'M4V ' }), 'video/x-m4v'), {
    ...film,
    ...measured,
  })
  assert.deepEqual(await told('d.mov', makeMp4({ brand: 'qt  ' }), 'video/quicktime'), {
    ...film,
    ...measured,
    mime_type: 'video/quicktime',
  })
  const wide = await told('e.mp4', makeMp4({ wide: true, ticks: 1_001 }))
  assert.deepEqual([wide['width'], wide['height'], wide['frame_rate']], [128, 48, 29.97])
  const turned = await told('f.mp4', makeMp4({ turned: true }))
  assert.deepEqual([turned['width'], turned['height']], [48, 64])
  const hevc = { video: { width: 64, height: 48, codec: 'hvc1' as const } }
  assert.equal((await told('g.mp4', makeMp4(hevc)))['video_codec'], 'hevc')
})

test('WebM is measured, also where it was recorded live and says nothing', async () => {
  const film = { ...still, kind: 'video', mime_type: 'video/webm', width: 320, height: 180 }
  const measured = { duration_seconds: 1, video_codec: 'vp9', frame_rate: 25 }
  assert.deepEqual(await told('a.webm', makeWebm()), { ...film, ...measured })
  assert.deepEqual(await told('b.webm', makeWebm({ live: true })), { ...film, ...measured })
})

test('sound tells its length, without trusting any header', async () => {
  const sound = { ...still, kind: 'audio' }
  assert.deepEqual(await told('a.wav', makeWav(2), 'audio/x-wav'), {
    ...sound,
    mime_type: 'audio/wav',
    duration_seconds: 2,
    audio_codec: 'pcm-s16',
  })
  const mp3 = { ...sound, mime_type: 'audio/mpeg', duration_seconds: 2.612, audio_codec: 'mp3' }
  assert.deepEqual(await told('a.mp3', makeMp3(100), 'audio/mp3'), mp3)
  assert.deepEqual(await told('b.mp3', Buffer.concat([Buffer.alloc(3_000), makeMp3(100)])), mp3)
  assert.deepEqual(await told('a.aac', makeAac(100)), {
    ...sound,
    mime_type: 'audio/aac',
    duration_seconds: 2.322,
    audio_codec: 'aac',
  })
  const m4a = { ...sound, mime_type: 'audio/mp4', duration_seconds: 2.322, audio_codec: 'aac' }
  for (const brand of ['M4A ', 'isom']) {
    const bytes = makeMp4({ brand, video: undefined, samples: 100 })
    assert.deepEqual(await told('a.m4a', bytes, 'audio/x-m4a'), m4a)
  }
})

test('a PDF tells its pages, not those it says or those that were deleted', async () => {
  const paper = { ...still, kind: 'document', mime_type: 'application/pdf', pages: 3 }
  assert.deepEqual(await told('a.pdf', makePdf(3), 'application/pdf'), paper)
  assert.deepEqual(await told('b.pdf', makePdf(3, true)), paper)
  assert.equal((await told('c.pdf', Buffer.from('%PDF-1.4\n%%EOF')))['pages'], undefined)
})

test('a name without extension and a general type claim nothing', async () => {
  const bytes = await picture().png().toBuffer()
  assert.equal((await told('screenshot', bytes, 'application/octet-stream'))['kind'], 'image')
})

test('what is no image is not converted', async () => {
  const path = await folder.put('words.txt', Buffer.from('not a picture'))
  assert.ok('refused' in (await convert(path, { mime_type: 'image/jpeg' })))
})

test('images have thumbnails, turned as they are seen; sound has none', async () => {
  const filename = 'large.jpg'
  const bytes = await picture(1_000, 500).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const path = await folder.put(filename, bytes)
  const probed = await probe(path, { filename, mime_type: null })
  assert.ok(!('refused' in probed))
  const small = await thumbnail(path, probed)
  assert.ok(small)
  const shown = await probe(await folder.put('small.webp', small), {
    filename: '',
    mime_type: null,
  })
  assert.ok(!('refused' in shown))
  assert.deepEqual([shown.mime_type, shown.width, shown.height], ['image/webp', 200, 400])
  const sound: Probed = { ...probed, kind: 'audio' }
  assert.equal(await thumbnail(path, sound), undefined)
})

test('a file that is not there is a mistake of ours, not of the file', async () => {
  await assert.rejects(probe('/nowhere/a.png', { filename: 'a.png', mime_type: null }), /ENOENT/)
})
