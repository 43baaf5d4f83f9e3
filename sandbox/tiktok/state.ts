/** All that the emulated TikTok remembers; the JSON of it survives a restart. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'

const grantSchema = z.object({
  id: z.string(),
  open_id: z.string(),
  client_key: z.string(),
  scopes: z.array(z.string()),
  refresh_token: z.string(),
  refresh_until: z.number(),
})
export type Grant = z.output<typeof grantSchema>

const codeSchema = z.object({
  open_id: z.string(),
  client_key: z.string(),
  redirect_uri: z.string(),
  scopes: z.array(z.string()),
  until: z.number(),
})

const mediaSchema = z.object({ id: z.string(), mime_type: z.string(), bytes: z.number() })

/** One `publish_id`: an upload under way, and the post it became. */
const publishSchema = z.object({
  publish_id: z.string(),
  open_id: z.string(),
  kind: z.enum(['video', 'photo']),
  source: z.enum(['FILE_UPLOAD', 'PULL_FROM_URL']),
  title: z.string(),
  description: z.string(),
  privacy_level: z.string(),
  extra: z.record(z.string(), z.unknown()),
  /** Sent to the creator's inbox, to be posted in the app: no post of ours. */
  inbox: z.boolean().default(false),
  upload: z
    .object({
      token: z.string(),
      size: z.number(),
      chunk: z.number(),
      chunks: z.number(),
      received: z.number(),
      until: z.number(),
    })
    .nullable(),
  media: z.array(mediaSchema),
  /** Photos that are fetched from then on. */
  to_fetch: z
    .object({ urls: z.array(z.string()), at: z.number() })
    .nullable()
    .default(null),
  begun_at: z.number(),
  /** When the last byte was there; from then on it is a post. */
  landed_at: z.number().nullable(),
  item_id: z.string().nullable(),
  /** From when on its number is told and it is listed: moderation comes first. */
  public_at: z.number().default(0),
  /** From when on it is refused after all. */
  refused_at: z.number().nullable().default(null),
  fail_reason: z.string().nullable(),
})
export type Publish = z.output<typeof publishSchema>

export const stateSchema = z.object({
  last_id: z.string(),
  grants: z.array(grantSchema),
  access: z.array(z.tuple([z.string(), z.object({ grant_id: z.string(), until: z.number() })])),
  codes: z.array(z.tuple([z.string(), codeSchema])),
  publishes: z.array(publishSchema),
})

export interface Store {
  lastId: bigint
  grants: Map<string, Grant>
  access: Map<string, { grant_id: string; until: number }>
  codes: Map<string, z.output<typeof codeSchema>>
  /** By publish_id, oldest first. */
  publishes: Map<string, Publish>
  /** Times of calls by limit and person; not kept across runs. */
  calls: Map<string, number[]>
  /** Bytes of photos, for feed pages; not kept across runs. */
  images: Map<string, { mime_type: string; bytes: Buffer }>
}

/** `lastId` keeps ids increasing across a reset. */
export function createStore(saved?: unknown, lastId = 7_500_000_000_000_000_000n): Store {
  const state = saved === undefined ? undefined : stateSchema.parse(saved)
  return {
    lastId: state ? BigInt(state.last_id) : lastId,
    grants: new Map(state?.grants.map((grant) => [grant.id, grant])),
    access: new Map(state?.access),
    codes: new Map(state?.codes),
    publishes: new Map(state?.publishes.map((publish) => [publish.publish_id, publish])),
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
    publishes: [...store.publishes.values()],
  }
}

/** Above 2^53, and never ending in zeros only, so that a rounded one is noticed. */
export function nextItemId(store: Store, now: number): string {
  const wanted = (BigInt(Math.max(0, Math.floor(now / 1000))) << 32n) + 12_345n
  store.lastId = wanted > store.lastId ? wanted : store.lastId + 7n
  return String(store.lastId)
}

export const isRefused = ({ refused_at }: Publish, now: number) =>
  refused_at !== null && refused_at <= now

export { removeGrant } from '../kit/grants.ts'

export const secret = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`
export const isPublic = ({ privacy_level }: Publish) => privacy_level === 'PUBLIC_TO_EVERYONE'
