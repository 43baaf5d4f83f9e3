/** What notices are made of beside events. */
import { sql } from 'kysely'
import type { Db, Scope } from './schema.ts'

/** As people know them on the platform. */
export async function namesOfAccounts({ db, workspace_id }: Scope, ids: readonly number[]) {
  if (!ids.length) return []
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'name'])
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...ids])
    .execute()
  return rows.map(({ id, username, name }) => ({ id, name: username || name }))
}

/** Of all workspaces: live keys that end between these times. */
export async function endingKeys(db: Db, { now, until }: { now: Date; until: Date }) {
  const { rows } = await sql<{
    workspace_id: number
    id: number
    name: string
    expires_at: string
  }>`
    select workspace_id, id, name, leash ->> 'expires_at' as expires_at from keys
    where revoked_at is null and leash ->> 'expires_at' is not null
      and (leash ->> 'expires_at')::timestamptz > ${now} and (leash ->> 'expires_at')::timestamptz <= ${until}`.execute(
    db,
  )
  return rows
}

/** Of all workspaces: those that used this share of the month, by their plans. */
export async function fullMonths(
  db: Db,
  {
    month,
    limits,
    share,
  }: { month: string; limits: readonly { plan: string; limit: number }[]; share: number },
) {
  const { rows } = await sql<{ workspace_id: number; used: number; limit: number }>`
    select w.id as workspace_id, u.used, l."limit" from workspaces w
    join usage u on u.workspace_id = w.id and u.month = ${month}
    join jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) as l(plan text, "limit" int) on l.plan = w.plan
    where u.used * 100 >= l."limit" * ${share}::int`.execute(db)
  return rows
}

/** Those of the deliveries (by post and account) about which nobody has answered yet. */
export async function stillInDoubt(
  { db, workspace_id }: Scope,
  items: readonly { post_id: number; account_id: number }[],
) {
  const { rows } = await sql<{ post_id: number; account_id: number }>`
    select d.post_id, d.account_id from deliveries d
    join jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i(post_id bigint, account_id bigint) using (post_id, account_id)
    where d.workspace_id = ${workspace_id} and d.status = 'blocked' and d.blocked_reason = 'outcome_unknown'`.execute(
    db,
  )
  return rows
}

export async function stillUnhealthy({ db, workspace_id }: Scope, ids: readonly number[]) {
  if (!ids.length) return []
  return db
    .selectFrom('accounts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...ids])
    .where('health', '!=', 'healthy')
    .where('removed_at', 'is', null)
    .execute()
}

export async function stillAwaiting({ db, workspace_id }: Scope, ids: readonly number[]) {
  if (!ids.length) return []
  return db
    .selectFrom('posts')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', [...ids])
    .where('approval_asked_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
}
