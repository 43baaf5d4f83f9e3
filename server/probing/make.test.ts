/** What is made out of files: pictures turned and cut, pieces and frames of videos. */
import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { after, test } from 'node:test'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import sharp from 'sharp'
import { type Making, probing } from './probe.ts'
import { files, picture } from './testing-files.ts'
import { makeMp4 } from './testing-mp4.ts'
import { makeWebm } from './testing-webm.ts'

const { probe, make, ...owner } = probing({ children: 1, ffmpeg: '/nowhere/ffmpeg' })
const folder = await files()
after(async () => {
  await owner[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function made(filename: string, bytes: Uint8Array, making: Making) {
  const answer = await make(await folder.put(filename, bytes), making)
  assert.ok(!('refused' in answer), JSON.stringify(answer))
  return answer
}

async function probed(filename: string, bytes: Uint8Array) {
  const answer = await probe(await folder.put(filename, bytes), { filename, mime_type: null })
  assert.ok(!('refused' in answer), JSON.stringify(answer))
  return answer
}

/** Red on the left, blue on the right. */
async function halves(width: number, height: number) {
  const half = { width: width / 2, height, channels: 3 as const }
  const blue = await sharp({ create: { ...half, background: '#0000ff' } })
    .png()
    .toBuffer()
  return sharp({ create: { ...half, width, background: '#ff0000' } }).composite([
    { input: blue, left: width / 2, top: 0 },
  ])
}

async function colourOf(bytes: Uint8Array) {
  const [red = 0, , blue = 0] = await sharp(bytes).removeAlpha().raw().toBuffer()
  return red > blue ? 'red' : 'blue'
}

/** Two seconds with sound: a picture in fifteen stands alone, and every third is decoded behind the one that is shown after it. */
async function makeMixed() {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const video = new EncodedVideoPacketSource('avc')
  const audio = new EncodedAudioPacketSource('aac')
  output.addVideoTrack(video)
  output.addAudioTrack(audio)
  await output.start()
  const description = Buffer.from('0142c01effe100086742c01eda01e0d001000468ce3c80', 'hex')
  const decoderConfig = { codec: 'avc1.42c01e', codedWidth: 64, codedHeight: 48, description }
  const order = Array.from(
    { length: 60 },
    (_, at) => at + (at % 3 === 1 ? 1 : at % 3 === 2 ? -1 : 0),
  )
  for (const shown of order) {
    const type = shown % 15 === 0 ? 'key' : 'delta'
    const data = Buffer.alloc(400, shown)
    await video.add(new EncodedPacket(data, type, shown / 30, 1 / 30), { decoderConfig })
  }
  const sound = {
    codec: 'mp4a.40.2',
    numberOfChannels: 2,
    sampleRate: 44_100,
    description: Buffer.from('1210', 'hex'),
  }
  for (let at = 0; at < 86; at++) {
    const packet = new EncodedPacket(
      Buffer.alloc(90, at),
      'key',
      (at * 1024) / 44_100,
      1024 / 44_100,
    )
    await audio.add(packet, { decoderConfig: sound })
  }
  await output.finalize()
  return new Uint8Array(target.buffer ?? new ArrayBuffer())
}

test('a picture is cut as it is seen, and keeps its format', async () => {
  const crop = { x: 40, y: 10, width: 30, height: 20 }
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await (await halves(80, 40)).toFormat(format).toBuffer()
    const { bytes: cut, extension } = await made(`a.${format}`, bytes, { reshaping: { crop } })
    const about = await sharp(cut).metadata()
    assert.deepEqual([about.width, about.height, about.format], [30, 20, format])
    assert.equal(extension, format === 'jpeg' ? 'jpg' : format)
    assert.equal(await colourOf(cut), 'blue')
  }
})

test('what a camera turned and what is asked for add up, before it is cut', async () => {
  // Seen upright: 40 wide, 80 high, red above.
  const bytes = await (await halves(80, 40)).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const upper = { x: 0, y: 0, width: 40, height: 20 }
  const cut = await made('turned.jpg', bytes, { reshaping: { crop: upper } })
  assert.equal(await colourOf(cut.bytes), 'red')
  const over = await made('over.jpg', bytes, { reshaping: { rotate: 180, crop: upper } })
  assert.equal(await colourOf(over.bytes), 'blue')
  const { width, height, exif } = await sharp(over.bytes).metadata()
  assert.deepEqual([width, height, exif], [40, 20, undefined])
})

test('another format is made of the whole; a GIF becomes a PNG', async () => {
  const clear = await picture().webp().toBuffer()
  const jpeg = await made('a.webp', clear, { reshaping: { format: 'jpeg' } })
  assert.equal((await sharp(jpeg.bytes).metadata()).format, 'jpeg')
  const gif = await made('a.gif', await picture().gif().toBuffer(), { reshaping: { rotate: 90 } })
  assert.equal(gif.extension, 'png')
})

test('a piece of a video has its packets, its sound and its turn, and is a whole file', async () => {
  const film = makeMp4({ turned: true, samples: 90 })
  const whole = await probed('whole.mp4', film)
  assert.equal(whole.duration_seconds, 3)
  const piece = await made('whole.mp4', film, { span: { from: 1, to: 2 } })
  assert.equal(piece.extension, 'mp4')
  const about = await probed('piece.mp4', piece.bytes)
  assert.ok(Math.abs((about.duration_seconds ?? 0) - 1) < 0.05, `${about.duration_seconds}`)
  assert.deepEqual([about.width, about.height], [whole.width, whole.height])
  assert.deepEqual([about.video_codec, about.audio_codec], [whole.video_codec, whole.audio_codec])

  // Between two pictures that stand alone it begins with the earlier one, and sound goes with it.
  const mixed = await makeMixed()
  const later = await made('mixed.mp4', mixed, { span: { from: 0.7, to: 1.5 } })
  const cut = await probed('later.mp4', later.bytes)
  assert.ok(Math.abs((cut.duration_seconds ?? 0) - 1) < 0.05, `${cut.duration_seconds}`)
  assert.deepEqual([cut.video_codec, cut.audio_codec], ['h264', 'aac'])
  assert.ok(later.bytes.length < mixed.length * 0.6)
  const webm = await made('a.webm', makeWebm(), { span: { from: 0, to: 0.5 } })
  assert.ok(((await probed('b.webm', webm.bytes)).duration_seconds ?? 9) <= 0.6)
})

test('what cannot be made is told in a sentence', async () => {
  const text = await folder.put('a.txt', Buffer.from('not a film'))
  const none = await make(text, { reshaping: { rotate: 90 } })
  assert.equal('refused' in none && none.refused.code, 'damaged')
  const uncut = await make(text, { span: { from: 0, to: 1 } })
  assert.equal('refused' in uncut && uncut.refused.code, 'unsupported_type')
  const frame = await make(await folder.put('a.mp4', makeMp4()), { frame_at: 0.2 })
  assert.match('refused' in frame ? frame.refused.message : '', /needs ffmpeg/)
})

test('a frame is asked for at its second and its size', async () => {
  const program = await folder.put('ffmpeg', Buffer.from('#!/bin/sh\necho "$@"\n'))
  await chmod(program, 0o700)
  await using at = probing({ ffmpeg: program })
  const frame = await at.make(await folder.put('b.mp4', makeMp4()), { frame_at: 0.25 })
  assert.ok(!('refused' in frame))
  assert.match(new TextDecoder().decode(frame.bytes), /-ss 0\.250 .*min\(4096,iw\).*-q:v 2/)
  assert.equal(frame.extension, 'jpg')
})
