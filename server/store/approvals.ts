/** Drafts that wait for a person: who asked, what became of it. One statement a function. */
import { sql } from 'kysely'
import { later } from './columns.ts'
import { reaches, selectPosts, withAccounts } from './posts.ts'
import { type Anchor, behind, countOf, type Window } from './paging.ts'
import type { Scope } from './schema.ts'

/**
 * From the schedule back to a draft that waits for approval; it keeps the time it is wanted for. Its deliveries must be
 * put off by the same transaction.
 */
export async function holdPost(
  { db, workspace_id }: Scope,
  { id, asked_by, charged_month }: { id: number; asked_by: string; charged_month: string | null },
  now: Date,
) {
  // What was written before it in this transaction is the version that waits.
  const at = sql<string>`greatest(${now}::timestamptz, updated_at)`
  await db
    .updateTable('posts')
    .set({
      status: 'draft',
      charged_month,
      approval_asked_at: at,
      approval_asked_by: asked_by,
      approval_first_asked_at: sql<string>`coalesce(approval_first_asked_at, ${at})`,
      approval_declined: null,
      updated_at: at,
    })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow()
}

/** False when it does not wait (any more). */
export async function declinePost(
  { db, workspace_id }: Scope,
  id: number,
  reason: string | undefined,
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('posts')
    .set({ approval_declined: reason ?? '', updated_at: later(now) })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where(awaiting)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Who waits longest comes first. `asked_by` is the credential. */
export async function listAwaiting(scope: Scope, page: Window) {
  const rows = await selectPosts(scope)
    .select('approval_asked_by as asked_by')
    .where(awaiting)
    .where(behind('approval_asked_at', page.after, 'asc'))
    .orderBy('approval_asked_at')
    .orderBy('id')
    .limit(countOf(page.limit))
    .offset(countOf(page.offset))
    .execute()
  return rows.map(withAccounts)
}

/** All of them, or those behind the anchor. */
export async function countAwaiting(scope: Scope, after?: Anchor) {
  const { total } = await scope.db
    .selectFrom('posts')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('workspace_id', '=', scope.workspace_id)
    .where(awaiting)
    .where(reaches(scope))
    .where(behind('approval_asked_at', after, 'asc'))
    .executeTakeFirstOrThrow()
  return total
}

/** Asked for, and answered by nobody. */
export const awaiting = sql<boolean>`approval_asked_at is not null and approval_declined is null and deleted_at is null`

/** Which credentials made it and want it out. */
export async function credentialsOf(scope: Scope, id: number) {
  return scope.db
    .selectFrom('posts')
    .select(['created_by', 'approval_asked_by as asked_by'])
    .where('workspace_id', '=', scope.workspace_id)
    .where('id', '=', id)
    .where(reaches(scope))
    .executeTakeFirst()
}
