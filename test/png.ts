import { crc32, deflateSync } from 'node:zlib'

/** A valid PNG of that size, small in bytes; another `seed` gives another picture. */
export function makePng({ width = 16, height = 16, seed = 0 } = {}): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits per channel, red green blue, no interlacing.
  header.set([8, 2, 0, 0, 0], 8)

  const row = 1 + width * 3
  const pixels = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = [(x * 8 + seed * 31) % 256, (y * 8 + seed * 17) % 256, (seed * 7) % 256]
      pixels.set(colour, y * row + 1 + x * 3)
    }
  }
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')]
  return Buffer.concat([signature, ...parts])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
