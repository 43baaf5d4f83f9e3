/**
 * The lexicons this server knows (lexicons of bluesky-social/atproto, 2026-08-20), as far as a publisher uses them.
 * Objects are open, as lexicon objects are; unions are closed here, though the lexicon leaves them open: a `$type` that
 * nobody knows would be stored by Bluesky and shown by no one.
 */
import { z } from 'zod'
import { embed } from './embeds.ts'
import type { JsonObject } from './json.ts'
import { explain } from './lexicon-issues.ts'
import { atUri, datetime, did, language, limited, strongRef, uri } from './lexicon-parts.ts'

const facet = z.looseObject({
  index: z
    .looseObject({ byteStart: z.int().min(0), byteEnd: z.int().min(0) })
    .refine(({ byteStart, byteEnd }) => byteStart < byteEnd, {
      message: 'byteStart must be before byteEnd',
    }),
  features: z.array(
    z.discriminatedUnion('$type', [
      z.looseObject({ $type: z.literal('app.bsky.richtext.facet#link'), uri }),
      z.looseObject({ $type: z.literal('app.bsky.richtext.facet#mention'), did }),
      z.looseObject({ $type: z.literal('app.bsky.richtext.facet#tag'), tag: limited(640, 64) }),
    ]),
  ),
})

/** "Metadata tags on an atproto record, published by the author" (com.atproto.label.defs). */
const selfLabels = z.looseObject({
  $type: z.literal('com.atproto.label.defs#selfLabels'),
  values: z.array(z.looseObject({ val: limited(128, 128) })).max(10),
})

export const post = z.looseObject({
  $type: z.literal('app.bsky.feed.post'),
  text: limited(3000, 300),
  createdAt: datetime,
  langs: z.array(language).max(3).optional(),
  tags: z.array(limited(640, 64)).max(8).optional(),
  facets: z.array(facet).optional(),
  reply: z.looseObject({ root: strongRef, parent: strongRef }).optional(),
  embed: embed.optional(),
  labels: selfLabels.optional(),
})
export type PostRecord = z.infer<typeof post>

const rule = (name: string) =>
  z.looseObject({ $type: z.literal(`app.bsky.feed.threadgate#${name}`) })

export const threadgate = z.looseObject({
  $type: z.literal('app.bsky.feed.threadgate'),
  post: atUri,
  createdAt: datetime,
  allow: z
    .array(
      z.discriminatedUnion('$type', [
        rule('mentionRule'),
        rule('followerRule'),
        rule('followingRule'),
        rule('listRule').extend({ list: atUri }),
      ]),
    )
    .max(5)
    .optional(),
  hiddenReplies: z.array(atUri).max(300).optional(),
})

export const postgate = z.looseObject({
  $type: z.literal('app.bsky.feed.postgate'),
  post: atUri,
  createdAt: datetime,
  detachedEmbeddingUris: z.array(atUri).max(50).optional(),
  embeddingRules: z
    .array(z.looseObject({ $type: z.literal('app.bsky.feed.postgate#disableRule') }))
    .max(5)
    .optional(),
})

/** Every collection this server takes; all of their keys are TIDs. */
export const collections: Record<string, z.ZodType> = {
  'app.bsky.feed.post': post,
  'app.bsky.feed.threadgate': threadgate,
  'app.bsky.feed.postgate': postgate,
}

/** The first thing wrong with a record, in the server's words, or nothing. */
export function complaint(collection: string, record: JsonObject): string | undefined {
  const schema = collections[collection]
  if (!schema) return `Lexicon not found: lex:${collection}`
  const parsed = schema.safeParse(record, { reportInput: true })
  return parsed.success
    ? undefined
    : `Invalid ${collection} record: ${explain(parsed.error, '$.record')}`
}
