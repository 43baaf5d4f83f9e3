/** Who carries out which delivery, until when. Every claim is one commit; every later write shows its lease's token. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'
import { ask, type Statement, statementOf, textsAsText, type Trip } from './trip.ts'

/** The right to work on a delivery. The token is the fence: once somebody else has claimed it, ours is refused. */
export interface Lease {
  workspace_id: number
  id: number
  lease_token: number
  attempt: number
  /** Who claimed it, as the timeline says. */
  worker?: string | null
}

export interface ClaimOptions {
  now: Date
  lease_until: Date
  /** Of each platform, and of each emulated one, at most so many. */
  limit: number
  /** Other limits for some, by `sideOf`. */
  free?: Record<string, number>
  /** So many more, which only go to workspaces that have nothing under way on that platform; and other limits for some. */
  spare?: number
  spares?: Record<string, number>
  worker: string
}

/** Per platform: how many deliveries of one account at once, and published in 24 h. */
export type AccountLimits = Record<string, { at_once: number; per_day: number | null }>

/**
 * Claims what is due: for each platform round robin over workspaces, whose turns of before are those still under way, then oldest
 * first, and of the same moment whose account has most waiting, within the limits of accounts and platforms.
 * Claims of all processes take turns (an advisory lock), so that those limits hold across processes.
 *
 * Every due row is looked at, so that no herd hides what stands behind it, but once only: what is asked of accounts, platforms and
 * turns is asked a line for each account. On two cores: 14 to 20 ms for 20,000 due on one account, 25 on 200, 78 over 5,000
 * workspaces; 240 for 100,000 over 10,000 accounts. A window of the 20,000 oldest took 180 ms for those, and accounts that wait
 * could fill it for hours.
 */
export async function claimDue(db: Db, options: ClaimOptions, limits: AccountLimits) {
  return db.transaction().execute(async (tx) => {
    await ask(tx, lockStatement(tx))
    return ask(tx, dueStatement(tx, options, limits))
  })
}

export interface Claimed {
  leases: Lease[]
  /** When something falls due, or a lease ends, after `since`; what there was then and is not taken waits for news. */
  next: Date | undefined
  /** When the first of all leases ends; it may have ended. */
  lapse: Date | undefined
}

/** As `claimDue`, together with the look for what comes next. */
export async function claimOnTrip(
  { db, trip }: { db: Db; trip: Trip },
  options: ClaimOptions,
  limits: AccountLimits,
  since: Date,
): Promise<Claimed> {
  const [, leases, [moments]] = await trip([
    lockStatement(db),
    dueStatement(db, options, limits),
    momentsStatement(db, since),
  ])
  return {
    leases,
    next: earliest([moments?.due, moments?.lapses]),
    lapse: earliest([moments?.lapse]),
  }
}

function lockStatement(db: Db) {
  return madeOf(sql<object>`select pg_advisory_xact_lock(hashtext('crier:claim'))`, db)
}

