/** How posts read after each change. One statement a function. */
import { sql } from 'kysely'
import type { Contents } from '#rules/contents.ts'
import { type Field, KEPT } from '#rules/revision.ts'
import type { Scope } from './schema.ts'

export interface RevisionRow {
  number: number
  at: string
  by: string | null
  changed: Field[]
}

interface Written {
  at: Date | string
  by: string | null
  body: Contents
}

/**
 * Of a post that is locked: how it was written first, unless a change was noted already, and the next one; of many the oldest
 * goes. In one statement, whose parts do not see what the others write.
 */
export async function noteRevision(
  { db, workspace_id }: Scope,
  post_id: number,
  { first, next: { at, by, body } }: { first: Written; next: Written },
  changed: readonly Field[],
) {
  await sql`
    with kept as (
      select max(number) as last from post_revisions where workspace_id = ${workspace_id} and post_id = ${post_id}),
    begun as (
      insert into post_revisions (workspace_id, post_id, number, at, by, changed, body)
      select ${workspace_id}, ${post_id}, 1, ${first.at}, ${first.by}, '{}', ${JSON.stringify(first.body)}::jsonb
      from kept where last is null),
    made as (
      insert into post_revisions (workspace_id, post_id, number, at, by, changed, body)
      select ${workspace_id}, ${post_id}, coalesce(last, 1) + 1, ${at}, ${by}, ${[...changed]}, ${JSON.stringify(body)}::jsonb
      from kept
      returning number)
    delete from post_revisions old using made
    where old.workspace_id = ${workspace_id} and old.post_id = ${post_id} and old.number <= made.number - ${KEPT}`.execute(
    db,
  )
}

/** What one of them changed, with how the post read before. */
export interface ChangeRow {
  post_id: number
  at: string
  changed: Field[]
  before: unknown
  after: unknown
}

/** Of these versions of posts; what came of a call that changed no words, or whose version before is not kept, is not there. */
export async function changesOf(
  { db, workspace_id }: Scope,
  versions: readonly { post_id: number; at: string }[],
): Promise<ChangeRow[]> {
  if (!versions.length) return []
  const { rows } = await sql<ChangeRow>`
    select r.post_id, r.at, r.changed, b.body as before, r.body as after
    from jsonb_to_recordset(${JSON.stringify(versions)}::jsonb) as v(post_id bigint, at timestamptz)
    join post_revisions r on r.workspace_id = ${workspace_id} and r.post_id = v.post_id and r.at = v.at
    join post_revisions b on b.workspace_id = r.workspace_id and b.post_id = r.post_id and b.number = r.number - 1`.execute(
    db,
  )
  return rows
}

/** The oldest first. */
export async function listRevisions(
  { db, workspace_id }: Scope,
  post_id: number,
): Promise<RevisionRow[]> {
  return db
    .selectFrom('post_revisions')
    .select(['number', 'at', 'by', 'changed'])
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', post_id)
    .orderBy('number')
    .execute()
}

export async function findRevision(
  { db, workspace_id }: Scope,
  post_id: number,
  number: number,
): Promise<(RevisionRow & { body: unknown }) | undefined> {
  return db
    .selectFrom('post_revisions')
    .select(['number', 'at', 'by', 'changed', 'body'])
    .where('workspace_id', '=', workspace_id)
    .where('post_id', '=', post_id)
    .where('number', '=', number)
    .executeTakeFirst()
}
