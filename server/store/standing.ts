/** What of a notice still stands: nobody is told of what is over. */
import { type RawBuilder, sql } from 'kysely'
import type { Item, NoticeKind } from '#rules/notice.ts'
import type { Scope } from './schema.ts'

/** Whether one of these items still stands. Undefined: of this kind nobody knows. */
export async function standingOf(
  scope: Scope,
  { kind, cause }: { kind: NoticeKind; cause: string },
  items: readonly Item[],
): Promise<((item: Item) => boolean) | undefined> {
  const ids = (of: (item: Item) => number | null) =>
    items.flatMap((item) => of(item) ?? []).filter((id) => id > 0)
  const posts = () => ids(({ post_id }) => post_id)
  switch (kind) {
    case 'decision':
    case 'removal_failed': {
      const channels = items.flatMap(({ post_id, account_id }) =>
        post_id !== null && account_id !== null ? [{ post_id, account_id }] : [],
      )
      return among(await lasting[kind](scope, channels), ['post_id', 'account_id'])
    }
    case 'at_risk':
      return among(await stillAtRisk(scope, posts(), cause), ['post_id', 'account_id'])
    case 'reconnect':
    case 'expiring': {
      const rows = await stillUnhealthy(
        scope,
        ids(({ account_id }) => account_id),
      )
      return among(
        rows.map(({ id: account_id }) => ({ account_id })),
        ['account_id'],
      )
    }
    case 'approval': {
      const rows = await stillAwaiting(scope, posts())
      return among(
        rows.map(({ id: post_id }) => ({ post_id })),
        ['post_id'],
      )
    }
    default:
      return undefined
  }
}

type Named = Partial<Pick<Item, 'post_id' | 'account_id'>>

function among(rows: readonly Named[], names: readonly (keyof Named)[]) {
  const key = (row: Named) => names.map((name) => row[name]).join(' ')
  const known = new Set(rows.map(key))
  return (item: Item) => known.has(key(item))
}

const lasting = { decision: stillInDoubt, removal_failed: stillNotRemoved }

/** One channel of a post. */
interface Channel {
  post_id: number
  account_id: number
}

/** Those about which nobody has answered yet. */
function stillInDoubt(scope: Scope, channels: readonly Channel[]) {
  const asked = sql`d.status = 'blocked' and d.blocked_reason = 'outcome_unknown'`
  return thoseOf(scope, channels, asked)
}

/** Those whose removal failed, and was not asked for again. */
function stillNotRemoved(scope: Scope, channels: readonly Channel[]) {
  const failed = sql`d.gone_at is null and exists (
    select from removals r
    where r.workspace_id = d.workspace_id and r.delivery_id = d.id and r.generation = d.generation and r.state = 'failed')`
  return thoseOf(scope, channels, failed)
}

/** What still stands of a risk, of these posts. Account null: of the whole post. */
async function stillAtRisk({ db, workspace_id }: Scope, post_ids: readonly number[], code: string) {
  const { rows } = await sql<{ post_id: number; account_id: number | null }>`
    select post_id, account_id from standing_risks
    where workspace_id = ${workspace_id} and post_id = any (${[...post_ids]}::bigint[]) and code = ${code}`.execute(
    db,
  )
  return rows
}

async function thoseOf(
  { db, workspace_id }: Scope,
  channels: readonly Channel[],
  which: RawBuilder<unknown>,
) {
  const { rows } = await sql<Channel>`
    select d.post_id, d.account_id from deliveries d
    join jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as i(post_id bigint, account_id bigint) using (post_id, account_id)
    where d.workspace_id = ${workspace_id} and ${which}`.execute(db)
  return rows
}

async function stillUnhealthy({ db, workspace_id }: Scope, ids: readonly number[]) {
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

async function stillAwaiting({ db, workspace_id }: Scope, ids: readonly number[]) {
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
