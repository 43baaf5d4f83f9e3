/** Labels of a workspace: words on its posts, without rows of their own. One statement a function. */
import { sql } from 'kysely'
import { later } from './columns.ts'
import { reaches } from './posts.ts'
import type { Scope } from './schema.ts'

export interface LabelCount {
  label: string
  /** Of all that are not deleted. */
  posts: number
  scheduled: number
}

/** The commonest first. */
export async function countLabels(scope: Scope, limit: number): Promise<LabelCount[]> {
  const { rows } = await sql<LabelCount>`
    select word as label, count(*)::int as posts, count(*) filter (where status = 'scheduled')::int as scheduled
    from posts, unnest(labels) as word
    where workspace_id = ${scope.workspace_id} and labels <> '{}' and deleted_at is null and ${reaches(scope)}
    group by word order by 2 desc, 1 limit ${limit}`.execute(scope.db)
  return rows
}

/** How many posts have it, deleted ones too: they come back with it. */
export async function countLabelled({ db, workspace_id }: Scope, label: string): Promise<number> {
  const { rows } = await sql<{ posts: number }>`
    select count(*)::int as posts from posts
    where workspace_id = ${workspace_id} and labels <> '{}' and labels @> array[${label}]::text[]`.execute(
    db,
  )
  return rows[0]?.posts ?? 0
}

/**
 * Of so many posts, the oldest first: `to` in its place, or nothing where a post has that already or `to` is null. Answers how
 * many. Posts that somebody else holds stay, for the next call.
 */
export async function relabel(
  { db, workspace_id }: Scope,
  label: string,
  to: string | null,
  limit: number,
  now: Date,
): Promise<number> {
  const without = sql`array_remove(labels, ${label}::text)`
  const relabelled =
    to === null
      ? without
      : sql`case when ${to}::text = any (labels) then ${without} else array_replace(labels, ${label}::text, ${to}::text) end`
  // Materialized: a subquery with a limit may be asked again for every row, and answer others.
  const { numAffectedRows = 0n } = await sql`
    with found as materialized (
      select id from posts where workspace_id = ${workspace_id} and labels <> '{}' and labels @> array[${label}]::text[]
      order by id limit ${limit} for update skip locked)
    update posts set labels = ${relabelled}, updated_at = ${later(now)}
    from found where posts.workspace_id = ${workspace_id} and posts.id = found.id`.execute(db)
  return Number(numAffectedRows)
}
