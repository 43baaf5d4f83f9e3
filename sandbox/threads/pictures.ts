/** How large a picture is, from its first bytes: JPEG and PNG. */

export interface Size {
  width: number
  height: number
}

export function sizeOf(bytes: Buffer): Size | undefined {
  if (bytes.toString('hex', 0, 8) === '89504e470d0a1a0a')
    return bytes.length < 24
      ? undefined
      : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.toString('hex', 0, 3) !== 'ffd8ff') return undefined
  // The first start-of-frame says it.
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker >> 8 !== 0xff) return undefined
    const frame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (frame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
  }
  return undefined
}

/** "Aspect ratio limit: 10:1", either way round. */
export function isTooLong({ width, height }: Size): boolean {
  return Math.max(width, height) > 10 * Math.min(width, height)
}
