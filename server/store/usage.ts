/**
 * The monthly charge. Where there is a limit it is counted in one row a month, under whose lock it is compared, so that
 * parallel requests can never pass it. Without a limit it is counted in parts, and so is everything that is given back:
 * nobody waits for another's commit. What a month has used is the sum of all.
 */
import type { Scope } from './schema.ts'
import { ask, type Statement } from './trip.ts'

/** A connection has one, so that those of a pool do not wait for each other's commits. */
const PART = 'pg_backend_pid() % 64'

/** One more post in the month, or false when the limit is reached. `limit` null: none. */
export async function charge({ db, workspace_id }: Scope, month: string, limit: number | null) {
  const rows = await ask(db, charging(workspace_id, month, limit))
  return rows.length > 0
}

/** As many more, where there is no limit. */
export async function chargeMany({ db, workspace_id }: Scope, month: string, posts: number) {
  await ask(db, counted(workspace_id, month, posts))
}

/** charge in a trip: refuses. Last of it, for others who charge wait until it is over. */
export function charged(workspace_id: number, month: string, limit: number | null): Statement {
  const { text, values } = charging(workspace_id, month, limit)
  // Without a limit there is nothing to refuse.
  if (limit === null) return { text, values }
  return {
    text: `with charged as (${text}) select refuse('limit') where not exists (select from charged)`,
    values,
  }
}

export async function refund({ db, workspace_id }: Scope, month: string) {
  await ask(db, counted(workspace_id, month, -1))
}

export async function usedInMonth({ db, workspace_id }: Scope, month: string) {
  const [row] = await ask<{ used: number }>(db, {
    text: `select ${everything('$1', '$2')}::int as used`,
    values: [workspace_id, month],
  })
  return Math.max(0, row?.used ?? 0)
}

function charging(workspace_id: number, month: string, limit: number | null): Statement {
  return limit === null ? counted(workspace_id, month, 1) : limited(workspace_id, month, limit)
}

function counted(workspace_id: number, month: string, by: number): Statement {
  return {
    text: `
      insert into usage_parts (workspace_id, month, part, used) values ($1, $2, ${PART}, $3)
      on conflict (workspace_id, month, part) do update set used = usage_parts.used + excluded.used returning 1`,
    values: [workspace_id, month, by],
  }
}

/** While there is a limit the parts only shrink: a refund that is not seen yet refuses one too many, and never lets one pass. */
function limited(workspace_id: number, month: string, limit: number): Statement {
  return {
    text: `
      insert into usage (workspace_id, month, used) select $1::bigint, $2::text, 1 where ${parts('$1', '$2')} < $3
      on conflict (workspace_id, month)
        do update set used = usage.used + 1 where usage.used + ${parts('$1', '$2')} < $3 returning 1`,
    values: [workspace_id, month, limit],
  }
}

function everything(workspace: string, month: string) {
  return `(${parts(workspace, month)}
    + coalesce((select u.used from usage u where u.workspace_id = ${workspace} and u.month = ${month}), 0))`
}

function parts(workspace: string, month: string) {
  return `(select coalesce(sum(p.used), 0) from usage_parts p where p.workspace_id = ${workspace} and p.month = ${month})`
}
