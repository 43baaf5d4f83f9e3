/** Which deliveries are to be measured when, over all workspaces. */
import { sql } from 'kysely'
import type { Db, Scope } from './schema.ts'

export interface Due {
  workspace_id: number
  id: number
  account_id: number
  platform: string
  sandbox: boolean
  platform_post_id: string
  published_at: string
  measure_tries: number
  /** The platform said before that it is not there. */
  gone_at: string | null
}

/** The longest overdue first, on platforms that tell numbers; what is paused or silent is left alone. */
export async function listToMeasure(
  db: Db,
  platforms: readonly string[],
  now: Date,
  limit: number,
) {
  const { rows } = await sql<Due>`
    select d.workspace_id, d.id, d.account_id, d.platform, d.sandbox, d.platform_post_id, d.published_at, d.measure_tries, d.gone_at
    from deliveries d
    where d.measure_at <= ${now} and d.platform = any(${platforms}) and d.platform_post_id is not null
      and not exists (select from pauses p where p.platform = d.platform and p.sandbox = d.sandbox and p.until > ${now})
      and not exists (select from circuits c where c.platform = d.platform and c.sandbox = d.sandbox and c.until > ${now})
    order by d.measure_at limit ${limit}`.execute(db)
  return rows
}

export interface Plan {
  id: number
  /** Null: never again. */
  measure_at: Date | null
  measure_tries: number
  gone_at: Date | null
}

/** Says for each delivery when it is measured next. */
export async function planMeasures({ db, workspace_id }: Scope, plans: readonly Plan[]) {
  await sql`
    with held as (
      select id from deliveries
      where workspace_id = ${workspace_id} and id = any(${plans.map(({ id }) => id)}::bigint[])
      order by id for no key update)
    update deliveries d
    set measure_at = l.measure_at, measure_tries = l.measure_tries, gone_at = l.gone_at
    from jsonb_to_recordset(${JSON.stringify(plans)}::jsonb)
      as l(id bigint, measure_at timestamptz, measure_tries int, gone_at timestamptz)
    join held using (id)
    where d.workspace_id = ${workspace_id} and d.id = l.id`.execute(db)
}
