/** Which day of a series a post has, or had. One statement a function. */
import { sql } from 'kysely'
import type { Scope } from './schema.ts'

export interface Place {
  series_id: number
  local_at: string
  at: string
  /** Its series counts it as the one of its day; took it back in a pause; or has none of it any more. */
  stands: 'kept' | 'taken_back' | 'former'
}

/** Undefined: no series made it. */
export async function placeOf(
  { db, workspace_id }: Scope,
  post_id: number,
): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select series_id, local_at, iso(at) as at,
      case when taken_back then 'taken_back' else 'kept' end as stands from occurrences
    where workspace_id = ${workspace_id} and post_id = ${post_id}
    union all
    select series_id, local_at, iso(at), 'former' from former_posts
    where workspace_id = ${workspace_id} and post_id = ${post_id}`.execute(db)
  return rows[0]
}

export interface Rival {
  post_id: number
  /** Some account has it, also when the post is deleted here. */
  is_out: boolean
}

/**
 * Another post of the same day. What had gone out before this one was made is none, while the day is still its own: a series that
 * begins anew at a later hour of today has today twice.
 */
export async function rivalOf(
  { db, workspace_id }: Scope,
  { series_id, local_at, stands }: Place,
  { post_id, now }: { post_id: number; now: Date },
): Promise<Rival | undefined> {
  const date = local_at.slice(0, 10)
  const { rows } = await sql<Rival>`
    select post_id, is_out from (
      select o.post_id, o.at, p.deleted_at, exists (
        select from deliveries d
        where d.workspace_id = o.workspace_id and d.post_id = o.post_id
          and (d.status in ('publishing', 'published') or d.blocked_reason = 'outcome_unknown')) as is_out
      from occurrences o join posts p on p.workspace_id = o.workspace_id and p.id = o.post_id
      where o.workspace_id = ${workspace_id} and o.series_id = ${series_id} and o.post_id <> ${post_id}
        and o.local_at between ${`${date}T00:00`} and ${`${date}T23:59`}) as others
    where (deleted_at is null or is_out)
      and (${stands === 'former'} or at > ${now} or post_id > ${post_id})
    order by is_out desc, post_id desc limit 1`.execute(db)
  return rows[0]
}

/** It has that time of its series from now on, by somebody's wish; nothing happens where another post has it. */
export async function giveDay(
  { db, workspace_id }: Scope,
  post_id: number,
  {
    series_id,
    local_at,
    at,
    check_at,
  }: { series_id: number; local_at: string; at: Date; check_at: Date },
) {
  await sql`
    with taken as (
      insert into occurrences (workspace_id, series_id, local_at, at, post_id, check_at, variation)
      values (${workspace_id}, ${series_id}, ${local_at}, ${at}, ${post_id}, ${check_at}, (
        select variation from former_posts where workspace_id = ${workspace_id} and post_id = ${post_id}))
      on conflict do nothing returning post_id)
    delete from former_posts
    where workspace_id = ${workspace_id} and post_id in (select post_id from taken)`.execute(db)
}
