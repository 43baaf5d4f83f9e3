/** Who calls, by API key: one look-up by primary key and one comparison in constant time. */
import { hasExpired, type Leash } from '#rules/leash.ts'
import { credentialOfKey, parseToken, sameSecret } from '#rules/key.ts'
import { findLiveKeys, type LiveKey, touchKey } from '#store/keys.ts'
import type { Db } from '#store/schema.ts'
import { gathered } from '#store/trip.ts'

export interface KeyHolder {
  workspace_id: number
  credential: string
  abilities: readonly string[]
  leash: Leash
  /** Of the workspace; left out where nobody asks. */
  plan?: string | undefined
  /** Lists of tools that the person who let an app in ticked for it; left out where nobody was asked. */
  toolsets?: readonly string[] | undefined
}

/** `last_used_at` is a hint, not a log: written once a minute at most. */
const TOUCH = 60_000

/** Undefined for a key that is malformed, unknown, revoked or expired; these are not told apart. */
export async function holderOf(db: Db, token: string, now: Date): Promise<KeyHolder | undefined> {
  const parsed = parseToken(token)
  return parsed && holderBy(db, parsed.secret, await liveKeyOf(db)(parsed.id), now)
}

/** Callers who come at once are looked up together. */
function liveKeyOf(db: Db) {
  const known = lookUps.get(db)
  if (known) return known
  const lookUp = gathered((ids: readonly number[]) => findLiveKeys(db, ids))
  lookUps.set(db, lookUp)
  return lookUp
}

const lookUps = new WeakMap<Db, (id: number) => Promise<LiveKey | undefined>>()

/** The same where the key was looked up before. */
export async function holderBy(
  db: Db,
  secret: string,
  key: LiveKey | undefined,
  now: Date,
): Promise<KeyHolder | undefined> {
  if (!key || !sameSecret(secret, key.secret_hash)) return undefined

  const { workspace_id, id, abilities, leash, plan, last_used_at } = key
  if (hasExpired(leash, now)) return undefined
  const since = new Date(now.getTime() - TOUCH)
  const stale = !last_used_at || new Date(last_used_at) < since
  if (stale) await touchKey({ db, workspace_id }, id, { now, since })
  const known = homes.get(db) ?? new Map<number, number>()
  if (known.size >= MOST_HOMES) known.clear()
  homes.set(db, known.set(id, workspace_id))
  return { workspace_id, credential: credentialOfKey(id), abilities, leash, plan }
}

/**
 * Workspaces of keys that were let in. A key never moves, but this is a hint all the same: it says where to look while the key
 * itself is looked up, and lets nobody in.
 */
const homes = new WeakMap<Db, Map<number, number>>()
const MOST_HOMES = 10_000

export function homeOf(db: Db, key_id: number) {
  return homes.get(db)?.get(key_id)
}
