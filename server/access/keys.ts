/** Who calls, by API key: one look-up by primary key and one comparison in constant time. */
import { parseToken, sameSecret } from '#rules/key.ts'
import { findLiveKey, touchKey } from '#store/keys.ts'
import type { Db } from '#store/schema.ts'

export interface KeyHolder {
  workspace_id: number
  credential: string
  abilities: readonly string[]
}

/** `last_used_at` is a hint, not a log: written once a minute at most. */
const TOUCH = 60_000

/** Undefined for a key that is malformed, unknown or revoked; the three are not told apart. */
export async function holderOf(db: Db, token: string, now: Date): Promise<KeyHolder | undefined> {
  const parsed = parseToken(token)
  const key = parsed && (await findLiveKey(db, parsed.id))
  if (!key || !sameSecret(parsed.secret, key.secret_hash)) return undefined

  const { workspace_id, id, abilities, last_used_at } = key
  const stale = !last_used_at || now.getTime() - new Date(last_used_at).getTime() > TOUCH
  if (stale) await touchKey({ db, workspace_id }, id, now)
  return { workspace_id, credential: `key:${id}`, abilities }
}
