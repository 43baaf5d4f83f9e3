import type { PublicationMedia } from '#platforms/platform.ts'

/** A video by its beginning, and of a size that no platform finds too small. */
export function clip(): PublicationMedia {
  const bytes = Buffer.alloc(80_000, 7)
  bytes.write('\0\0\0\u0018ftypmp42', 0, 'latin1')
  return {
    id: 100,
    mime_type: 'video/mp4',
    size_bytes: bytes.length,
    width: 640,
    height: 360,
    duration: 4,
    alt_text: null,
    url: undefined,
    async *open(range = { start: 0, end: bytes.length }) {
      yield bytes.subarray(range.start, range.end)
    },
  }
}
