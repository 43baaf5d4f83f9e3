/**
 * Content identifiers: version 1, sha-256, base32 (atproto.com/specs/data-model, "Link and CID Formats"). Blobs are
 * hashed as they are (`raw`, `bafkrei…`), records as DAG-CBOR (`bafyrei…`), so the CIDs here are the real ones.
 */
import { createHash } from 'node:crypto'
import type { Json } from './json.ts'

export function blobCid(bytes: Uint8Array) {
  return cid(0x55, bytes)
}

/** Throws a RangeError for a number that is not an integer: the data model has no floats. */
export function recordCid(record: Json) {
  return cid(0x71, dagCbor(record))
}

const letters = 'abcdefghijklmnopqrstuvwxyz234567'

/** RFC 4648, lower case, no padding. */
export function base32(bytes: Uint8Array) {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += letters.charAt((held >> bits) & 31)
      held &= (1 << bits) - 1
    }
  }
  return bits ? text + letters.charAt((held << (5 - bits)) & 31) : text
}

const cidPattern = /^b[a-z2-7]{58}$/

export function isCid(text: string) {
  return cidPattern.test(text)
}

function cid(codec: number, bytes: Uint8Array) {
  const hash = createHash('sha256').update(bytes).digest()
  return `b${base32(Buffer.concat([Buffer.from([1, codec, 0x12, 32]), hash]))}`
}

/** DAG-CBOR: definite lengths, shortest heads, keys by length and then by bytes, links as tag 42. */
function dagCbor(value: Json): Buffer {
  if (value === null) return Buffer.from([0xf6])
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4])
  if (typeof value === 'string') return text(value)
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer`)
    return value < 0 ? head(1, -value - 1) : head(0, value)
  }
  if (Array.isArray(value)) {
    return Buffer.concat([head(4, value.length), ...value.map((item) => dagCbor(item))])
  }
  const { $link, $bytes } = value
  if (typeof $link === 'string' && isCid($link)) return link($link)
  if (typeof $bytes === 'string') {
    const bytes = Buffer.from($bytes, 'base64')
    return Buffer.concat([head(2, bytes.length), bytes])
  }
  const entries = Object.entries(value)
    .map(([key, item]) => [text(key), dagCbor(item)] as const)
    .toSorted(([a], [b]) => a.length - b.length || a.compare(b))
  return Buffer.concat([head(5, entries.length), ...entries.flat()])
}

function text(value: string) {
  const bytes = Buffer.from(value)
  return Buffer.concat([head(3, bytes.length), bytes])
}

function link(value: string) {
  const bytes: number[] = [0] // the multibase prefix "identity"
  let bits = 0
  let held = 0
  for (const letter of value.slice(1)) {
    held = (held << 5) | letters.indexOf(letter)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 255)
    held &= (1 << bits) - 1
  }
  return Buffer.concat([head(6, 42), head(2, bytes.length), Buffer.from(bytes)])
}

function head(major: number, size: number) {
  const lead = major << 5
  if (size < 24) return Buffer.from([lead | size])
  if (size < 0x100) return Buffer.from([lead | 24, size])
  const bytes = Buffer.alloc(9)
  if (size < 0x10000) {
    bytes[0] = lead | 25
    bytes.writeUInt16BE(size, 1)
    return bytes.subarray(0, 3)
  }
  if (size < 0x100000000) {
    bytes[0] = lead | 26
    bytes.writeUInt32BE(size, 1)
    return bytes.subarray(0, 5)
  }
  bytes[0] = lead | 27
  bytes.writeBigUInt64BE(BigInt(size), 1)
  return bytes
}
