/** What LinkedIn remembers, as JSON. Times are milliseconds since 1970. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const grantSchema = z.object({
  id: z.string(),
  person_id: z.string(),
  client_id: z.string(),
  scopes: z.array(z.string()),
  refresh_token: z.string().nullable(),
  /** Fixed when the person said yes: refreshing does not move it. */
  refresh_until: z.number(),
})

const partSchema = z.object({
  first: z.number(),
  last: z.number(),
  etag: z.string().nullable(),
})

const mediaSchema = z.object({
  urn: z.string(),
  kind: z.enum(['image', 'document', 'video']),
  owner: z.string(),
  client_id: z.string(),
  /** The unguessable part of its upload addresses. */
  key: z.string(),
  parts: z.array(partSchema),
  bytes: z.number(),
  mime_type: z.string(),
  status: z.enum(['WAITING_UPLOAD', 'PROCESSING', 'PROCESSING_FAILED']),
  /** From when on PROCESSING is AVAILABLE. */
  ready_at: z.number(),
  upload_until: z.number(),
})

const postSchema = z.object({
  urn: z.string(),
  author: z.string(),
  client_id: z.string(),
  /** As sent, in "little text". */
  commentary: z.string(),
  /** As shown. */
  text: z.string(),
  created_at: z.number(),
  edited_at: z.number(),
  visibility: z.string(),
  content: z.record(z.string(), z.unknown()).nullable(),
  media: z.array(
    z.object({
      urn: z.string(),
      mime_type: z.string(),
      bytes: z.number(),
      alt_text: z.string().nullable(),
    }),
  ),
  deleted_at: z.number().nullable(),
})

const commentSchema = z.object({
  id: z.string(),
  urn: z.string(),
  post: z.string(),
  actor: z.string(),
  text: z.string(),
  created_at: z.number(),
})

const codeSchema = z.object({
  person_id: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  until: z.number(),
})

const storeSchema = z.object({
  last_id: z.string(),
  codes: z.record(z.string(), codeSchema),
  grants: z.array(grantSchema),
  access: z.record(z.string(), z.object({ grant_id: z.string(), until: z.number() })),
  media: z.array(mediaSchema),
  posts: z.array(postSchema),
  comments: z.array(commentSchema),
})

export type Grant = z.infer<typeof grantSchema>
export type Media = z.infer<typeof mediaSchema>
export type Post = z.infer<typeof postSchema>
export type Comment = z.infer<typeof commentSchema>
export type Store = z.infer<typeof storeSchema>

/** What an earlier run remembered, or a new world; ids go on behind `last_id`. */
export function createStore(saved: unknown, last_id = '7130000000000000000'): Store {
  const empty = { codes: {}, grants: [], access: {}, media: [], posts: [], comments: [] }
  return storeSchema.safeParse(saved).data ?? { last_id, ...empty }
}

/** Nineteen digits that grow with time: beyond 2^53, as LinkedIn's are. */
export function nextId(store: Store, now: number): string {
  const fromTime = BigInt(Math.max(0, now)) << 22n
  const last = BigInt(store.last_id)
  store.last_id = String(fromTime > last ? fromTime : last + 1n)
  return store.last_id
}

export function removeGrant(store: Store, grant: Grant) {
  store.grants = store.grants.filter(({ id }) => id !== grant.id)
  for (const [token, { grant_id }] of Object.entries(store.access))
    if (grant_id === grant.id) delete store.access[token]
}

/** Tokens are long there ("plan for up to 1000 characters"). */
export const longToken = () => `AQ${randomBytes(240).toString('base64url')}`
export const secret = () => randomBytes(24).toString('base64url')
