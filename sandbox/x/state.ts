/** What X remembers, as JSON. Times are milliseconds since 1970, ids decimal strings. */
import { z } from 'zod'

const windowSchema = z.object({ until: z.number(), used: z.number() })

const grantSchema = z.object({
  id: z.string(),
  person_id: z.string(),
  client_id: z.string(),
  scopes: z.array(z.string()),
  refresh_token: z.string().nullable(),
  refresh_until: z.number(),
})

const accessSchema = z.object({ grant_id: z.string(), until: z.number() })

const codeSchema = z.object({
  person_id: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  challenge: z.string(),
  method: z.enum(['S256', 'plain']),
  until: z.number(),
})

const mediaSchema = z.object({
  id: z.string(),
  media_key: z.string(),
  /** Who may attach it, the uploader first. */
  owners: z.array(z.string()),
  mime_type: z.string(),
  category: z.string(),
  /** As announced, and as uploaded. */
  bytes: z.number(),
  segments: z.record(z.string(), z.number()),
  /** Its first bytes in base64, to see what it really is. */
  head: z.string(),
  alt_text: z.string().nullable(),
  until: z.number(),
  finalized_at: z.number().nullable(),
  ready_at: z.number(),
  failure: z.string().nullable(),
})

const tweetSchema = z.object({
  id: z.string(),
  author_id: z.string(),
  /** By which app. */
  client_id: z.string().default(''),
  text: z.string(),
  created_at: z.number(),
  links: z.array(
    z.object({ start: z.number(), end: z.number(), url: z.string(), short: z.string() }),
  ),
  media: z.array(
    z.object({
      id: z.string(),
      media_key: z.string(),
      mime_type: z.string(),
      bytes: z.number(),
      alt_text: z.string().nullable(),
    }),
  ),
  /** The t.co link at the end of a text with media. */
  media_short: z.string().nullable(),
  reply_to: z.string().nullable(),
  conversation_id: z.string(),
  replies: z.number(),
  /** Whatever else was asked for: reply settings, a poll. */
  extra: z.record(z.string(), z.unknown()),
  /** In thousandths of a dollar. */
  price: z.number(),
})

export const stateSchema = z.object({
  last_id: z.string(),
  spent: z.number(),
  tweets: z.array(tweetSchema),
  media: z.array(mediaSchema),
  grants: z.array(grantSchema),
  access: z.array(z.tuple([z.string(), accessSchema])),
  codes: z.array(z.tuple([z.string(), codeSchema])),
  windows: z.array(z.tuple([z.string(), windowSchema])),
})

export type Window = z.infer<typeof windowSchema>
export type Grant = z.infer<typeof grantSchema>
export type Media = z.infer<typeof mediaSchema>
export type Tweet = z.infer<typeof tweetSchema>

export type Access = z.infer<typeof accessSchema>
export type Code = z.infer<typeof codeSchema>
export type State = z.infer<typeof stateSchema>
