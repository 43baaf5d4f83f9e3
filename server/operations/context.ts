/** What an operation may touch. A surface builds one per request; it carries the workspace into every query. */
import type { Arrived, Intake } from '#intake/intake.ts'
import type { Get } from '#intake/download.ts'
import type { Received } from '#intake/receive.ts'
import type { Manifest, Person, Preview } from '#platforms/platform.ts'
import type { Counted } from '#rules/counted.ts'
import type { Plan } from '#rules/limits.ts'
import type { Leash } from '#rules/leash.ts'
import type { Media } from '#rules/media.ts'
import type { Rates } from '#rules/rate.ts'
import type { StoredPost } from '#rules/post.ts'
import type { AccountWithSettings } from '#store/accounts.ts'
import type { KeptChoices } from '#store/choices.ts'
import type { LockedDelivery } from '#store/deliveries.ts'
import type { Item } from '#store/media.ts'
import type { LockedPost } from '#store/posts.ts'
import type { Db, Scope } from '#store/schema.ts'
import type { Seal } from '#store/seal.ts'
import type { Trip } from '#store/trip.ts'

export interface Caller {
  workspace_id: number
  /** Who exactly: 'key:7', 'person:3'. Kept on what it creates, and never shown to others. */
  credential: string
  abilities: readonly string[]
  /** How far it goes; its accounts are in the context itself, where every query finds them. */
  leash: Leash
  via: 'rest' | 'mcp' | 'dashboard'
}

/** What stays the same over all requests of a process. */
export interface Environment {
  now(): Date
  seal: Seal
  base_url: string
  manifests: Record<string, Manifest>
  plans: Record<string, Plan>
  /** How many requests credentials may send. */
  rates: Rates
  /** Where a person connects accounts of the caller's workspace, or one account again; signed where the caller may. */
  connect_url(caller: Caller, account?: { id: number; platform: string; sandbox: boolean }): string
  /** What a credential may do now, where something goes on without it; undefined once it has ended. */
  standing(db: Db, whose: Whose): Promise<Omit<Caller, 'via'> | undefined>
  /** Forgets the account, here and then at the platform. False: it is not connected. */
  disconnect(at: { workspace_id: number; account_id: number }): Promise<boolean>
  /** What may be chosen on an account; undefined: nothing. `refused`: why it cannot be told, and what would help. */
  choices(asked: Asked): Promise<KeptChoices | Untold | undefined>
  /** Whom a text may mention on an account, by words; undefined: its platform finds nobody. */
  people(asked: Sought): Promise<readonly Person[] | Untold | undefined>
  upgrade_url: string
  /** Where the bytes of an upload session go without any credential. */
  upload_url(scope: Pick<Scope, 'workspace_id'>, upload_id: string): string
  intake: Intake
  /** Reads public addresses that callers name. */
  get: Get
  /** A preview of a link that stands in a post. Never rejects. */
  card(url: string): Promise<Preview | { refused: string }>
  /** Why a webhook can not go there, in a sentence; undefined where it may. */
  webhook_refusal(url: string): string | undefined | Promise<string | undefined>
  /** Where stored files are served: their key goes behind it. */
  cdn_url: string
  /** Without it every call goes the long way. */
  trip?: Trip | undefined
  /** Resolves when a delivery of the post has settled, or after `ms`, or when the caller is gone. */
  settled(post_id: number, ms: number, signal: AbortSignal): Promise<void>
  /** Resolves when something has happened in the workspace, or after `ms`, or when the caller is gone. */
  happened(workspace_id: number, ms: number, signal: AbortSignal): Promise<void>
}

interface Whose {
  workspace_id: number
  credential: string
}

/** `refresh`: anew, unless the platform was asked a moment ago. */
interface Asked {
  workspace_id: number
  account_id: number
  refresh: boolean
  /** Places by these words, instead of the rest. */
  place: string | undefined
}

interface Sought {
  workspace_id: number
  account_id: number
  words: string
}

/** `neither`: the account is well, and cannot search. */
export interface Untold {
  refused: string
  helps: 'waiting' | 'reconnecting' | 'neither'
}

/** Who calls, and which accounts exist for them at that moment: one never without the other. */
interface Reach extends Pick<Scope, 'account_ids'> {
  readonly caller: Caller
}

export interface Context extends Scope, Reach {
  readonly environment: Environment
  /** The time of the request. */
  readonly now: Date
  /** The caller went away. */
  readonly signal: AbortSignal
  /** Lets the caller in once more, or refuses a credential that has ended. */
  readonly again?: (() => Promise<Reach>) | undefined
  /** Whether this call is still the caller's to make: asked after slow work, before it counts. */
  readonly stillMay?: (() => Promise<void>) | undefined
  /** Tells a caller who asked for it how far long work is; `total` is unknown at times. */
  readonly progress?: Progress | undefined
  /** What came with the call besides its fields. */
  readonly sent?: Sent | undefined
  /** What the operation's `prepare` took in. */
  readonly arrived?: Arrived | undefined
  /** What was counted already of the call's texts. */
  readonly counted?: Counted | undefined
  /** Of a call that changes many posts, one after the other: what was read of all of them before the first. */
  readonly ahead?: ReadAhead | undefined
}

/** Posts that are locked, with their deliveries, so that nobody else changes them; each is changed once. */
export interface ReadAhead {
  posts: ReadonlyMap<number, StoredPost>
  whole: ReadonlyMap<number, { post: LockedPost; deliveries: LockedDelivery[] }>
  /** What was asked for already, by the ids that were asked for. */
  accounts: Map<string, Promise<AccountWithSettings[]>>
}

export type Progress = (done: number, total: number | undefined, text: string) => void

export type Sent =
  | { kind: 'file'; file: Received; filename: string; mime_type: string | null }
  | { kind: 'bytes'; bytes: AsyncIterable<Uint8Array>; length: number | undefined }

/** The media item as callers see it. */
export function shownItem({ environment }: Context, item: Item): Media {
  const { blob_key, thumbnail_key, poster_key, derived_from, ...more } = item
  const { animated: _, created_at: __, created_by: ___, ...rest } = more
  const poster = item.mime_type.startsWith('video/') ? (poster_key ?? thumbnail_key) : null
  return {
    ...rest,
    cdn_url: `${environment.cdn_url}/media/${blob_key}`,
    thumbnail_url: thumbnail_key && `${environment.cdn_url}/media/${thumbnail_key}`,
    ...(poster !== null && { poster_url: `${environment.cdn_url}/media/${poster}` }),
    ...(derived_from !== null && { derived_from }),
  }
}
