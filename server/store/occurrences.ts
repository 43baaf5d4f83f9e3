/** Which times of a series were made, and what became of them. One statement a function. */
import { type RawBuilder, sql } from 'kysely'
import type { Db, Scope } from './schema.ts'

export interface OccurrenceRow {
  local_at: string
  at: string
  post_id: number | null
  variation: number | null
  code: string | null
  message: string | null
  /** Its post is on schedule (or waits for approval) still as the series wrote it. */
  untouched: boolean
  /** Its post was deleted; false where there is none. */
  deleted: boolean
}

/** From a local time on, in order. */
export async function occurrencesFrom(
  { db, workspace_id }: Scope,
  series_id: number,
  from: string,
): Promise<OccurrenceRow[]> {
  return selectOccurrences(db)
    .where('o.workspace_id', '=', workspace_id)
    .where('o.series_id', '=', series_id)
    .where('o.local_at', '>=', from)
    .orderBy('o.local_at')
    .execute()
}

/** From a local time on, in order: those whose posts a pause took back. */
export async function takenBackFrom(
  { db, workspace_id }: Scope,
  series_id: number,
  from: string,
): Promise<OccurrenceRow[]> {
  return selectOccurrences(db, true)
    .where('o.workspace_id', '=', workspace_id)
    .where('o.series_id', '=', series_id)
    .where('o.local_at', '>=', from)
    .orderBy('o.local_at')
    .execute()
}

/** The last ones before a local time, in order. */
export async function occurrencesBefore(
  { db, workspace_id }: Scope,
  series_id: number,
  before: string,
  limit: number,
): Promise<OccurrenceRow[]> {
  const rows = await selectOccurrences(db)
    .where('o.workspace_id', '=', workspace_id)
    .where('o.series_id', '=', series_id)
    .where('o.local_at', '<', before)
    .orderBy('o.local_at', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

function selectOccurrences(db: Db, taken_back = false) {
  const untouched = sql<boolean>`coalesce(
    p.deleted_at is null and p.status in ('draft', 'scheduled') and p.updated_at = o.written_at, false)`
  return (
    db
      .selectFrom('occurrences as o')
      .leftJoin('posts as p', (join) =>
        join.onRef('p.workspace_id', '=', 'o.workspace_id').onRef('p.id', '=', 'o.post_id'),
      )
      .select(['o.local_at', 'o.at', 'o.post_id', 'o.variation', 'o.code', 'o.message'])
      .select(untouched.as('untouched'))
      .select(sql<boolean>`p.deleted_at is not null`.as('deleted'))
      // As if it had never been made, until somebody restores its post.
      .where(sql<boolean>`(o.taken_back and p.deleted_at is not null) = ${taken_back}`)
  )
}

const ofRow = sql`
  select from posts p where p.workspace_id = occurrences.workspace_id and p.id = occurrences.post_id`

/** Its series took its post back, and nobody restored it. */
const isTakenBack = sql<boolean>`occurrences.taken_back and exists (${ofRow} and p.deleted_at is not null)`

/** False: it is there already, and somebody else made it. */
export async function claimOccurrence(
  { db, workspace_id }: Scope,
  series_id: number,
  { local_at, at, variation }: { local_at: string; at: Date; variation: number | null },
): Promise<boolean> {
  const row = await db
    .insertInto('occurrences')
    .values({ workspace_id, series_id, local_at, at, variation })
    .onConflict((conflict) => conflict.doNothing())
    .returning('local_at')
    .executeTakeFirst()
  return row !== undefined
}

/** It is made again when the series goes on, unless somebody restores its post. */
export async function takeOccurrenceBack(
  { db, workspace_id }: Scope,
  series_id: number,
  local_at: string,
) {
  await db
    .updateTable('occurrences')
    .set({ taken_back: true })
    .where('workspace_id', '=', workspace_id)
    .where('series_id', '=', series_id)
    .where('local_at', '=', local_at)
    .execute()
}

/** The version of the post that is there now is the series' own, unless it is `touched`. */
export async function wroteOccurrence(
  { db, workspace_id }: Scope,
  series_id: number,
  {
    local_at,
    post_id,
    at,
    variation,
  }: { local_at: string; post_id: number; at: Date; variation: number | null },
  { check_at, touched = false }: { check_at: Date; touched?: boolean },
) {
  await db
    .updateTable('occurrences')
    .set((build) => ({
      post_id,
      at,
      variation,
      check_at,
      written_at: touched
        ? build.lit(null)
        : build
            .selectFrom('posts')
            .select('updated_at')
            .where('workspace_id', '=', workspace_id)
            .where('id', '=', post_id),
    }))
    .where('workspace_id', '=', workspace_id)
    .where('series_id', '=', series_id)
    .where('local_at', '=', local_at)
    .execute()
}

export async function refuseOccurrence(
  { db, workspace_id }: Scope,
  series_id: number,
  { local_at, at, code, message }: { local_at: string; at: Date; code: string; message: string },
) {
  await db
    .insertInto('occurrences')
    .values({ workspace_id, series_id, local_at, at, code, message })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Its series comes at another time of that day; what somebody did with its post is its own. Nothing happens where another has that time. */
export async function moveOccurrence(
  { db, workspace_id }: Scope,
  series_id: number,
  local_at: string,
  to: { local_at: string; at: Date },
) {
  await db
    .updateTable('occurrences')
    .set(to)
    .where('workspace_id', '=', workspace_id)
    .where('series_id', '=', series_id)
    .where('local_at', '=', local_at)
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom('occurrences as other')
            .select('other.local_at')
            .where('other.workspace_id', '=', workspace_id)
            .where('other.series_id', '=', series_id)
            .where('other.local_at', '=', to.local_at),
        ),
      ),
    )
    .execute()
}

