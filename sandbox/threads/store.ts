/** What Threads remembers, as JSON. Times are milliseconds since 1970, ids decimal strings beyond 2^53. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const tokenSchema = z.object({
  person_id: z.string(),
  scopes: z.array(z.string()),
  long: z.boolean(),
  made_at: z.number(),
  until: z.number(),
})

const codeSchema = z.object({
  person_id: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  until: z.number(),
})

const mediumSchema = z.object({
  id: z.string(),
  mime_type: z.string(),
  bytes: z.number(),
  alt_text: z.string().nullable(),
})

const containerSchema = z.object({
  id: z.string(),
  owner: z.string(),
  media_type: z.enum(['TEXT', 'IMAGE', 'VIDEO', 'CAROUSEL']),
  item: z.boolean(),
  text: z.string(),
  media: z.array(mediumSchema),
  reply_to: z.string().nullable(),
  extra: z.record(z.string(), z.string()),
  created_at: z.number(),
  /** From when on IN_PROGRESS is FINISHED. */
  ready_at: z.number(),
  error: z.string().nullable(),
  published: z.boolean(),
})

const postSchema = z.object({
  id: z.string(),
  shortcode: z.string(),
  owner: z.string(),
  media_type: containerSchema.shape.media_type,
  text: z.string(),
  media: z.array(mediumSchema),
  reply_to: z.string().nullable(),
  extra: z.record(z.string(), z.string()),
  created_at: z.number(),
})

const storeSchema = z.object({
  last_id: z.string(),
  codes: z.record(z.string(), codeSchema),
  tokens: z.record(z.string(), tokenSchema),
  containers: z.array(containerSchema),
  posts: z.array(postSchema),
  /** What counts towards the limits of 24 hours. */
  spent: z.array(
    z.object({
      person_id: z.string(),
      kind: z.enum(['post', 'reply', 'delete', 'search']),
      at: z.number(),
    }),
  ),
})

export type Token = z.infer<typeof tokenSchema>
export type Medium = z.infer<typeof mediumSchema>
export type Container = z.infer<typeof containerSchema>
export type Post = z.infer<typeof postSchema>
export type Store = z.infer<typeof storeSchema>

/** What an earlier run remembered, or a new world; ids go on behind `last_id`. */
export function createStore(saved: unknown, last_id = '17900000000000000'): Store {
  const empty = { codes: {}, tokens: {}, containers: [], posts: [], spent: [] }
  return storeSchema.safeParse(saved).data ?? { last_id, ...empty }
}

/** Seventeen digits: one more than a double can tell apart. Posts and containers never share an id. */
export function nextId(store: Store): string {
  store.last_id = String(BigInt(store.last_id) + 10_007n)
  return store.last_id
}

export const secret = () => `TH${randomBytes(60).toString('base64url')}`

const DAY = 86_400_000

export function statusOf({ error, published, created_at, ready_at }: Container, now: number) {
  if (published) return 'PUBLISHED'
  if (created_at + DAY <= now) return 'EXPIRED'
  if (error !== null) return 'ERROR'
  return ready_at <= now ? 'FINISHED' : 'IN_PROGRESS'
}
