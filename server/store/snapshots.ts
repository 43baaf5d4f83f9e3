/** Snapshots, and the days that are derived from them: what is added here is what a rebuild would make. */
import { sql } from 'kysely'
import type { Counts } from '#rules/metrics.ts'
import type { Db, Scope } from './schema.ts'

export interface Snapshot extends Counts {
  delivery_id: number
  number: number
  taken_at: Date
}

/**
 * Keeps snapshots, and adds what they show to their days; call it in a transaction. One that is there already, or is older
 * than the last of its delivery, is left out: taking it twice changes nothing.
 */
export async function keepSnapshots(scope: Scope, snapshots: readonly Snapshot[]) {
  const { db, workspace_id } = scope
  // Days belong to a zone, which must not change on the way.
  await sql`select from workspaces where id = ${workspace_id} for share`.execute(db)
  const { rows: fresh } = await sql<{ delivery_id: number; number: number }>`
    insert into snapshots (workspace_id, delivery_id, number, taken_at, reach, impressions, likes, comments, shares, engagements)
    select ${workspace_id}::bigint, g.* from jsonb_to_recordset(${JSON.stringify(snapshots)}::jsonb) as g(
      delivery_id bigint, number smallint, taken_at timestamptz,
      reach bigint, impressions bigint, likes bigint, comments bigint, shares bigint, engagements bigint)
    where not exists (select from snapshots s
      where s.workspace_id = ${workspace_id} and s.delivery_id = g.delivery_id and s.number >= g.number)
    order by g.delivery_id
    on conflict do nothing
    returning delivery_id, number`.execute(db)
  if (fresh.length) await addToDays(scope, fresh)
  return fresh.length
}

async function addToDays(
  { db, workspace_id }: Scope,
  fresh: readonly { delivery_id: number; number: number }[],
) {
  // The ids stand there as a list too, so that the view looks at these deliveries only.
  await sql`
    with added as (
      select g.delivery_id, (g.taken_at at time zone w.timezone)::date as day, d.post_id, d.account_id, g.taken_at, p.published_at,
        g.reach, g.impressions, g.likes, g.comments, g.shares, g.engagements
      from growths g
      join jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as f(delivery_id bigint, number smallint)
        on f.delivery_id = g.delivery_id and f.number = g.number
      join deliveries d on d.workspace_id = g.workspace_id and d.id = g.delivery_id
      join posts p on p.workspace_id = g.workspace_id and p.id = d.post_id
      join workspaces w on w.id = g.workspace_id
      where g.workspace_id = ${workspace_id} and g.delivery_id = any(${fresh.map(({ delivery_id }) => delivery_id)})
    ),
    of_deliveries as (
      insert into delivery_days as t
      select ${workspace_id}::bigint, delivery_id, day, post_id, account_id, reach, impressions, likes, comments, shares, engagements
      from added order by delivery_id
      on conflict (workspace_id, delivery_id, day) do update set ${grown}
    ),
    of_totals as (
      insert into delivery_totals as t
      select ${workspace_id}::bigint, delivery_id, post_id, account_id, published_at, taken_at, reach, impressions, likes, comments, shares, engagements
      from added where published_at is not null order by delivery_id
      on conflict (workspace_id, delivery_id) do update set measured_at = excluded.measured_at, ${grown}
    )
    insert into account_days as t
    select ${workspace_id}::bigint, account_id, day,
      sum(reach), sum(impressions), sum(likes), sum(comments), sum(shares), sum(engagements)
    from added group by account_id, day order by account_id, day
    on conflict (workspace_id, account_id, day) do update set ${grown}`.execute(db)
  await addToPosts({ db, workspace_id }, fresh)
}

/** Whoever measured another account of the same post meanwhile is waited for, and then seen. */
async function addToPosts({ db, workspace_id }: Scope, fresh: readonly { delivery_id: number }[]) {
  const ids = fresh.map(({ delivery_id }) => delivery_id)
  const { rows: held } = await sql<{ post_id: number }>`
    insert into post_totals (workspace_id, post_id, published_at)
    select distinct workspace_id, post_id, published_at from delivery_totals
    where workspace_id = ${workspace_id} and delivery_id = any(${ids}) order by post_id
    on conflict (workspace_id, post_id) do update set published_at = excluded.published_at
    returning post_id`.execute(db)
  const posts = held.map(({ post_id }) => post_id)
  await sql`
    update post_totals t
    set reach = s.reach, impressions = s.impressions, likes = s.likes, comments = s.comments, shares = s.shares,
      engagements = s.engagements, engagement_rate = s.engagement_rate
    from sums_of_posts s
    where t.workspace_id = ${workspace_id} and t.post_id = any(${posts})
      and s.workspace_id = ${workspace_id} and s.post_id = t.post_id and s.post_id = any(${posts})`.execute(
    db,
  )
}

/** Null plus something is something, as in sum(). */
const grown = sql`
  reach = coalesce(t.reach + excluded.reach, excluded.reach, t.reach),
  impressions = coalesce(t.impressions + excluded.impressions, excluded.impressions, t.impressions),
  likes = coalesce(t.likes + excluded.likes, excluded.likes, t.likes),
  comments = coalesce(t.comments + excluded.comments, excluded.comments, t.comments),
  shares = coalesce(t.shares + excluded.shares, excluded.shares, t.shares),
  engagements = coalesce(t.engagements + excluded.engagements, excluded.engagements, t.engagements)`

/** Makes the days of every workspace anew from its snapshots; answers how many workspaces there are. */
export async function rebuildAllDays(db: Db) {
  const workspaces = await db.selectFrom('workspaces').select('id').orderBy('id').execute()
  for (const { id } of workspaces) await rebuildDays({ db, workspace_id: id })
  return workspaces.length
}

export async function rebuildDays({ db, workspace_id }: Scope) {
  await sql`select rebuild_days(${workspace_id})`.execute(db)
}

/** All that were taken of a post, the oldest first. */
export async function listSnapshots({ db, workspace_id }: Scope, post_id: number) {
  return db
    .selectFrom('snapshots as s')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.workspace_id', '=', 's.workspace_id').onRef('d.id', '=', 's.delivery_id'),
    )
    .select(['d.account_id', 's.taken_at as at'])
    .select(['s.reach', 's.impressions', 's.likes', 's.comments', 's.shares', 's.engagements'])
    .where('d.workspace_id', '=', workspace_id)
    .where('d.post_id', '=', post_id)
    .orderBy('d.account_id')
    .orderBy('s.number')
    .execute()
}
