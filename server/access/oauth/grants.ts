/** Who calls, by OAuth token: one look-up by the token's hash, which finds the grant and the person's place in the workspace. */
import { hasExpired } from '#rules/leash.ts'
import { credentialOfGrant } from '#rules/grant.ts'
import { abilitiesOf, leashOf } from '#rules/role.ts'
import { findGrantedBy, touchGrant } from '#store/grants.ts'
import { hashOf } from '#store/oauth.ts'
import type { Db } from '#store/schema.ts'
import type { KeyHolder } from '../keys.ts'

/** `last_used_at` is a hint, not a log: written once a minute at most. */
const TOUCH = 60_000

export interface GrantHolder extends KeyHolder {
  scopes: readonly string[]
}

/**
 * Undefined for a token that is malformed, unknown, run out, revoked, of an expired grant or for another resource; these
 * are not told apart. What its person may do bounds it: whoever has left the workspace has taken the grant along.
 */
export async function grantHolderOf(
  db: Db,
  { token, resource, now }: { token: string; resource: string; now: Date },
): Promise<GrantHolder | undefined> {
  const found = await findGrantedBy(db, { id_hash: hashOf(token), audience: resource }, now)
  if (!found || hasExpired(found.leash, now)) return undefined
  const { workspace_id, id, leash, toolsets, last_used_at, role, scope, plan } = found
  const since = new Date(now.getTime() - TOUCH)
  const stale = !last_used_at || new Date(last_used_at) < since
  if (stale) await touchGrant({ db, workspace_id }, id, { now, since })
  return {
    workspace_id,
    credential: credentialOfGrant(id),
    abilities: abilitiesOf(role),
    leash: leashOf(role, leash),
    plan,
    toolsets: toolsets ?? undefined,
    scopes: scope?.split(' ') ?? [],
  }
}
