/** All that the emulated Business Profile remembers; the JSON of it survives a restart. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const grantSchema = z.object({
  id: z.string(),
  person_id: z.string(),
  client_id: z.string(),
  scopes: z.array(z.string()),
  refresh_token: z.string().nullable(),
})
export type Grant = z.output<typeof grantSchema>

const codeSchema = z.object({
  person_id: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  offline: z.boolean(),
  challenge: z.string().nullable(),
  until: z.number(),
})

const postSchema = z.object({
  name: z.string(),
  location: z.string(),
  body: z.record(z.string(), z.unknown()),
  media: z.array(z.object({ id: z.string(), mime_type: z.string(), bytes: z.number() })),
  created_at: z.number(),
  updated_at: z.number(),
  /** PROCESSING until then. */
  ready_at: z.number(),
  rejected: z.boolean(),
})
export type Post = z.output<typeof postSchema>

export const stateSchema = z.object({
  last_id: z.string(),
  grants: z.array(grantSchema),
  access: z.array(z.tuple([z.string(), z.object({ grant_id: z.string(), until: z.number() })])),
  codes: z.array(z.tuple([z.string(), codeSchema])),
  posts: z.array(postSchema),
})

export interface Store {
  lastId: bigint
  grants: Map<string, Grant>
  access: Map<string, { grant_id: string; until: number }>
  codes: Map<string, z.output<typeof codeSchema>>
  /** By name, oldest first. */
  posts: Map<string, Post>
  /** Times of calls by limit; not kept across runs. */
  calls: Map<string, number[]>
  /** Bytes of photos, for feed pages; not kept across runs. */
  images: Map<string, { mime_type: string; bytes: Buffer }>
}

/** `lastId` keeps ids increasing across a reset; they lie beyond 2^53. */
export function createStore(saved?: unknown, lastId = 6_120_933_467_821_094_211n): Store {
  const state = saved === undefined ? undefined : stateSchema.parse(saved)
  return {
    lastId: state ? BigInt(state.last_id) : lastId,
    grants: new Map(state?.grants.map((grant) => [grant.id, grant])),
    access: new Map(state?.access),
    codes: new Map(state?.codes),
    posts: new Map(state?.posts.map((post) => [post.name, post])),
    calls: new Map(),
    images: new Map(),
  }
}

export function stateOf(store: Store): z.input<typeof stateSchema> {
  return {
    last_id: String(store.lastId),
    grants: [...store.grants.values()],
    access: [...store.access],
    codes: [...store.codes],
    posts: [...store.posts.values()],
  }
}

export function nextId(store: Store): string {
  store.lastId += 1_000_003n
  return String(store.lastId)
}

export { removeGrant } from '../kit/grants.ts'

export const secret = (prefix: string) => `${prefix}${randomBytes(30).toString('base64url')}`
