import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { probing, type Wish } from './probe.ts'
import { files, picture } from './testing-files.ts'

const { probe, convert, ...owner } = probing({ children: 1 })
const folder = await files()
after(async () => {
  await owner[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function converted(filename: string, bytes: Uint8Array, wish: Omit<Wish, 'mime_type'> = {}) {
  const path = await folder.put(filename, bytes)
  const probed = await probe(path, { filename, mime_type: null })
  assert.ok(!('refused' in probed), JSON.stringify(probed))
  return convert(path, { mime_type: 'image/jpeg', ...wish })
}

async function picked(...input: Parameters<typeof converted>) {
  const answer = await converted(...input)
  assert.ok(!('refused' in answer), JSON.stringify(answer))
  const { format, width, height } = await sharp(answer.bytes).metadata()
  assert.deepEqual([format, width, height], ['jpeg', answer.width, answer.height])
  return answer
}

test('PNG, WebP and GIF become JPEG of the same size', async () => {
  for (const [filename, bytes] of [
    ['a.png', await picture().png().toBuffer()],
    ['a.webp', await picture().webp().toBuffer()],
    ['a.gif', await picture().gif().toBuffer()],
  ] as const) {
    const { width, height } = await picked(filename, bytes)
    assert.deepEqual([width, height], [60, 40], filename)
  }
})

test('what is transparent becomes white', async () => {
  const clear = sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
  const { bytes } = await picked('clear.png', await clear.png().toBuffer())
  const [red = 0] = await sharp(bytes).raw().toBuffer()
  assert.ok(red > 250)
})

test('an image is scaled down to what fits, as it is seen, and never up', async () => {
  const turned = await picture(800, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { width, height } = await picked('turned.jpg', turned, { max_width: 300 })
  assert.deepEqual([width, height], [300, 600])
  const low = await picked('low.jpg', turned, { max_height: 100, max_width: 300 })
  assert.deepEqual([low.width, low.height], [50, 100])
  const side = await picked('side.jpg', turned, { max_short_side: 90 })
  assert.equal(Math.min(side.width, side.height), 90)
  const same = await picked('same.jpg', turned, { max_width: 5_000 })
  assert.deepEqual([same.width, same.height], [400, 800])
})

test('quality and size go down until the bytes fit; what cannot fit is refused', async () => {
  const noise = Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * at * 31) % 253))
  const bytes = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  const large = await picked('noise.png', bytes)
  for (const share of [0.8, 0.3, 0.05]) {
    const max_bytes = Math.floor(large.bytes.length * share)
    const smaller = await picked('noise.png', bytes, { max_bytes })
    assert.ok(smaller.bytes.length <= max_bytes)
  }
  const none = await converted('noise.png', bytes, { max_bytes: 10 })
  assert.equal('refused' in none && none.refused.code, 'too_large')
})
