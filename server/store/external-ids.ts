/** Ids that callers give their posts: unique in a workspace, and taken back from what was deleted before anything of it was tried. */
import { sql } from 'kysely'
import { later } from './columns.ts'
import type { Scope } from './schema.ts'
import { ask, type Statement, type Whose, workspaceIn } from './trip.ts'

/** Whether any post has it, whoever may see that one. */
export function holderOf(
  whose: Whose,
  external_id: string,
): Statement<{ id: number; is_idle: boolean }> {
  const { workspace, id } = workspaceIn(whose)
  return {
    text: `
      select id, deleted_at is not null and not exists (
        select from deliveries d
        where d.workspace_id = posts.workspace_id and d.post_id = posts.id and (d.attempt > 0 or d.status <> 'pending')) as is_idle
      from posts where workspace_id = ${workspace} and external_id = $2`,
    values: [id, external_id],
  }
}

export async function findHolder({ db, workspace_id }: Scope, external_id: string) {
  const [holder] = await ask(db, holderOf({ workspace_id }, external_id))
  return holder
}

/** Those of these ids that posts have. */
export async function findHolders(
  { db, workspace_id }: Scope,
  external_ids: readonly string[],
): Promise<string[]> {
  if (!external_ids.length) return []
  const rows = await db
    .selectFrom('posts')
    .select('external_id')
    .where('workspace_id', '=', workspace_id)
    .where(sql<boolean>`external_id = any(${[...external_ids]}::text[])`)
    .execute()
  return rows.flatMap(({ external_id }) => external_id ?? [])
}

/** Until the transaction ends nobody else in the workspace gives several ids: two that do so in other orders would wait for each other. */
export async function lockExternalIds({ db, workspace_id }: Scope) {
  await sql`select pg_advisory_xact_lock(hashtextextended('crier:external-ids', ${workspace_id}))`.execute(
    db,
  )
}

export async function freeExternalId({ db, workspace_id }: Scope, id: number, now: Date) {
  await db
    .updateTable('posts')
    .set({ external_id: null, updated_at: later(now) })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute()
}

/** By post, of those that have one. */
export async function externalIdsOf(
  { db, workspace_id }: Scope,
  post_ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (!post_ids.length) return new Map()
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'external_id'])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...post_ids])
    .execute()
  return new Map(rows.flatMap(({ id, external_id }) => (external_id ? [[id, external_id]] : [])))
}
