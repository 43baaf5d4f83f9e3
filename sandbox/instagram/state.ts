/** What Instagram remembers, as JSON. Times are milliseconds since 1970, ids decimal strings. */
import { z } from 'zod'

/** By which of the two logins a token came: they have hosts and scopes of their own. */
export const login = z.enum(['instagram', 'facebook'])

const token = z.object({
  login,
  kind: z.enum(['user', 'page']),
  /** Tokens of one consent; they die together when the app is removed. */
  grant: z.string(),
  person_id: z.string(),
  /** The account a Page token is for. */
  account_id: z.string().nullable(),
  client_id: z.string(),
  scopes: z.array(z.string()),
  issued_at: z.number(),
  /** 0: no end. */
  until: z.number(),
  long: z.boolean(),
})

const code = z.object({
  login,
  person_id: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  until: z.number(),
})

const file = z.object({
  id: z.string(),
  mime_type: z.string(),
  bytes: z.number(),
  alt_text: z.string().nullable(),
})

const container = z.object({
  id: z.string(),
  account_id: z.string(),
  kind: z.enum(['IMAGE', 'REELS', 'STORIES', 'CAROUSEL', 'ITEM']),
  caption: z.string(),
  files: z.array(file),
  /** A resumable upload: announced and received. */
  resumable: z.boolean(),
  size: z.number(),
  received: z.number(),
  created_at: z.number(),
  /** How many more looks find it in progress. */
  looks: z.number(),
  failure: z.string().nullable(),
  media_id: z.string().nullable(),
  extra: z.record(z.string(), z.string()),
})

const medium = z.object({
  id: z.string(),
  shortcode: z.string(),
  account_id: z.string(),
  kind: z.enum(['IMAGE', 'REELS', 'STORIES', 'CAROUSEL']),
  caption: z.string(),
  files: z.array(file),
  created_at: z.number(),
  extra: z.record(z.string(), z.string()),
})

const comment = z.object({
  id: z.string(),
  media_id: z.string(),
  account_id: z.string(),
  text: z.string(),
  created_at: z.number(),
})

export const stateSchema = z.object({
  last: z.number(),
  tokens: z.array(z.tuple([z.string(), token])),
  codes: z.array(z.tuple([z.string(), code])),
  containers: z.array(container),
  media: z.array(medium),
  comments: z.array(comment),
})

export type Login = z.infer<typeof login>
export type State = z.infer<typeof stateSchema>
export type Token = z.infer<typeof token>
export type Code = z.infer<typeof code>
export type File = z.infer<typeof file>
export type Container = z.infer<typeof container>
export type Medium = z.infer<typeof medium>
export type Comment = z.infer<typeof comment>