function dueStatement(db: Db, options: ClaimOptions, limits: AccountLimits) {
  const { now } = options
  const today = new Date(now.getTime() - 86_400_000)
  const { free = {}, spare = 0, spares = {} } = options
  const full = Object.keys(free).filter((one) => !free[one] && !(spares[one] ?? spare))
  // The lower bound of what is due excludes nothing; without it PostgreSQL takes a third of all that is pending to be due, if it
  // is to plan for any moment, and so plans each claim anew, which costs more than to carry it out.
  // The daily cap is counted last, for the few that are picked. A platform that is gone has no limits; its attempt says so.
  const picked = sql`
      with lines as (
        select d.workspace_id, d.account_id, min(d.platform) as platform, bool_and(d.sandbox) as sandbox,
          count(d.id) as waiting, array_agg(d.id) as ids, array_agg(d.due_at) as times, array_agg(d.posts) as posts,
          count(*) - count(d.id) as under_way, coalesce(sum(d.posts) filter (where d.id is null), 0) as busy
        from (
          select d.workspace_id, d.account_id, d.platform, d.sandbox, d.id, d.due_at, coalesce(jsonb_array_length(d.parts), 1) as posts
          from deliveries d where d.status = 'pending' and d.due_at > '-infinity' and d.due_at <= ${now} and ${isNotInHeldQueue}
            and case when ${full.length > 0} and ${side('d')} = any (${textsAsText(full)}::text[]) then false else true end
          union all
          select d.workspace_id, d.account_id, d.platform, d.sandbox, null, null, coalesce(jsonb_array_length(d.parts), 1)
          from deliveries d where d.status = 'publishing' and not d.in_doubt) d
        group by 1, 2
      ),
      due as (
        select l.workspace_id, l.platform, l.sandbox, l.account_id, l.waiting, l.busy, l.turns, limits.per_day, one.id, one.due_at, one.account_posts
        from (select *, sum(under_way) over (partition by workspace_id, platform)::bigint as turns from lines) l
        cross join lateral (
          select from accounts a where a.workspace_id = l.workspace_id and a.id = l.account_id
            and (a.paused_until is null or a.paused_until <= ${now}) and a.held_at is null limit 1) a
        left join jsonb_to_recordset(${JSON.stringify(asRows(limits))}::jsonb) as limits(platform text, at_once int, per_day int)
          on limits.platform = l.platform
        cross join lateral (select greatest(coalesce(limits.at_once, 1) - l.under_way, 0) as free) f
        cross join lateral (
          select t.id, t.due_at, sum(t.posts) over (order by t.due_at, t.id) as account_posts
          from (select * from unnest(l.ids, l.times, l.posts) as u(id, due_at, posts) order by u.due_at, u.id limit f.free) t) one
        where l.waiting > 0 and one.id is not null and ${isNotHeld}
          and case when ${side('l')} = any (array(select ${side('p')} from pauses p where p.until > ${now})) then false else true end
      ),
      ready as (
        select due.*, turns + row_number() over (partition by workspace_id, platform order by due_at, id) as workspace_turn
        from due order by workspace_turn, due_at, waiting desc
      ),
      ${freeHands(options)}
      select workspace_id, id from (
        select picked.*, row_number() over (
          partition by hands.platform, hands.sandbox order by workspace_turn, due_at, waiting desc) as place, hands.free
        from hands cross join lateral (
          select d.workspace_id, d.id, ready.workspace_turn, ready.due_at, ready.waiting from ready join deliveries d using (workspace_id, id)
          where ready.platform = hands.platform and ready.sandbox = hands.sandbox
            and d.status = 'pending' and d.due_at <= ${now}
            and (per_day is null or account_posts <= per_day - busy - (
              select count(*) from deliveries done
              where done.workspace_id = ready.workspace_id and done.account_id = ready.account_id
                and done.status = 'published' and done.published_at > ${today}) - (
              select coalesce(sum(jsonb_array_length(done.parts) - 1), 0) from deliveries done
              where done.workspace_id = ready.workspace_id and done.account_id = ready.account_id
                and done.parts is not null and done.published_at > ${today}))
          order by ready.workspace_turn, ready.due_at, ready.waiting desc limit hands.free + hands.spare
          for update of d skip locked) picked) ranked
      where place <= free or workspace_turn = 1`
  return madeOf(take(picked, options), db)
}

/**
 * Few workspaces are held, as a rule none, and few platforms pause. Written so that the planner guesses nothing by it: as
 * `not exists`, or `<> all`, it took what is left for a single row, and compared every delivery with every account (20,000 by
 * 100: 330 ms instead of 29).
 */
const isNotHeld = sql`case when l.workspace_id = any (array(select w.id from workspaces w where w.held_at is not null))
  then false else true end`

const isNotInHeldQueue = sql`case when d.queue_id = any (array(select q.id from queues q where q.held_at is not null))
  then false else true end`

/** Takes over what a worker left behind, and what waits for a look: in both cases the lease ran out. */
export async function claimLapsed(db: Db, options: ClaimOptions) {
  const picked = sql`
    with ready as (select platform, sandbox from deliveries where status = 'publishing' and lease_until <= ${options.now}),
    ${freeHands(options)}
    select picked.* from hands cross join lateral (
      select d.workspace_id, d.id from deliveries d
      where d.status = 'publishing' and d.lease_until <= ${options.now}
        and d.platform = hands.platform and d.sandbox = hands.sandbox
      order by d.lease_until limit hands.free
      for update skip locked) picked`
  return (await take(picked, options).execute(db)).rows
}

/** As `sideOf` names it. */
const side = (row: 'd' | 'l' | 'p' | 'r') =>
  sql`(${sql.ref(`${row}.platform`)} || case when ${sql.ref(`${row}.sandbox`)} then ' true' else ' false' end)`

/**
 * How many of `ready` each platform may have: none while publishing is held, whatever a worker believes; one that falls silent gets
 * none, then a single one that finds out.
 */
export function freeHands(options: Omit<ClaimOptions, 'worker'>) {
  const { now, limit, free = {}, spare = 0, spares = {} } = options
  const ofSide = (some: Record<string, number>, other: number) =>
    sql`coalesce((${JSON.stringify(some)}::jsonb ->> ${side('r')})::int, ${other})`
  return sql`hands as (
    select r.platform, r.sandbox, least(${ofSide(free, limit)}, r.most) as free,
      case when r.most is null then ${ofSide(spares, spare)} else 0 end as spare
    from (
      select s.platform, s.sandbox, case when exists (select from instance where held_at is not null) then 0
          when c.until > ${now} or c.probe_until > ${now} then 0
          when c.until is not null then 1 end as most
      from (select distinct platform, sandbox from ready) s
      left join circuits c on c.platform = s.platform and c.sandbox = s.sandbox) r
  )`
}

