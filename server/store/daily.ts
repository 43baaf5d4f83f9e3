/** What one credential did in one day of the workspace's zone; counted in a row, so that parallel calls can not pass a limit. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'

export interface Day {
  /** A plain date. */
  day: string
  starts_at: string
  /** When the next one starts. */
  ends_at: string
}

/** The day that `now` belongs to, where the workspace is. */
export async function dayOf({ db, workspace_id }: Scope, now: Date): Promise<Day> {
  const { rows } = await sql<Day>`
    select to_char(midnight, 'YYYY-MM-DD') as day,
      iso(midnight at time zone timezone) as starts_at,
      iso((midnight + interval '1 day') at time zone timezone) as ends_at
    from workspaces, date_trunc('day', ${now}::timestamptz at time zone timezone) as midnight
    where id = ${workspace_id}`.execute(db)
  const [day] = rows
  if (!day) throw new Error(`There is no workspace ${workspace_id}.`)
  return day
}

/** One more post that day, or false when there were `limit` already. Others of this credential wait for the transaction. */
export async function countDaily(
  { db, workspace_id }: Scope,
  { credential, day, limit }: { credential: string; day: string; limit: number },
) {
  if (limit < 1) return false
  const row = await db
    .insertInto('daily_posts')
    .values({ workspace_id, credential, day, used: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'credential', 'day'])
        .doUpdateSet({ used: sql`daily_posts.used + 1` })
        .where('daily_posts.used', '<', limit),
    )
    .returning('used')
    .executeTakeFirst()
  return row !== undefined
}

export async function usedDaily({ db, workspace_id }: Scope, credential: string, day: string) {
  const row = await db
    .selectFrom('daily_posts')
    .select('used')
    .where('workspace_id', '=', workspace_id)
    .where('credential', '=', credential)
    .where('day', '=', day)
    .executeTakeFirst()
  return row?.used ?? 0
}

/** Ids of live posts that the credential created since, oldest first. */
export async function createdSince(
  { db, workspace_id }: Scope,
  credential: string,
  since: string,
): Promise<number[]> {
  const rows = await db
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('created_by', '=', credential)
    .where('created_at', '>=', since)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** No zone is more than a day behind UTC. */
export async function pruneDaily({ db }: Pick<Scope, 'db'>, now: Date) {
  const before = new Date(now.getTime() - 3 * 24 * 3600_000).toISOString().slice(0, 10)
  await db.deleteFrom('daily_posts').where('day', '<', before).execute()
}
