/** How large a picture is, from its first bytes: JPEG, PNG and WebP. */

export interface Size {
  width: number
  height: number
}

export function sizeOf(bytes: Buffer): Size | undefined {
  if (bytes.toString('hex', 0, 8) === '89504e470d0a1a0a') return ofPng(bytes)
  if (bytes.toString('hex', 0, 3) === 'ffd8ff') return ofJpeg(bytes)
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return ofWebp(bytes)
  return undefined
}

function ofPng(bytes: Buffer) {
  if (bytes.length < 24) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The first start-of-frame says it. */
function ofJpeg(bytes: Buffer) {
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker >> 8 !== 0xff) return undefined
    const frame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (frame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return undefined
}

/** Each of the three kinds of WebP says it in its own place (RFC 9649). */
function ofWebp(bytes: Buffer) {
  if (bytes.length < 30) return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return undefined
  }
}
