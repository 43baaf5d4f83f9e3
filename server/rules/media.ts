/** A media item on the wire, and what files the library takes. */
import { z } from 'zod'

/** As a post shows it. */
export const AttachedMedia = z.object({
  id: z.int().min(1),
  original_name: z.string(),
  mime_type: z.string(),
  size_bytes: z.int().min(0),
  cdn_url: z.string(),
  thumbnail_url: z.string().nullable().describe('A small preview, where one could be made.'),
  width: z.int().min(0).nullable(),
  height: z.int().min(0).nullable(),
  duration: z.number().nullable().describe('Seconds; null was never measured.'),
  sha256: z.string().nullable(),
  folder: z.string().nullable(),
  tags: z.array(z.string()),
  alt_text: z.string().nullable(),
})

/** As the library has it. */
export const Media = AttachedMedia.extend({
  poster_url: z
    .string()
    .optional()
    .describe(
      'Of a video: the frame taken out of it last (derive_media), else its preview. Left out: none.',
    ),
  derived_from: z.int().min(1).optional().describe('The item that it was made of.'),
  updated_at: z.iso.datetime().describe('Of folder, tags or alt text.'),
})
export type Media = z.infer<typeof Media>

/** By file, what is said of it to those who cannot see it. */
export const AltTexts = z.record(z.string(), z.string().nullable())
export type AltTexts = z.infer<typeof AltTexts>

/** Without those of files that are named again: they are taken as they are described now. */
export function withoutNamed(alt_texts: AltTexts, named: readonly number[]): AltTexts {
  const kept = Object.entries(alt_texts).filter(([id]) => !named.includes(Number(id)))
  return Object.fromEntries(kept)
}

/** Extensions of the specification (4.2), with the type that stands for each when nobody says. */
export const extensions: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  m4v: 'video/mp4',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  pdf: 'application/pdf',
  srt: 'text/srt',
  vtt: 'text/vtt',
}

/** In lower case, without the dot; empty when there is none. */
export function extensionOf(filename: string): string {
  return /\.([^./\\]{1,16})$/.exec(filename)?.[1]?.toLowerCase() ?? ''
}

/** The sentence for a name whose extension is not taken; undefined when it is. */
export function extensionProblem(filename: string): string | undefined {
  const extension = extensionOf(filename)
  if (Object.hasOwn(extensions, extension)) return undefined
  const taken = Object.keys(extensions).join(', ')
  return extension
    ? `Files of the kind .${extension} are not taken, only: ${taken}.`
    : `Give it a name with an extension, one of: ${taken}.`
}

/** As people say it: `90 MB`. */
export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / (1024 * 1024))} MB`
}
