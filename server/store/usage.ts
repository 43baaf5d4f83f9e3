/** The monthly charge: counted in one row a month, so that parallel requests can never pass the limit. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'

const NO_LIMIT = 2 ** 31 - 1

/** One more post in the month, or false when the limit is reached. `limit` null: none. */
export async function charge({ db, workspace_id }: Scope, month: string, limit: number | null) {
  if (limit !== null && limit < 1) return false
  const row = await db
    .insertInto('usage')
    .values({ workspace_id, month, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'month'])
        .doUpdateSet({ used: sql`usage.used + 1` })
        .where('usage.used', '<', limit ?? NO_LIMIT),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

export async function refund({ db, workspace_id }: Scope, month: string) {
  await db
    .updateTable('usage')
    .set({ used: sql`used - 1` })
    .where('workspace_id', '=', workspace_id)
    .where('month', '=', month)
    .where('used', '>', 0)
    .execute()
}

export async function used({ db, workspace_id }: Scope, month: string) {
  const row = await db
    .selectFrom('usage')
    .select('used')
    .where('workspace_id', '=', workspace_id)
    .where('month', '=', month)
    .executeTakeFirst()
  return row?.used ?? 0
}
