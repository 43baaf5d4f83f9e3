/** Sound, documents and pictures for tests, and a folder to put them in. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

export interface Files extends AsyncDisposable {
  /** Writes a file of that name, and tells its path. */
  put(filename: string, bytes: Uint8Array | string): Promise<string>
}

export async function files(): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-probing-'))
  return {
    async put(filename, bytes) {
      const path = join(folder, filename.replaceAll('/', '_'))
      await writeFile(path, bytes)
      return path
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A plane of colour with a line through it, so that no format shrinks it to nothing. */
export function picture(width = 60, height = 40, channels: 3 | 4 = 3) {
  const pixels = Buffer.alloc(width * height * channels, 200)
  for (let at = 0; at < pixels.length; at += 7) pixels[at] = at % 251
  return sharp(pixels, { raw: { width, height, channels } })
}

/** Two frames. */
export function movingPicture() {
  const frames = [200, 100].map((tone) => Buffer.alloc(16 * 16 * 3, tone))
  return sharp(Buffer.concat(frames), {
    raw: { width: 16, height: 32, channels: 3, pageHeight: 16 },
  })
}

/** One channel of 16 bits at 8,000 a second. */
export function makeWav(seconds = 2, claimed?: number): Buffer {
  const data = Buffer.alloc(seconds * 16_000)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(claimed ?? data.length + 36, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(8_000, 24)
  head.writeUInt32LE(16_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

/** 1,152 samples a frame at 44,100 a second; every other at another rate, and no header that adds them up. */
export function makeMp3(frames = 100): Buffer {
  const frame = (rate: number, length: number) =>
    Buffer.concat([Buffer.from([0xff, 0xfb, rate, 0xc4]), Buffer.alloc(length - 4)])
  return Buffer.concat(
    Array.from({ length: frames }, (_, index) => (index % 2 ? frame(0x50, 208) : frame(0x90, 417))),
  )
}

/** 1,024 samples a frame at 44,100 a second. */
export function makeAac(frames = 100): Buffer {
  const length = 40
  const head = Buffer.from([
    0xff,
    0xf1,
    0x50,
    0x80 | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ])
  const frame = Buffer.concat([head, Buffer.alloc(length - head.length, 0x21)])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** `packed`: the tree of pages lies in a compressed stream, as office programs write it. */
export function makePdf(pages = 3, packed = false): Buffer {
  const ids = Array.from({ length: pages }, (_, index) => index + 3)
  const objects: [number, string][] = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Count 99 /Kids [${ids.map((id) => `${id} 0 R`).join(' ')}] >>`],
    ...ids.map((id): [number, string] => [id, '<< /Type /Page /Parent 2 0 R >>']),
  ]
  const body = packed
    ? packedObjects(objects)
    : Buffer.from(objects.map(([id, text]) => `${id} 0 obj\n${text}\nendobj\n`).join(''))
  // Left behind by an editor: a page that nobody refers to any more.
  const orphan = Buffer.from('900 0 obj\n<< /Type /Page >>\nendobj\n')
  const end = Buffer.from('trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n')
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), orphan, body, end])
}

function packedObjects(objects: [number, string][]) {
  let at = 0
  const places = objects.map(([id, text]) => {
    const place = `${id} ${at}`
    at += text.length + 1
    return place
  })
  const head = `${places.join(' ')} `
  return packedStream(
    Buffer.from(head + objects.map(([, text]) => `${text} `).join('')),
    head.length,
  )
}

export function packedStream(data: Buffer, first: number): Buffer {
  const deflated = deflateSync(data)
  const head = `500 0 obj\n<< /Type /ObjStm /N 1 /First ${first} /Filter /FlateDecode /Length ${deflated.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), deflated, Buffer.from('\nendstream\nendobj\n')])
}
