/** Whether the elements of a WebM file lie within it. One that was recorded live says no sizes above its blocks. */
import { ahead, type Window } from './window.ts'

const SEGMENT = 0x18538067
const CLUSTER = 0x1f43b675
const ELEMENT_LIMIT = 2_000_000

/** Walks the top level, and inside of whatever has no size of its own. */
export async function isWholeWebm(window: Window): Promise<boolean> {
  let hasSegment = false
  let at = 0
  const read = ahead(window)
  for (let elements = 0; at < window.size; elements++) {
    if (elements > ELEMENT_LIMIT) return false
    const header = await read(at, 12)
    const id = number(header, 0, true)
    const length = id && number(header, id.length, false)
    if (!id || !length) return false
    if (id.value === SEGMENT) hasSegment = true
    const inside = at + id.length + length.length
    // Only these two may be open; anything else that claims to be is damage.
    if (length.isOpen && id.value !== SEGMENT && id.value !== CLUSTER) return false
    at = length.isOpen ? inside : inside + length.value
    if (at > window.size) return false
  }
  return hasSegment
}

/** A number that begins with its own length: as many zero bits as bytes follow. Ids keep the mark, lengths do not. */
function number(bytes: Buffer, at: number, keepMark: boolean) {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (first === 0 || length > 8 || at + length > bytes.length) return undefined
  let value = keepMark ? first : first & (0xff >> length)
  let isOpen = value === 0xff >> length
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isOpen &&= byte === 0xff
  }
  return { value, length, isOpen }
}
