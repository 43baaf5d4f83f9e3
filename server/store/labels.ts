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
 * many. Posts that somebody else holds stay, for the next call. One that its series wrote last is still as the series has it.
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
  const { rows } = await sql<{ posts: number }>`
    with found as materialized (
      select id, updated_at as seen from posts
      where workspace_id = ${workspace_id} and labels <> '{}' and labels @> array[${label}]::text[]
      order by id limit ${limit} for update skip locked),
    changed as (
      update posts set labels = ${relabelled}, updated_at = ${later(now)}
      from found where posts.workspace_id = ${workspace_id} and posts.id = found.id
      returning posts.id, found.seen, posts.updated_at),
    untouched as (
      update occurrences o set written_at = changed.updated_at from changed
      where o.workspace_id = ${workspace_id} and o.post_id = changed.id and o.written_at = changed.seen)
    select count(*)::int as posts from changed`.execute(db)
  return rows[0]?.posts ?? 0
}

/** In what series write that have not ended for good. Answers of how many. Call it before `relabel`: a series is locked before its posts. */
export async function relabelSeries(
  { db, workspace_id }: Scope,
  label: string,
  to: string | null,
  now: Date,
): Promise<number> {
  const has = (word: string | null) => sql`post -> 'labels' @> to_jsonb(array[${word}::text])`
  const renamed = sql`(
    select jsonb_agg(case when word = ${label} then ${to}::text else word end order by place)
    from jsonb_array_elements_text(post -> 'labels') with ordinality as each (word, place))`
  const without = sql`(post -> 'labels') - ${label}::text`
  const { numAffectedRows = 0n } = await sql`
    update series set updated_at = ${later(now)},
      post = jsonb_set(post, '{labels}', ${to === null ? without : sql`case when ${has(to)} then ${without} else ${renamed} end`})
    where workspace_id = ${workspace_id} and (state <> 'ended' or why = 'credential_ended') and ${has(label)}`.execute(
    db,
  )
  return Number(numAffectedRows)
}
