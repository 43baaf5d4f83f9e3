/** Whether the boxes of an MP4 or QuickTime file lie within it: half a file with its index in front looks perfect otherwise. */
import { ahead, type Window } from './window.ts'

/** A real file has a handful; one made of fragments has two for each, and hours of a live recording still fewer than this. */
const BOX_LIMIT = 40_000
/** Some recorders leave a few zeros at the end. */
const PADDING_LIMIT = 7

export async function isWholeMp4(window: Window): Promise<boolean> {
  let hasIndex = false
  let at = 0
  const read = ahead(window)
  for (let boxes = 0; at + 8 <= window.size; boxes++) {
    if (boxes > BOX_LIMIT) return false
    const header = await read(at, 16)
    const length = lengthOf(header, window.size - at)
    if (length < 8 || at + length > window.size) return false
    if (header.toString('latin1', 4, 8) === 'moov') hasIndex = true
    at += length
  }
  return hasIndex && window.size - at <= PADDING_LIMIT
}

function lengthOf(header: Buffer, rest: number) {
  const short = header.readUInt32BE(0)
  if (short === 0) return rest
  if (short !== 1) return short
  return header.length < 16 ? 0 : Number(header.readBigUInt64BE(8))
}
