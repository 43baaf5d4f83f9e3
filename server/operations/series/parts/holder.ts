/** The credential that a series belongs to: its posts are made by it, and it ends with it. */
import type { Caller, Context } from '#operations/context.ts'
import { allows } from '#rules/ability.ts'
import { COMMAND_LINE } from '#rules/connect.ts'
import { free } from '#rules/leash.ts'
import type { SeriesRow } from '#store/series.ts'

type Owned = Pick<SeriesRow, 'workspace_id' | 'made_by' | 'created_via'>

/** As it stands now; undefined once the key, the grant or the membership has ended, or writes no posts any more. */
export async function holderOf(
  { workspace_id, made_by: credential, created_via: via }: Owned,
  { db, environment }: Pick<Context, 'db' | 'environment'>,
): Promise<Caller | undefined> {
  // Whoever runs the instance may do everything, for as long as it runs.
  if (credential === COMMAND_LINE)
    return { workspace_id, credential, abilities: ['*'], leash: free, via }
  const standing = await environment.standing(db, { workspace_id, credential })
  if (!standing || !allows(standing.abilities, 'posts:write')) return undefined
  const { abilities, leash } = standing
  return { workspace_id, credential, abilities, leash, via }
}
