/** What a post may carry: app.bsky.embed.* (lexicons of bluesky-social/atproto, 2026-08-20). */
import { z } from 'zod'
import { blob, language, strongRef, uri } from './lexicon-parts.ts'

const aspectRatio = z.looseObject({ width: z.int().min(1), height: z.int().min(1) })

/** Up to 2,000,000 bytes (lexicon app.bsky.embed.images, 2026-08-20); 1,000,000 before. */
const image = z.looseObject({
  image: blob('image/*', 2_000_000),
  alt: z.string(),
  aspectRatio: aspectRatio.optional(),
})

const images = z.looseObject({
  $type: z.literal('app.bsky.embed.images'),
  images: z.array(image).max(4),
})

const gallery = z.looseObject({
  $type: z.literal('app.bsky.embed.gallery'),
  items: z
    .array(image.extend({ $type: z.literal('app.bsky.embed.gallery#image'), aspectRatio }))
    .max(20),
})

const video = z.looseObject({
  $type: z.literal('app.bsky.embed.video'),
  video: blob('video/mp4', 300_000_000),
  captions: z
    .array(z.looseObject({ lang: language, file: blob('text/vtt', 20_000) }))
    .max(20)
    .optional(),
  alt: z.string().optional(),
  aspectRatio: aspectRatio.optional(),
  presentation: z.string().optional(),
})

const external = z.looseObject({
  $type: z.literal('app.bsky.embed.external'),
  external: z.looseObject({
    uri,
    title: z.string(),
    description: z.string(),
    thumb: blob('image/*', 1_000_000).optional(),
  }),
})

const quote = z.looseObject({ $type: z.literal('app.bsky.embed.record'), record: strongRef })

const quoteWithMedia = z.looseObject({
  $type: z.literal('app.bsky.embed.recordWithMedia'),
  record: z.looseObject({ record: strongRef }),
  media: z.discriminatedUnion('$type', [images, gallery, video, external]),
})

export const embed = z.discriminatedUnion('$type', [
  images,
  gallery,
  video,
  external,
  quote,
  quoteWithMedia,
])
