/** What somebody wants taken down before it was sent: it is not sent. */
import { sql } from 'kysely'
import { OUTCOME_UNKNOWN } from '#rules/delivery.ts'
import { inDoubt } from './accounts.ts'
import { settlePost } from './endings.ts'
import type { Db, Scope } from './schema.ts'

const AT_ONCE = 100

/**
 * Of all workspaces: deliveries that went back to waiting while they were asked to be taken down. Posts are locked before their
 * deliveries, in the order of their ids, as everybody does.
 */
export async function giveUpFor(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ workspace_id: number; post_id: number }>`
    select distinct r.workspace_id, r.post_id from removals r
    join deliveries d on d.workspace_id = r.workspace_id and d.id = r.delivery_id and d.generation = r.generation
    where r.state = 'pending' and d.status = 'pending'
    order by r.workspace_id, r.post_id limit ${AT_ONCE}`.execute(db)
  for (const { workspace_id, post_id } of rows)
    await db.transaction().execute(async (tx) => {
      await sql`
        select from posts where workspace_id = ${workspace_id} and id = ${post_id} for no key update`.execute(
        tx,
      )
      await giveUpWanted(tx, { workspace_id, post_id })
      await settlePost(tx, { workspace_id, id: post_id }, now)
    })
}

/** Of one post, which is locked: what somebody wants down waits no longer. */
async function giveUpWanted(
  db: Db,
  { workspace_id, post_id }: { workspace_id: number; post_id: number },
) {
  const wanted = sql`from removals r
    where d.workspace_id = ${workspace_id} and d.post_id = ${post_id} and d.status = 'pending'
      and r.workspace_id = d.workspace_id and r.delivery_id = d.id and r.generation = d.generation
      and r.state = 'pending'`
  // What nobody could look for after a restore waits its turn, and may be out.
  const { blocked_reason, error_code, error_message } = OUTCOME_UNKNOWN
  await sql`
    update deliveries d set status = 'blocked', due_at = null, blocked_reason = ${blocked_reason}, error_code = ${error_code},
      error_message = ${error_message}, candidates = '[]'
    ${wanted} and ${inDoubt(sql.ref('d.steps'))}`.execute(db)
  await sql`
    update deliveries d set status = 'failed', due_at = null, error_code = 'given_up', error_message = ${NOT_SENT}
    ${wanted}`.execute(db)
}

const NOT_SENT = 'It was asked to be taken down before it was sent.'

/** These wait no longer. Call it with their post and themselves locked. */
export async function giveUpThese({ db, workspace_id }: Scope, ids: readonly number[]) {
  await db
    .updateTable('deliveries')
    .set({ status: 'failed', due_at: null, error_code: 'given_up', error_message: NOT_SENT })
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [0, ...ids])
    .where('status', '=', 'pending')
    .execute()
}
