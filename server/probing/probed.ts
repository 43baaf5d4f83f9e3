/** What is known about a file, and how it is refused. Parsed again by the service: a child that read a hostile file is not trusted. */
import { z } from 'zod'

/** No screen, camera or platform is near; a header that says more lies. */
const SIDE_LIMIT = 65_535
/** Eleven days. */
const DURATION_LIMIT_SECONDS = 1_000_000

const Side = z.int().min(1).max(SIDE_LIMIT).nullable()

export const Probed = z.strictObject({
  kind: z.enum(['image', 'video', 'audio', 'document', 'captions']),
  /** As it is stored and served: `video/quicktime`, never `video/x-m4v`. */
  mime_type: z.string(),
  /** Pixels as the file is meant to be seen: turned by its orientation, stretched by its pixel aspect. */
  width: Side,
  height: Side,
  /** Of video and audio; null where it was not measured. */
  duration_seconds: z.number().positive().max(DURATION_LIMIT_SECONDS).nullable(),
  /** `h264`, `hevc`, `vp8`, `vp9`, `av1`, `prores`; null where there is none or it is another. */
  video_codec: z.string().nullable(),
  /** `aac`, `mp3`, `opus`, `vorbis`, `pcm-s16`, … */
  audio_codec: z.string().nullable(),
  /** Frames a second, measured over the first ones. */
  frame_rate: z.number().positive().max(1_000).nullable(),
  /** Of a PDF; null where it is encrypted, very large, or says it in a way that was not understood. */
  pages: z.int().min(1).nullable(),
  /** An image with more than one frame. */
  animated: z.boolean(),
})
export type Probed = z.infer<typeof Probed>

export const ProbeRefusal = z.strictObject({
  code: z.enum(['unsupported_type', 'type_mismatch', 'damaged', 'too_large']),
  /** A sentence for the person who chose the file. */
  message: z.string(),
})
export type ProbeRefusal = z.infer<typeof ProbeRefusal>

/** What the caller said the file is. A missing or general type (`application/octet-stream`) says nothing. */
export const Declared = z.strictObject({ filename: z.string(), mime_type: z.string().nullable() })
export type Declared = z.infer<typeof Declared>

/** Thrown while a file is read; becomes the refusal. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: ProbeRefusal['code']

  constructor(code: ProbeRefusal['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Thrown when the limits of the child were reached. They may have been reached by what it read before. */
export class OutOfMemory extends Error {
  override readonly name = 'OutOfMemory'
}
