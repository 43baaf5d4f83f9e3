/** Whom a text may mention, asked of the platform as the account. Nothing is kept: nobody searches twice for the same. */
import { Failure, type Person } from '#platforms/platform.ts'
import { heldSince } from '#store/instance.ts'
import type { Db } from '#store/schema.ts'
import { readToken } from '#store/tokens.ts'
import { askPlatform, refusalOf, type Refused } from './choices.ts'
import type { Refreshing } from './refresh.ts'

/** Undefined: the platform finds nobody for us. A copy that holds publishing asks nobody, as for choices. */
export async function peopleOf(
  deps: Refreshing & { db: Db },
  { workspace_id, account_id, words }: { workspace_id: number; account_id: number; words: string },
): Promise<readonly Person[] | Refused | undefined> {
  const scope = { db: deps.db, workspace_id }
  const token = await readToken(scope, account_id)
  const connector = token && deps.platforms(token.platform, token.sandbox)?.connector
  if (!token || !connector?.people) return undefined
  try {
    if (await heldSince(deps.db)) throw new Failure('later', 'held_up', 'Publishing is held here.')
    return await askPlatform(deps, scope, token, async (...by) => connector.people?.(words, ...by))
  } catch (error) {
    return refusalOf(error, { scope, token, searching: true })
  }
}
