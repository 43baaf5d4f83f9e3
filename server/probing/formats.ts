/** The formats that are accepted, and the names each may go by. */
import { type Declared, type Probed, Refused } from './probed.ts'

export type Format = keyof typeof formats

interface Names {
  /** As a person calls it. */
  title: string
  extensions: readonly string[]
  /** What browsers and cameras call it, canonical or not. */
  mime_types: readonly string[]
}

/**
 * Phones and recorders mix the names of one container (an `.m4a` that says it is an MP4, a `.mov` with the brand of an
 * MP4), so within a container any of them will do; a PNG that calls itself JPEG is a mistake somebody wants to know of.
 */
export const formats = {
  jpeg: {
    title: 'a JPEG image',
    extensions: ['jpg', 'jpeg', 'jpe', 'jfif'],
    mime_types: ['image/jpeg', 'image/jpg', 'image/pjpeg'],
  },
  png: {
    title: 'a PNG image',
    extensions: ['png', 'apng'],
    mime_types: ['image/png', 'image/apng', 'image/x-png'],
  },
  gif: { title: 'a GIF image', extensions: ['gif'], mime_types: ['image/gif'] },
  webp: { title: 'a WebP image', extensions: ['webp'], mime_types: ['image/webp'] },
  mp4: {
    title: 'an MP4 or QuickTime file',
    extensions: ['mp4', 'm4v', 'mov', 'qt', 'm4a'],
    mime_types: [
      'video/mp4',
      'video/quicktime',
      'video/x-m4v',
      'audio/mp4',
      'audio/m4a',
      'audio/x-m4a',
      'audio/aac',
    ],
  },
  webm: { title: 'a WebM video', extensions: ['webm'], mime_types: ['video/webm'] },
  mp3: {
    title: 'an MP3 file',
    extensions: ['mp3'],
    mime_types: ['audio/mpeg', 'audio/mp3', 'audio/x-mp3', 'audio/x-mpeg'],
  },
  wav: {
    title: 'a WAV file',
    extensions: ['wav', 'wave'],
    mime_types: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  },
  aac: {
    title: 'an AAC file',
    extensions: ['aac'],
    mime_types: ['audio/aac', 'audio/x-aac', 'audio/aacp', 'audio/x-hx-aac-adts'],
  },
  pdf: {
    title: 'a PDF document',
    extensions: ['pdf'],
    mime_types: ['application/pdf', 'application/x-pdf'],
  },
  srt: {
    title: 'a file of SubRip captions',
    extensions: ['srt'],
    mime_types: ['text/srt', 'text/x-srt', 'application/x-subrip', 'application/srt'],
  },
  vtt: { title: 'a file of WebVTT captions', extensions: ['vtt'], mime_types: ['text/vtt'] },
} as const satisfies Record<string, Names>

/**
 * What is said of files whose type nobody knows, and the default of a part without a type (RFC 7578, 4.4), which many
 * clients leave out: a default is no declaration.
 */
const GENERAL = ['', 'application/octet-stream', 'binary/octet-stream', 'text/plain']

export const ACCEPTED =
  'Accepted are JPEG, PNG, GIF and WebP images, MP4, MOV and WebM videos, MP3, WAV, M4A and AAC audio, PDF, and SRT and VTT captions.'

export function extensionOf(filename: string): string {
  return /\.([^./\\]*)$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/** @throws {Refused} when name or declared type say another format than the content. A name without extension says nothing. */
export function assertDeclared(format: Format, { filename, mime_type }: Declared) {
  const { title, extensions, mime_types }: Names = formats[format]
  const extension = extensionOf(filename)
  if (extension && !extensions.includes(extension)) {
    throw new Refused('type_mismatch', `The file is ${title}, but its name ends in .${extension}.`)
  }
  const declared = (mime_type ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (!GENERAL.includes(declared) && !mime_types.includes(declared)) {
    throw new Refused('type_mismatch', `The file is ${title}, but was declared as ${declared}.`)
  }
}

/** For what has nothing of what other kinds have. */
export function plain(kind: Probed['kind'], mime_type: string): Probed {
  return {
    kind,
    mime_type,
    width: null,
    height: null,
    duration_seconds: null,
    video_codec: null,
    audio_codec: null,
    frame_rate: null,
    pages: null,
    animated: false,
  }
}
