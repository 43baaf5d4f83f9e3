/** Whether an image goes on to its own end mark. Each answers for bytes whose format has been recognised. */

/** Walks the segments: the mark also occurs inside of thumbnails. What cameras append behind it is left alone. */
export function isWholeJpeg(bytes: Buffer): boolean {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return false
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return true
    at += standsAlone(marker) ? 2 : 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xda) at = endOfScan(bytes, at)
  }
  return at + 2 === bytes.length && bytes.readUInt16BE(at) === 0xffd9
}

/** Picture data goes on until a marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, from: number) {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
    at = bytes.indexOf(0xff, at + (next === 0xff ? 1 : 2))
  }
  return bytes.length
}

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7
const standsAlone = (marker: number) => isRestart(marker) || marker === 0x01 || marker === 0xd8

export function isWholePng(bytes: Buffer): boolean {
  return pngChunks(bytes).at(-1)?.type === 'IEND'
}

/** Bytes of texts that are packed: libpng unfolds each, though nobody reads them. */
export function packedTextOfPng(bytes: Buffer): number {
  return pngChunks(bytes).reduce(
    (sum, chunk) => sum + (isPackedText(bytes, chunk) ? chunk.length : 0),
    0,
  )
}

/** Texts of the newer kind say whether they are, behind their name. */
function isPackedText(bytes: Buffer, { type, at }: Chunk) {
  if (type === 'zTXt') return true
  const name = at + 8
  return type === 'iTXt' && bytes[bytes.indexOf(0, name) + 1] === 1
}

/** An animated PNG announces its frames before the first of them; libvips sees a still. */
export function isAnimatedPng(bytes: Buffer): boolean {
  return pngChunks(bytes).some(({ type }) => type === 'acTL')
}

interface Chunk {
  type: string
  /** Where it begins, with its length and type, and how many bytes of its own it has. */
  at: number
  length: number
}

/** All chunks that lie within the file, up to the last. */
function pngChunks(bytes: Buffer) {
  const chunks: Chunk[] = []
  let at = 8
  while (at + 12 <= bytes.length && chunks.at(-1)?.type !== 'IEND') {
    const length = bytes.readUInt32BE(at)
    const end = at + 12 + length
    if (end > bytes.length) break
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), at, length })
    at = end
  }
  return chunks
}

export function isWholeGif(bytes: Buffer): boolean {
  if (bytes.length < 13) return false
  let at = 13 + colours(bytes[10] ?? 0)
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x3b) return true
    if (block === 0x21) at = endOfPieces(bytes, at + 2)
    else if (block === 0x2c) at = endOfPieces(bytes, at + 11 + colours(bytes[at + 9] ?? 0))
    else return false
  }
  return false
}

/** Bytes of the table of colours that the flags announce. */
const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0)

function endOfPieces(bytes: Buffer, from: number) {
  let at = from
  while (at < bytes.length) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return at
}

/** WebP and WAV say their size in front. A recorder that could not go back leaves 0 or all ones: then nobody can tell. */
export function isWholeRiff(head: Buffer, size: number): boolean {
  if (head.length < 12) return false
  const said = head.readUInt32LE(4)
  return said === 0 || said === 0xffff_ffff ? true : said + 8 <= size
}
