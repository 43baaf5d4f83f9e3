/** Files that lie, are broken, or were made to do harm. Every one is refused with a reason, and none ends the service. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import type { ProbeRefusal } from './probe.ts'
import { probing } from './probe.ts'
import { files, makeAac, makePdf, makeWav, packedStream, picture } from './testing-files.ts'
import { box, makeMp4, u32 } from './testing-mp4.ts'
import { makeWebm } from './testing-webm.ts'
import { isWholeMp4 } from './whole-mp4.ts'
import { windowOn } from './window.ts'

const { probe, ...owner } = probing()
const folder = await files()
after(async () => {
  await owner[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

type Code = ProbeRefusal['code'] | 'accepted'

async function judged(
  filename: string,
  bytes: Uint8Array | string,
  mime_type: string | null = null,
) {
  const answer = await probe(await folder.put(filename, bytes), { filename, mime_type })
  return 'refused' in answer ? answer.refused : { code: 'accepted' as const, message: '' }
}

async function judge(cases: readonly [Code, string, Uint8Array | string, string?][]) {
  for (const [code, filename, bytes, mime_type] of cases) {
    const answer = await judged(filename, bytes, mime_type ?? null)
    assert.equal(answer.code, code, `${filename} ${mime_type ?? ''}: ${answer.message}`)
  }
}

const jpeg = await picture().jpeg().toBuffer()
const png = await picture().png().toBuffer()
const gif = await picture().gif().toBuffer()
const webp = await picture().webp().toBuffer()
const html = '<!DOCTYPE html><html><script>alert(1)</script></html>'
const svg =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const half = (bytes: Uint8Array) => bytes.subarray(0, Math.floor(bytes.length / 2))
const without = (bytes: Uint8Array, last: number) => bytes.subarray(0, bytes.length - last)

test('a file is what its content is, and its name and declared type must say the same', async () => {
  await judge([
    ['type_mismatch', 'a.jpg', png],
    ['type_mismatch', 'a.png', makeMp4()],
    ['type_mismatch', 'a.mp4', jpeg],
    ['type_mismatch', 'a.html', jpeg],
    ['type_mismatch', 'a.svg', png],
    ['type_mismatch', 'a.png.exe', png],
    ['type_mismatch', 'a.png', png, 'image/jpeg'],
    ['type_mismatch', 'a.png', png, 'video/mp4'],
    ['type_mismatch', 'a.png', png, 'text/html'],
    ['type_mismatch', 'a.mp3', makeAac()],
    ['accepted', 'a.png', png, 'IMAGE/PNG'],
    ['accepted', 'a.png', png, 'text/plain; charset=utf-8'],
    ['unsupported_type', 'a.png', 'Hello, I am a text.', 'text/plain'],
  ])
  const { message } = await judged('a.jpg', png)
  assert.equal(message, 'The file is a PNG image, but its name ends in .jpg.')
})

test('what is of no accepted type is refused under any name', async () => {
  const elf = Buffer.concat([
    Buffer.from('7f454c460201010000000000000000000200', 'hex'),
    Buffer.alloc(2_000),
  ])
  const noise = Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7919 + 13) % 251))
  const playlist =
    '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n/etc/other.mp4\n#EXT-X-ENDLIST\n'
  await judge([
    ['unsupported_type', 'a.png', svg],
    ['unsupported_type', 'a.svg', svg, 'image/svg+xml'],
    ['unsupported_type', 'a.jpg', html],
    ['unsupported_type', 'a.pdf', html],
    ['unsupported_type', 'a.mp4', elf],
    ['unsupported_type', 'a.mp4', noise],
    ['unsupported_type', 'a.mp4', playlist],
    ['unsupported_type', 'a.mp3', html],
    ['damaged', 'b.mp3', noise],
    ['damaged', 'a.aac', playlist],
    ['unsupported_type', 'a.webm', makeWebm({ doctype: 'matroska' })],
    ['unsupported_type', 'b.webm', makeWebm({ withoutVideo: true })],
    [
      'unsupported_type',
      'a.tiff',
      Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(500)]),
    ],
  ])
})

test('what is something else as well is refused', async () => {
  const comment = Buffer.from(html)
  const length = Buffer.from([(comment.length + 2) >> 8, (comment.length + 2) & 0xff])
  const commented = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    length,
    comment,
    jpeg.subarray(2),
  ])
  const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
  await judge([
    ['unsupported_type', 'a.jpg', commented],
    ['unsupported_type', 'b.jpg', Buffer.concat([jpeg, makePdf()])],
    ['unsupported_type', 'c.jpg', Buffer.concat([jpeg, zip])],
    ['unsupported_type', 'd.jpg', Buffer.concat([Buffer.from(html), jpeg])],
    ['unsupported_type', 'a.png', Buffer.concat([png, Buffer.from(svg)])],
    ['unsupported_type', 'a.gif', Buffer.concat([gif, Buffer.from('<?php system("id");')])],
    ['unsupported_type', 'a.pdf', Buffer.concat([makePdf(), zip])],
    ['unsupported_type', 'b.pdf', Buffer.concat([Buffer.from(html), makePdf()])],
    ['unsupported_type', 'a.mp4', Buffer.concat([makeMp4(), box('free', Buffer.from(html))])],
    // What phones append to a photo is not harmful, and everywhere.
    ['accepted', 'e.jpg', Buffer.concat([jpeg, makeMp4()])],
  ])
})

test('half a file is not taken for a whole one', async () => {
  const film = makeMp4({ indexFirst: true, samples: 200 })
  await judge([
    ['damaged', 'empty.jpg', ''],
    [
      'damaged',
      'a.jpg',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('nothing of it')]),
    ],
    ['damaged', 'b.jpg', half(jpeg)],
    ['damaged', 'c.jpg', without(jpeg, 2)],
    ['damaged', 'a.png', half(png)],
    ['damaged', 'b.png', without(png, 12)],
    ['damaged', 'c.png', without(png, 1)],
    ['damaged', 'a.gif', half(gif)],
    ['damaged', 'b.gif', without(gif, 1)],
    ['damaged', 'a.webp', half(webp)],
    ['damaged', 'b.webp', without(webp, 1)],
    ['damaged', 'a.mp4', film.subarray(0, 36)],
    ['damaged', 'b.mp4', half(film)],
    ['damaged', 'c.mp4', without(film, 1)],
    ['damaged', 'd.mp4', without(makeMp4({ samples: 200 }), 600)],
    ['damaged', 'a.webm', half(makeWebm())],
    ['damaged', 'b.webm', without(makeWebm(), 1)],
    ['damaged', 'c.webm', without(makeWebm({ live: true }), 3)],
    ['damaged', 'a.wav', half(makeWav())],
    ['damaged', 'a.pdf', half(makePdf(200))],
    ['accepted', 'b.wav', makeWav(1, 0xffff_ffff)],
  ])
})

test('an index that does not fit its data is damage, however good it looks', async () => {
  await judge([
    ['damaged', 'a.mp4', makeMp4({ withoutData: true, indexFirst: true })],
    ['damaged', 'b.mp4', makeMp4({ claimedSamples: 0 })],
    ['damaged', 'c.mp4', makeMp4({ claimedSamples: 5_000 })],
    ['damaged', 'd.mp4', makeMp4({ ticks: 0xffff_ffff })],
    ['damaged', 'e.mp4', makeMp4({ video: { width: 0, height: 0 } })],
    ['damaged', 'f.mp4', Buffer.concat([makeMp4(), u32(0x7fff_ffff), Buffer.from('free')])],
    ['damaged', 'g.mp4', Buffer.concat([makeMp4(), u32(3), Buffer.from('free')])],
  ])
})

test('a small file that unfolds into a huge one is not unfolded', async () => {
  const bomb = packedStream(Buffer.alloc(200 * 1024 * 1024), 10)
  await judge([
    ['too_large', 'a.png', flatPng(30_000, 30_000)],
    ['too_large', 'b.png', flatPng(16_000, 16_000)],
    ['damaged', 'c.png', flatPng(0x7fff_ffff, 1)],
    ['too_large', 'd.png', annotated(png, 8, 50 * 1024 * 1024)],
    ['accepted', 'e.png', annotated(png, 8, 100_000)],
    ['too_large', 'a.gif', enlarged(gif)],
    ['accepted', 'a.pdf', Buffer.concat([Buffer.from('%PDF-1.7\n'), bomb, Buffer.from('%%EOF')])],
  ])
})

test('pages that lead to each other, or nowhere, are not counted for ever', async () => {
  const loop =
    '1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj 2 0 obj << /Type /Pages /Kids [2 0 R 7 0 R] >> endobj'
  const path = await folder.put('loop.pdf', `%PDF-1.4\n${loop}\ntrailer << /Root 1 0 R >>\n%%EOF`)
  const probed = await probe(path, { filename: 'loop.pdf', mime_type: null })
  assert.deepEqual('refused' in probed ? probed : probed.pages, null)
})

test('a million tiny boxes are read together, and refused', async () => {
  const path = await folder.put(
    'boxes.mp4',
    Buffer.concat([makeMp4(), Buffer.alloc(3_200_000, box('free', Buffer.alloc(0)))]),
  )
  await using window = await windowOn(path)
  let reads = 0
  const counting = {
    size: window.size,
    bytes: (position: number, length: number) => {
      reads += 1
      return window.bytes(position, length)
    },
    [Symbol.asyncDispose]: async () => {},
  }
  assert.equal(await isWholeMp4(counting), false)
  assert.ok(reads < 1000, `${reads} reads`)
})

function pngChunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([u32(data.length), body, u32(crc32(body))])
}

/** With so many packed texts of so many bytes each. */
function annotated(file: Buffer, count: number, size: number) {
  const text = pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('k\0\0'), deflateSync(Buffer.alloc(size))]),
  )
  const END = 12
  return Buffer.concat([
    file.subarray(0, -END),
    ...Array.from({ length: count }, () => text),
    file.subarray(-END),
  ])
}

/** One bit a pixel, all alike. */
function flatPng(width: number, height: number) {
  const rows = Math.min(height, 16_000)
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(Math.min(width, 16_000) / 8))))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.concat([u32(width, height), Buffer.from([1, 0, 0, 0, 0])])),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** Screen and frame both say that they are huge; either alone is not believed. */
function enlarged(bytes: Buffer) {
  const copy = Buffer.from(bytes)
  const frame = copy.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 60, 0, 40, 0]))
  for (const at of [6, 8, frame + 5, frame + 7]) copy.writeUInt16LE(60_000, at)
  return copy
}
