/** Files of a publication, for tests of the connectors. */
import type { PublicationMedia } from '../../platform.ts'

/** How files of a kind begin. */
const BEGINNINGS: Record<string, string> = {
  'image/png': '\u0089PNG\r\n\u001a\n',
  'image/jpeg': '\u00ff\u00d8\u00ff\u00e0',
  'image/gif': 'GIF89a',
  'video/mp4': '\u0000\u0000\u0000\u0018ftypmp42',
  'application/pdf': '%PDF-1.7\n',
}

/** A file of that size which begins as such files do, and is empty behind. */
export function file(mime_type: string, size_bytes = 3): PublicationMedia {
  const beginning = Buffer.from(BEGINNINGS[mime_type] ?? '', 'latin1')
  return {
    id: 1,
    mime_type,
    size_bytes,
    width: 1,
    height: 1,
    duration: null,
    alt_text: null,
    url: undefined,
    async *open({ start, end } = { start: 0, end: size_bytes }) {
      for (let at = start; at < end; at += 1 << 20) {
        const piece = new Uint8Array(Math.min(1 << 20, end - at))
        if (at < beginning.length) piece.set(beginning.subarray(at, at + piece.length))
        yield await Promise.resolve(piece)
      }
    },
  }
}

/** A picture with an address of its own, for platforms that fetch the files themselves. */
export const photo: PublicationMedia = {
  ...file('image/jpeg'),
  width: 1080,
  height: 1080,
  url: 'https://crier.example/media/1.jpg',
}
