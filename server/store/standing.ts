/** What of a notice still stands: nobody is told of what is over. */
import { type RawBuilder, sql } from 'kysely'
import type { Item, NoticeKind } from '#rules/notice.ts'
import { awaiting } from './approvals.ts'
import type { Scope } from './schema.ts'

type Named = Pick<Item, 'post_id' | 'account_id'>

interface Things {
  /** By what one is told from another; the first narrows a search. */
  names: readonly [keyof Named, ...(keyof Named)[]]
  /** All that stands in the workspace: `post_id`, `account_id`, and the `cause` that it is told for. */
  standing: (workspace_id: number) => RawBuilder<unknown>
}

const unhealthy: Things = {
  names: ['account_id'],
  standing: (workspace_id) => sql`
    select null::bigint as post_id, id as account_id, platform as cause from accounts
    where workspace_id = ${workspace_id} and health <> 'healthy' and removed_at is null`,
}

const things: Partial<Record<NoticeKind, Things>> = {
  /** About which nobody has answered yet. What was deleted is sent by no answer. */
  decision: {
    names: ['post_id', 'account_id'],
    standing: (workspace_id) => sql`
      select d.post_id, d.account_id, d.platform as cause
      from deliveries d join posts p on p.workspace_id = d.workspace_id and p.id = d.post_id and p.deleted_at is null
      where d.workspace_id = ${workspace_id} and d.status = 'blocked' and d.blocked_reason = 'outcome_unknown'`,
  },
  /** Whose removal failed, and was not asked for again. */
  removal_failed: {
    names: ['post_id', 'account_id'],
    standing: (workspace_id) => sql`
      select r.post_id, r.account_id, r.platform || ':' || coalesce(r.error_code, 'refused') as cause
      from removals r join deliveries d on d.workspace_id = r.workspace_id and d.id = r.delivery_id and d.generation = r.generation
      where r.workspace_id = ${workspace_id} and r.state = 'failed' and d.gone_at is null`,
  },
  /** Account null: of the whole post. */
  at_risk: {
    names: ['post_id', 'account_id'],
    standing: (workspace_id) => sql`
      select post_id, account_id, code as cause from standing_risks where workspace_id = ${workspace_id}`,
  },
  reconnect: unhealthy,
  expiring: unhealthy,
  approval: {
    names: ['post_id'],
    standing: (workspace_id) => sql`
      select id as post_id, null::bigint as account_id, 'approval' as cause from posts
      where workspace_id = ${workspace_id} and ${awaiting}`,
  },
}

/** Whether one of these items still stands. Undefined: of this kind nobody knows. */
export async function standingOf(
  { db, workspace_id }: Scope,
  { kind, cause }: { kind: NoticeKind; cause: string },
  items: readonly Item[],
): Promise<((item: Item) => boolean) | undefined> {
  const of = things[kind]
  if (!of) return undefined
  const { names, standing } = of
  const ids = items.flatMap((item) => item[names[0]] ?? [])
  // One risk passes while another stays. What failed for another reason since is not over.
  const same = kind === 'at_risk' ? sql`and s.cause = ${cause}` : sql``
  const { rows } = await sql<Named>`
    select s.post_id, s.account_id from (${standing(workspace_id)}) s
    where s.${sql.ref(names[0])} = any (${ids}::bigint[]) ${same}`.execute(db)
  const key = (thing: Named) => names.map((name) => thing[name]).join(' ')
  const known = new Set(rows.map(key))
  return (item) => known.has(key(item))
}

/**
 * How many things stand for this cause, whichever notice told of them: for one that tells of more than it keeps. While a notice
 * is unread all of its cause is in it. Undefined: of this kind nobody knows.
 */
export async function countStanding(
  { db, workspace_id }: Scope,
  { kind, cause }: { kind: NoticeKind; cause: string },
): Promise<number | undefined> {
  const of = things[kind]
  if (!of) return undefined
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${of.standing(workspace_id)}) s where s.cause = ${cause}`.execute(
    db,
  )
  return rows[0]?.count
}
