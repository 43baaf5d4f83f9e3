/** What is to be taken down: who asked for it, and how it came out. */
import { sql } from 'kysely'
import type { Progress } from '#rules/progress.ts'
import type { RemovalState } from '#rules/removal.ts'
import { columnsOf, type ErrandEnd, type ErrandLease } from './errands.ts'
import type { Db, Scope } from './schema.ts'

export interface Asked {
  delivery_id: number
  /** Where a person does it, if the post has no address of its own; undefined: it is ours to do. */
  by_hand: string | undefined
}

/**
 * Asks for these, each for the publishing that it is now. One that is there stays as it is, and one that failed is begun again,
 * with what is gone of it. Call it with the deliveries locked.
 */
export async function askRemovals(
  { db, workspace_id }: Scope,
  asked: readonly Asked[],
  asked_by: string,
  now: Date,
) {
  const rows = JSON.stringify(asked.map(({ by_hand = null, ...row }) => ({ ...row, by_hand })))
  await sql`
    insert into removals (workspace_id, delivery_id, generation, post_id, account_id, platform, sandbox, asked_by, asked_at, wanted_at,
      state, act_url, due_at, finished_at)
    select d.workspace_id, d.id, d.generation, d.post_id, d.account_id, d.platform, d.sandbox, ${asked_by}, ${now}, ${now},
      case when l.by_hand is null then 'pending' else 'unsupported' end,
      case when l.by_hand is not null then coalesce(d.platform_url, l.by_hand) end,
      case when l.by_hand is null then ${now}::timestamptz end, case when l.by_hand is not null then ${now}::timestamptz end
    from jsonb_to_recordset(${rows}::jsonb) as l(delivery_id bigint, by_hand text)
    join deliveries d on d.workspace_id = ${workspace_id} and d.id = l.delivery_id
    order by d.id
    on conflict (workspace_id, delivery_id, generation) do update set
      state = 'pending', due_at = excluded.asked_at, wanted_at = excluded.asked_at, asked_at = excluded.asked_at,
      asked_by = excluded.asked_by, finished_at = null, error_code = null, error_message = null,
      steps = coalesce((select jsonb_object_agg(key, value - 'tries' - 'waits') from jsonb_each(removals.steps)), '{}')
    where removals.state = 'failed'`.execute(db)
}

export interface ToldRemoval {
  delivery_id: number
  account_id: number
  state: RemovalState
  /** Something of it is gone. */
  begun: boolean
}

/** Those of the post that are asked for, of each delivery as it is published now. */
export async function listRemovals({ db, workspace_id }: Scope, post_id: number) {
  const { rows } = await sql<ToldRemoval>`
    select r.delivery_id, r.account_id, r.state, r.steps @? '$.*.result' as begun from removals r
    join deliveries d on d.workspace_id = r.workspace_id and d.id = r.delivery_id and d.generation = r.generation
    where r.workspace_id = ${workspace_id} and d.post_id = ${post_id}`.execute(db)
  return rows
}

export type RemovalEnd =
  | ErrandEnd
  | { state: 'removed'; message: string | null }
  | { state: 'unsupported'; act_url: string }

/** Writes how it came out. What is gone has no numbers to be asked for. False: somebody else has it. */
export async function endRemoval(
  db: Db,
  { workspace_id, id, lease_token }: ErrandLease,
  end: RemovalEnd,
  steps: Progress,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('removals')
      .set({
        ...endOf(end, now),
        steps: JSON.stringify(steps),
        lease_until: null,
        state: end.state,
      })
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .where('lease_token', '=', lease_token)
      .where('state', '=', 'removing')
      .returning(['delivery_id', 'post_id', 'generation'])
      .executeTakeFirst()
    if (!row) return false
    if (end.state === 'removed')
      await sql`
        update deliveries set gone_at = coalesce(gone_at, ${now}), measure_at = null
        where workspace_id = ${workspace_id} and id = ${row.delivery_id} and generation = ${row.generation}`.execute(
        tx,
      )
    await sql`select pg_notify('settled', ${String(row.post_id)}::text)`.execute(tx)
    return true
  })
}

function endOf(end: RemovalEnd, now: Date) {
  const none = { due_at: null, error_code: null, error_message: null, finished_at: now }
  if (end.state === 'removed') return { ...none, error_message: end.message }
  if (end.state === 'unsupported') return { ...none, act_url: end.act_url }
  return columnsOf(end, now)
}
