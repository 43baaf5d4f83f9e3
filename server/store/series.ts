/** Series of posts. One statement a function. Whoever changes one, or makes its posts, locks its row first. */
import { sql } from 'kysely'
import type { AltTexts } from '#rules/media.ts'
import type { Fields, SeriesState } from '#rules/series.ts'
import { later } from './columns.ts'
import type { SeriesSchema } from './series-schema.ts'
import { behind, type Window } from './paging.ts'
import type { Db, Scope } from './schema.ts'
import type { Insertable, Selectable, Updateable } from 'kysely'

export type SeriesRow = Selectable<SeriesSchema['series']>
export type NewSeries = Omit<
  Insertable<SeriesSchema['series']>,
  'workspace_id' | 'post' | 'variations' | 'alt_texts' | 'waits' | 'created_at' | 'updated_at'
> & { post: Fields; variations: readonly Fields[]; alt_texts: AltTexts }
export type SeriesChange = Omit<
  Updateable<SeriesSchema['series']>,
  | 'workspace_id'
  | 'id'
  | 'post'
  | 'variations'
  | 'alt_texts'
  | 'waits'
  | 'created_at'
  | 'updated_at'
> & {
  post?: Fields
  variations?: readonly Fields[]
  alt_texts?: AltTexts
  waits?: SeriesRow['waits']
}

/** Whoever sees some accounts only sees the series of those only. */
function selectSeries({ db, workspace_id, account_ids }: Scope) {
  return db
    .selectFrom('series')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .$if(account_ids !== undefined, (query) =>
      query.where(sql<boolean>`account_ids <@ ${[...(account_ids ?? [])]}::bigint[]`),
    )
}

export async function findSeries(scope: Scope, id: number): Promise<SeriesRow | undefined> {
  return selectSeries(scope).where('id', '=', id).executeTakeFirst()
}

/** Before any of its posts: neither the chore nor another caller makes or changes them until this is through. */
export async function lockSeries(scope: Scope, id: number): Promise<SeriesRow | undefined> {
  return selectSeries(scope).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Those that go on, or may, and show the item in what they make; `visible` to whoever asks or not. */
export async function seriesShowing(
  { db, workspace_id, account_ids }: Scope,
  media_id: number,
): Promise<{ id: number; visible: boolean }[]> {
  const { rows } = await sql<{ id: number; visible: boolean }>`
    select id, ${account_ids ?? null}::bigint[] is null or account_ids <@ ${account_ids ?? null}::bigint[] as visible
    from series where workspace_id = ${workspace_id} and state in ('active', 'paused')
      and jsonb_path_exists(
        (post - 'metadata') || jsonb_build_object('variations', variations), '$.**.media_ids[*] ? (@ == $id)',
        jsonb_build_object('id', ${media_id}::bigint))
    order by id`.execute(db)
  return rows
}

export async function listSeries(
  scope: Scope,
  states: readonly SeriesState[],
  { limit, offset, after }: Window,
): Promise<SeriesRow[]> {
  return selectSeries(scope)
    .where('state', 'in', [...states])
    .where(behind(sql.ref('created_at'), after, 'desc'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countSeries(
  { db, workspace_id, account_ids }: Scope,
  states: readonly SeriesState[],
  after?: Window['after'],
): Promise<number> {
  const { count } = await db
    .selectFrom('series')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspace_id)
    .where('state', 'in', [...states])
    .where(behind(sql.ref('created_at'), after, 'desc'))
    .$if(account_ids !== undefined, (query) =>
      query.where(sql<boolean>`account_ids <@ ${[...(account_ids ?? [])]}::bigint[]`),
    )
    .executeTakeFirstOrThrow()
  return count
}

/** Those that come later wait: their number is compared. */
export async function lockSeriesOf({ db, workspace_id }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('crier:series', ${workspace_id}))`.execute(
    db,
  )
}

export async function insertSeries(
  { db, workspace_id }: Scope,
  { post, variations, alt_texts, ...row }: NewSeries,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('series')
    .values({
      workspace_id,
      ...row,
      post: JSON.stringify(post),
      variations: JSON.stringify(variations),
      alt_texts: JSON.stringify(alt_texts),
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Another version of it, of which is told. */
export async function changeSeries(scope: Scope, id: number, change: SeriesChange, now: Date) {
  await updating(scope, id, change)
    .set({ updated_at: later(now) })
    .execute()
}

/** What only says how far it is. */
export async function moveSeries(scope: Scope, id: number, change: SeriesChange) {
  await updating(scope, id, change).execute()
}

function updating({ db, workspace_id }: Scope, id: number, change: SeriesChange) {
  const { post, variations, alt_texts, waits, ...row } = change
  return db
    .updateTable('series')
    .set({
      ...row,
      ...(post && { post: JSON.stringify(post) }),
      ...(variations && { variations: JSON.stringify(variations) }),
      ...(alt_texts && { alt_texts: JSON.stringify(alt_texts) }),
      ...(waits !== undefined && { waits: waits && JSON.stringify(waits) }),
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
}

/** Of all workspaces, those that have to be looked at; the longest waiting first. */
export async function dueSeries(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('series')
    .select(['workspace_id', 'id'])
    .where('look_at', '<=', now.toISOString())
    .orderBy('look_at')
    .limit(limit)
    .execute()
}

/** Undefined: it is not due any more, or somebody else is at it. */
export async function takeSeries(
  { db, workspace_id }: Scope,
  id: number,
  now: Date,
): Promise<SeriesRow | undefined> {
  return db
    .selectFrom('series')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('look_at', '<=', now.toISOString())
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
}
