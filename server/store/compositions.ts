/** What members are writing. Each sees their own alone. One statement a function. */
import { sql } from 'kysely'
import type { Db, Scope } from './schema.ts'

export interface CompositionRow {
  uuid: string
  rev: number
  title: string
  post_id: number | null
  updated_at: string
}

export type CompositionWithBody = CompositionRow & { body: unknown }

/** The latest first. */
export async function listCompositions(
  { db, workspace_id }: Scope,
  person_id: number,
  limit: number,
): Promise<CompositionRow[]> {
  return db
    .selectFrom('compositions')
    .select(['uuid', 'rev', 'title', 'post_id', 'updated_at'])
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute()
}

export async function findComposition(
  { db, workspace_id }: Scope,
  person_id: number,
  uuid: string,
): Promise<CompositionWithBody | undefined> {
  return db
    .selectFrom('compositions')
    .select(['uuid', 'rev', 'title', 'post_id', 'updated_at', 'body'])
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .where('uuid', '=', uuid)
    .executeTakeFirst()
}

/**
 * Writes what follows revision `rev` (0: none); undefined when another one stands there, or there are `most` already.
 * The same once more is answered as the first time.
 */
export async function writeComposition(
  { db, workspace_id }: Scope,
  person_id: number,
  wish: {
    uuid: string
    rev: number
    title: string
    post_id: number | null
    body: unknown
    now: Date
    most: number
  },
): Promise<CompositionRow | undefined> {
  const { uuid, rev, title, post_id, now, most } = wish
  const body = sql`${JSON.stringify(wish.body)}::jsonb`
  const { rows } = await sql<CompositionRow>`
    insert into compositions as c (workspace_id, person_id, uuid, rev, title, post_id, body, updated_at)
    select ${workspace_id}, ${person_id}, ${uuid}::uuid, 1, ${title}, ${post_id}::bigint, ${body}, ${now}
    where exists (
        select from compositions
        where workspace_id = ${workspace_id} and person_id = ${person_id} and uuid = ${uuid}::uuid)
      or ${rev}::integer = 0 and ${most}::integer > (
        select count(*) from compositions where workspace_id = ${workspace_id} and person_id = ${person_id})
    on conflict (workspace_id, person_id, uuid) do update
      set rev = case when c.rev = ${rev} then c.rev + 1 else c.rev end,
        title = excluded.title, post_id = excluded.post_id, body = excluded.body,
        updated_at = case when c.rev = ${rev} then excluded.updated_at else c.updated_at end
      where c.rev = ${rev}
        or (c.rev, c.title, c.body) = (${rev}::integer + 1, excluded.title, excluded.body)
          and c.post_id is not distinct from excluded.post_id
    returning uuid, rev, title, post_id, updated_at`.execute(db)
  return rows[0]
}

export async function dropComposition(
  { db, workspace_id }: Scope,
  person_id: number,
  uuid: string,
): Promise<void> {
  await db
    .deleteFrom('compositions')
    .where('workspace_id', '=', workspace_id)
    .where('person_id', '=', person_id)
    .where('uuid', '=', uuid)
    .execute()
}

/** Of all workspaces. */
export async function pruneCompositions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('compositions').where('updated_at', '<', before.toISOString()).execute()
}