/** As if it had never been looked at: it may be made again. Of its post is known which day it had. */
export async function forgetOccurrence(scope: Scope, series_id: number, local_at: string) {
  await forget(scope, sql<boolean>`series_id = ${series_id} and local_at = ${local_at}`)
}

/** What the series took back gives its place to what is made, or moves there. */
export async function clearTakenBack(scope: Scope, series_id: number, local_at: string) {
  const here = sql`series_id = ${series_id} and local_at = ${local_at}`
  await forget(scope, sql<boolean>`${here} and ${isTakenBack}`)
}

/** All of that date whose posts are deleted, or could not be made. */
export async function clearDay(scope: Scope, series_id: number, date: string) {
  const here = sql`series_id = ${series_id} and local_at between ${`${date}T00:00`} and ${`${date}T23:59`}`
  await forget(scope, sql<boolean>`${here} and not exists (${ofRow} and p.deleted_at is null)`)
}

async function forget({ db, workspace_id }: Scope, which: RawBuilder<boolean>) {
  await sql`
    with gone as (
      delete from occurrences where workspace_id = ${workspace_id} and ${which} returning *)
    insert into former_posts (workspace_id, post_id, series_id, local_at, at, variation)
    select workspace_id, post_id, series_id, local_at, at, variation from gone where post_id is not null
    on conflict (workspace_id, post_id) do nothing`.execute(db)
}

/** Those to come of which no post could be made. */
export async function forgetRefused({ db, workspace_id }: Scope, series_id: number, now: Date) {
  await db
    .deleteFrom('occurrences')
    .where('workspace_id', '=', workspace_id)
    .where('series_id', '=', series_id)
    .where('post_id', 'is', null)
    .where('at', '>', now.toISOString())
    .execute()
}

export interface Unchecked {
  workspace_id: number
  series_id: number
  local_at: string
  status: 'draft' | 'scheduled' | 'published' | 'failed'
  deleted: boolean
  scheduled_at: string | null
  at: string
}

/** Of all workspaces, the next whose posts should be over by now. */
export async function uncheckedOccurrences(db: Db, now: Date, limit: number): Promise<Unchecked[]> {
  return db
    .selectFrom('occurrences as o')
    .innerJoin('posts as p', (join) =>
      join.onRef('p.workspace_id', '=', 'o.workspace_id').onRef('p.id', '=', 'o.post_id'),
    )
    .select(['o.workspace_id', 'o.series_id', 'o.local_at', 'o.at', 'p.status', 'p.scheduled_at'])
    .select(sql<boolean>`p.deleted_at is not null`.as('deleted'))
    .where('o.check_at', '<=', now.toISOString())
    .orderBy('o.check_at')
    .limit(limit)
    .execute()
}

/** Null: it is over. False: somebody else was faster. */
export async function checkedOccurrence(
  { db, workspace_id }: Scope,
  { series_id, local_at }: { series_id: number; local_at: string },
  { check_at, now }: { check_at: Date | null; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('occurrences')
    .set({ check_at })
    .where('workspace_id', '=', workspace_id)
    .where('series_id', '=', series_id)
    .where('local_at', '=', local_at)
    .where('check_at', '<=', now.toISOString())
    .returning('local_at')
    .executeTakeFirst()
  return row !== undefined
}
