/** Everything this Bluesky remembers, in memory, with maps for whatever is looked up. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { FaultDesk, type EmulatorOptions } from '../kit/emulator.ts'
import { jsonObject } from './json.ts'
import { people } from './people.ts'
import { tidAt } from './tid.ts'

export interface Store {
  readonly options: EmulatorOptions
  readonly faults: FaultDesk
  /** Replaced whole when everything is forgotten. */
  state: State
  /** Milliseconds. */
  now: () => number
  /** To be called after every change that is to be kept. */
  touch: () => void
}

export const stored = z.object({
  uri: z.string(),
  cid: z.string(),
  collection: z.string(),
  rkey: z.string(),
  value: jsonObject,
  /** When it arrived first, by this server's clock. */
  indexed_at: z.string(),
  /** Order of arrival over all repositories. */
  arrival: z.number(),
  /** How often it was changed since. */
  updates: z.number(),
})
export type Stored = z.infer<typeof stored>

export const blob = z.object({ cid: z.string(), mime_type: z.string(), size: z.number() })
export type Blob = z.infer<typeof blob>

/** The refresh token of an app-password session; `next` is its successor, once it was used. */
export const refresh = z.object({
  id: z.string(),
  did: z.string(),
  expires_at: z.number(),
  next: z.string().optional(),
})

/** What a person allowed an OAuth client: one session, whose tokens carry the number of their generation. */
export const grant = z.object({
  id: z.string(),
  did: z.string(),
  client_id: z.string(),
  /** Thumbprint of the DPoP key that every token of it is bound to. */
  jkt: z.string(),
  scope: z.string(),
  confidential: z.boolean(),
  generation: z.number(),
  created_at: z.number(),
  /** When the current generation was handed out. */
  issued_at: z.number(),
  access_expires_at: z.number(),
})
export type Grant = z.infer<typeof grant>

export const job = z.object({
  id: z.string(),
  did: z.string(),
  blob,
  created_at: z.number(),
  polls: z.number(),
  fails: z.boolean(),
})
export type Job = z.infer<typeof job>

export interface Repo {
  did: string
  rev: string
  commit: string
  collections: Map<string, Map<string, Stored>>
  blobs: Map<string, Blob>
}

export interface PushedRequest {
  client_id: string
  redirect_uri: string
  scope: string
  state: string | undefined
  code_challenge: string
  login_hint: string | undefined
  jkt: string
  expires_at: number
}

export interface Code extends PushedRequest {
  did: string
  /** The session it was turned into. */
  used_for: string | undefined
}

export interface State {
  /** Signs tokens and makes nonces. */
  secret: string
  arrivals: number
  last_micros: number
  repos: Map<string, Repo>
  refreshes: Map<string, z.infer<typeof refresh>>
  /** Ids of access tokens that a fault has ended early. */
  spoiled: Set<string>
  grants: Map<string, Grant>
  jobs: Map<string, Job>
  /** Below: not kept over a restart. */
  pushed: Map<string, PushedRequest>
  codes: Map<string, Code>
  windows: Map<string, { points: number; ends_at: number }>
  /** Ids of proofs and assertions seen, and when they may be forgotten. */
  seen: Map<string, number>
  /** Bytes of small blobs, newest last, for pages to show. */
  bytes: Map<string, Buffer>
  kept_bytes: number
  /** Uri of a post to the number of its replies and quotes. */
  replies: Map<string, number>
  quotes: Map<string, number>
}

export function newState(): State {
  const repos = people.map(({ id }): Repo => ({
    did: id,
    rev: '',
    commit: '',
    collections: new Map(),
    blobs: new Map(),
  }))
  return {
    secret: randomBytes(32).toString('base64url'),
    arrivals: 0,
    last_micros: 0,
    repos: new Map(repos.map((repo) => [repo.did, repo])),
    refreshes: new Map(),
    spoiled: new Set(),
    grants: new Map(),
    jobs: new Map(),
    pushed: new Map(),
    codes: new Map(),
    windows: new Map(),
    seen: new Map(),
    bytes: new Map(),
    kept_bytes: 0,
    replies: new Map(),
    quotes: new Map(),
  }
}

/** The next TID of this server, always later than the one before. */
export function nextTid(store: Store) {
  const { state } = store
  state.last_micros = Math.max(store.now() * 1000, state.last_micros + 1)
  return tidAt(state.last_micros)
}

/** True once for every `id`; ids are forgotten after `lasts` milliseconds. */
export function firstSeen({ state, now }: Store, id: string, lasts: number) {
  const at = now()
  for (const [old, until] of state.seen) {
    if (until > at) break
    state.seen.delete(old)
  }
  if (state.seen.has(id)) return false
  state.seen.set(id, at + lasts)
  return true
}

export function later(store: Store, seconds: number) {
  return store.now() + seconds * 1000
}
