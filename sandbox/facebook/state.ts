/** What Facebook remembers, as JSON. Times are milliseconds since 1970, ids decimal strings. */
import { z } from 'zod'

const token = z.object({
  kind: z.enum(['user', 'page']),
  /** Tokens of one consent; they die together when the app is removed. */
  grant: z.string(),
  person_id: z.string(),
  page_id: z.string().nullable(),
  client_id: z.string(),
  scopes: z.array(z.string()),
  /** 0: no end. */
  until: z.number(),
  data_until: z.number(),
  /** Lives sixty days; Page tokens got with it have no end. */
  long: z.boolean(),
})

const code = z.object({
  person_id: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  until: z.number(),
})

const photo = z.object({
  id: z.string(),
  page_id: z.string(),
  alt_text: z.string().nullable(),
  caption: z.string(),
  mime_type: z.string(),
  bytes: z.number(),
  post_id: z.string().nullable(),
  created_at: z.number(),
  temporary: z.boolean(),
})

const video = z.object({
  id: z.string(),
  page_id: z.string(),
  kind: z.enum(['video', 'reel', 'story']),
  /** Announced and received. */
  size: z.number(),
  received: z.number(),
  description: z.string(),
  title: z.string(),
  created_at: z.number(),
  /** 0: not yet. */
  finished_at: z.number(),
  ready_at: z.number(),
  failure: z.string().nullable(),
  post_id: z.string().nullable(),
})

const post = z.object({
  id: z.string(),
  page_id: z.string(),
  kind: z.enum(['status', 'photo', 'video', 'reel', 'story']),
  message: z.string(),
  link: z.string().nullable(),
  /** A Page with a location. */
  place: z.string().nullable().default(null),
  client_id: z.string(),
  /** A visitor of the Page who wrote it; null for the Page itself. */
  by: z.string().nullable().default(null),
  created_at: z.number(),
  /** Photos or one video, by id. */
  media: z.array(z.string()),
})

const comment = z.object({
  id: z.string(),
  page_id: z.string(),
  object_id: z.string(),
  message: z.string(),
  client_id: z.string(),
  created_at: z.number(),
})

export const stateSchema = z.object({
  last: z.number(),
  tokens: z.array(z.tuple([z.string(), token])),
  codes: z.array(z.tuple([z.string(), code])),
  photos: z.array(photo),
  videos: z.array(video),
  posts: z.array(post),
  comments: z.array(comment),
})

export type State = z.infer<typeof stateSchema>
export type Token = z.infer<typeof token>
export type Code = z.infer<typeof code>
export type Photo = z.infer<typeof photo>
export type Video = z.infer<typeof video>
export type Post = z.infer<typeof post>
export type Comment = z.infer<typeof comment>
