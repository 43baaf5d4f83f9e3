/** The credential that a series belongs to: its posts are made by it, and it ends with it. */
import type { Caller, Context } from '#operations/context.ts'
import { allows } from '#rules/ability.ts'
import { isLeashed } from '#rules/leash.ts'
import type { SeriesRow } from '#store/series.ts'

type Owned = Pick<SeriesRow, 'workspace_id' | 'made_by' | 'created_via'>

/** As it stands now; undefined once the key, the grant or the membership has ended, or writes no posts any more. */
export async function holderOf(
  { workspace_id, made_by: credential, created_via: via }: Owned,
  { db, environment }: Pick<Context, 'db' | 'environment'>,
): Promise<Caller | undefined> {
  const standing = await environment.standing(db, { workspace_id, credential })
  if (!standing || !allows(standing.abilities, 'posts:write')) return undefined
  const { abilities, leash } = standing
  return { workspace_id, credential, abilities, leash, via }
}

/** Whoever is on a leash lets more go out on their own account alone: as another's it would need no approval, and no end. */
export function takenOver({ caller }: Pick<Context, 'caller'>, letsMoreOut: boolean) {
  if (!letsMoreOut || !isLeashed(caller.leash)) return {}
  return { made_by: caller.credential, created_via: caller.via }
}