/** Whoever was `claimed` of a platform that is silent asks for all others whether it is back. */
export function probing({ now, lease_until }: Pick<ClaimOptions, 'now' | 'lease_until'>) {
  return sql`probing as (
      update circuits c set probe_until = ${lease_until}
      from (select distinct platform, sandbox from claimed) p
      where c.platform = p.platform and c.sandbox = p.sandbox and c.until <= ${now}
    )`
}

function take(picked: RawBuilder<unknown>, { now, lease_until, worker }: ClaimOptions) {
  return sql<Lease>`
    with picked as (${picked}),
    claimed as (
      update deliveries d
      set status = 'publishing', lease_token = d.lease_token + 1, lease_until = ${lease_until}, attempt = d.attempt + 1
      from picked where d.workspace_id = picked.workspace_id and d.id = picked.id
      returning d.workspace_id, d.id, d.lease_token, d.attempt, d.platform, d.sandbox
    ),
    ${probing({ now, lease_until })},
    begun as (
      insert into attempts (workspace_id, delivery_id, number, worker, started_at)
      select workspace_id, id, attempt, ${worker}, ${startedAt(now)} from claimed
    )
    select workspace_id, id, lease_token, attempt, ${worker}::text as worker from claimed`
}

/** To travel with others. */
function madeOf<Came extends object>(query: RawBuilder<Came>, db: Db): Statement<Came> {
  const statement = statementOf(query.compile(db))
  if (!statement) throw new Error('A claim has a value that cannot travel.')
  return statement
}

/** Somebody may have written the end of the last attempt behind our `now`: this one does not seem to begin before it. */
function startedAt(now: Date) {
  return sql`case when attempt > 1 then greatest(${now}::timestamptz, (
    select last.finished_at from attempts last
    where last.workspace_id = claimed.workspace_id and last.delivery_id = claimed.id and last.number = claimed.attempt - 1))
    else ${now} end`
}

/** When something falls due, and when a lease ends, after `since`; and when the first of all leases ends. */
function momentsStatement(db: Db, since: Date) {
  type Moments = Record<'due' | 'lapses' | 'lapse', string | null>
  return madeOf(
    sql<Moments>`
      select (select min(due_at) from deliveries where status = 'pending' and due_at > ${since}) as due,
        min(lease_until) filter (where lease_until > ${since}) as lapses, min(lease_until) as lapse
      from deliveries where status = 'publishing'`,
    db,
  )
}

function earliest(moments: readonly (string | null | undefined)[]) {
  const times = moments.flatMap((moment) => (moment ? Date.parse(moment) : []))
  return times.length ? new Date(Math.min(...times)) : undefined
}

/**
 * Prolongs leases; answers those that are still ours, as `id:token`. A row that somebody has locked is left out, so that it
 * does not hold the others: whether its lease is lost is asked by `renewLease`.
 */
export async function renewLeases(db: Db, leases: readonly Lease[], until: Date) {
  return new Set(await renew(db, leases, until, sql`for no key update of d skip locked`))
}

/** Waits for whoever has locked it. False: the lease is lost. */
export async function renewLease(db: Db, lease: Lease, until: Date) {
  return (await renew(db, [lease], until, sql`for no key update of d`)).length > 0
}

async function renew(db: Db, leases: readonly Lease[], until: Date, lock: RawBuilder<unknown>) {
  if (!leases.length) return []
  const keys = leases.map(({ workspace_id, id, lease_token }) => ({
    workspace_id,
    id,
    lease_token,
  }))
  const { rows } = await sql<{ key: string }>`
    with held as (
      select d.workspace_id, d.id, d.lease_token
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as l(workspace_id bigint, id bigint, lease_token bigint)
      join deliveries d on d.workspace_id = l.workspace_id and d.id = l.id and d.lease_token = l.lease_token
      where d.lease_until is not null
      order by d.workspace_id, d.id ${lock})
    update deliveries d set lease_until = greatest(d.lease_until, ${until}) from held
    where d.workspace_id = held.workspace_id and d.id = held.id and d.lease_token = held.lease_token and d.lease_until is not null
    returning d.id || ':' || d.lease_token as key`.execute(db)
  return rows.map(({ key }) => key)
}

function asRows(limits: AccountLimits) {
  return Object.entries(limits).map(([platform, limit]) => ({ platform, ...limit }))
}
