/** Who carries out which delivery, until when. Every claim is one commit; every later write shows its lease's token. */
import { type RawBuilder, sql } from 'kysely'
import { freeHands, type HandsWanted, probing, side } from './circuits.ts'
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

export interface ClaimOptions extends HandsWanted {
  lease_until: Date
  worker: string
}

/** Per platform: how many deliveries of one account at once, and published in 24 h. */
export type AccountLimits = Record<string, { at_once: number; per_day: number | null }>

/** What a look at everything that is due found beside what it took. */
interface Remembered {
  at: Date
  /** The first in line, and how many waited on the account of each. */
  rows: { workspace_id: number; id: number; waiting: number }[]
  /** Workspaces of which anything else is due: what falls due of theirs meanwhile stands behind that. */
  behind: number[]
  /** Platforms, by `sideOf`, that had no free hands, of which nothing is remembered. */
  full: string[]
}

/** So much has to be due before it pays to remember the first of them. */
const MANY = 1_000
/** Milliseconds for which they are claimed from. */
const FOR_SO_LONG = 250
/** Of each account, beside what it may have at once. */
const DEPTH = 8

/** Claims for one worker, and answers what comes next. */
export interface Claimer {
  /** Claims what is due, see `claimDue`; `since`: behind which the next moment is asked for. */
  claim(options: ClaimOptions, since: Date): Promise<Claimed>
  /** Something went back to a place in line that it had before: the next claim looks at everything. */
  forget(): void
}

interface Claimed {
  leases: Lease[]
  /** When there is something to claim after `since`; what there was then and is not taken waits for news. */
  next: Date | undefined
  /** When the first lease of all ends; it may have ended. */
  lapse: Date | undefined
}

/**
 * As `claimDue`. Where much is due, everything is looked at four times a second; between, what is first in line by the last look,
 * and what fell due since. All that a claim must keep to is asked each time.
 */
export function claimerOn(db: Db, trip: Trip, limits: AccountLimits): Claimer {
  let remembered: Remembered | undefined

  return {
    async claim(options, since) {
      const full = fullSides(options)
      const from = remembered && serves(remembered, options, full) ? remembered : undefined
      const [, rows, [moments]] = await trip([
        lockStatement(db),
        dueStatement(db, options, { limits, full, from, remembers: true }),
        momentsStatement(db, since),
      ])
      const leases = rows.filter(isLease)
      if (from) remembered = without(from, leases)
      // Where there is nothing to be had, there is nothing to come back for so soon.
      else remembered = leases.length ? foundBy(rows, options.now, full) : undefined
      const next = [moments?.due, moments?.lapses, remembered && endOf(remembered)]
      return { leases, next: earliest(next), lapse: earliest([moments?.lapse]) }
    },

    forget() {
      remembered = undefined
    },
  }
}

/** Whether there is enough in it, for whoever has hands. */
function serves({ at, rows, full }: Remembered, { now, limit }: ClaimOptions, fullNow: string[]) {
  const age = now.getTime() - at.getTime()
  return (
    age >= 0 &&
    age < FOR_SO_LONG &&
    rows.length >= limit / 4 &&
    full.every((side) => fullNow.includes(side))
  )
}

function without(remembered: Remembered, leases: readonly Lease[]): Remembered {
  const taken = new Set(leases.map(({ id }) => id))
  return { ...remembered, rows: remembered.rows.filter(({ id }) => !taken.has(id)) }
}

function foundBy(rows: readonly Row[], at: Date, full: string[]): Remembered | undefined {
  const behind = rows.flatMap(({ workspace_id, id }) => (id === null ? workspace_id : []))
  const first = rows.flatMap(({ workspace_id, id, waiting }) =>
    id !== null && waiting !== null ? { workspace_id, id, waiting } : [],
  )
  return first.length ? { at, rows: first, behind, full } : undefined
}

/** Then everything is looked at anew, whether there is news or not. */
function endOf({ at }: Remembered) {
  return new Date(at.getTime() + FOR_SO_LONG).toISOString()
}

function earliest(moments: readonly (string | null | undefined)[]) {
  const times = moments.flatMap((moment) => (moment ? Date.parse(moment) : []))
  return times.length ? new Date(Math.min(...times)) : undefined
}

/** Of these nothing is claimed, and nothing is remembered. */
function fullSides({ free = {} }: ClaimOptions) {
  return Object.entries(free).flatMap(([side, hands]) => (hands ? [] : side))
}

/** A lease; what is remembered, without one; or, without `id`, a workspace of which more is due. */
type Row = { workspace_id: number; id: number | null; waiting: number | null } & Partial<Lease>

function isLease(row: Row): row is Row & Lease {
  return typeof row.lease_token === 'number'
}

/**
 * Claims what is due: for each platform round robin over workspaces, whose turns of before are those still under way, then oldest
 * first, and of the same moment whose account has most waiting, within the limits of accounts and platforms.
 * Claims of all processes take turns (an advisory lock), so that those limits hold across processes.
 *
 * Every due row is looked at, so that no herd hides what stands behind it. On two cores: 12 ms for 20,000 due on one account,
 * 40 ms over 5,000 accounts, 210 ms for 100,000 over 10,000. A window of the 20,000 oldest took 180 ms for those, and
 * accounts that wait could fill it for hours.
 */
export async function claimDue(db: Db, options: ClaimOptions, limits: AccountLimits) {
  return db.transaction().execute(async (tx) => {
    await ask(tx, lockStatement(tx))
    const full = fullSides(options)
    return (await ask(tx, dueStatement(tx, options, { limits, full }))).filter(isLease)
  })
}

function lockStatement(db: Db): Statement<object> {
  const lock = sql<object>`select pg_advisory_xact_lock(hashtext('crier:claim'))`
  return madeOf(lock, db)
}

/**
 * No row, of which the planner expects a thousand. By its statistics, which are a moment old, nothing is under way; it would
 * compare each delivery with all that is.
 */
const manyExpected = sql`
        select null::bigint, null::bigint, null, 0, 0 from generate_series(1, (select 0))`

interface Look {
  limits: AccountLimits
  full: string[]
  /** Left out: everything that is due is looked at. */
  from?: Remembered | undefined
  /** Whether it answers what is to be remembered. */
  remembers?: boolean
}

function dueStatement(
  db: Db,
  options: ClaimOptions,
  { limits, full, from, remembers = false }: Look,
) {
  const { now } = options
  const today = new Date(now.getTime() - 86_400_000)
  const leaves = remembers && !from
  // Ordered by lease, what is under way is read by the index that holds nothing else; another has all that ever went out as well.
  // The daily cap is counted last, for the few that are picked. A platform that is gone has no limits; its attempt says so.
  const picked = sql`
      with busy as (
        select workspace_id, account_id, platform, count(*) as deliveries, coalesce(sum(jsonb_array_length(parts) - 1), 0) as parts
        from (select * from deliveries where status = 'publishing' order by lease_until) under_way
        where not in_doubt group by 1, 2, 3
        union all ${manyExpected}
      ),
      taken as (
        select jsonb_object_agg(workspace_id || ' ' || platform, turns) as turns
        from (select workspace_id, platform, sum(deliveries)::bigint as turns from busy group by 1, 2) of
      ),
      ${from ? lineOf(from, now) : sql``}
      due as (
        select d.workspace_id, d.id, d.account_id, d.platform, d.sandbox, d.due_at, l.per_day, coalesce(busy.deliveries + busy.parts, 0) as busy,
          coalesce(l.at_once, 1) - coalesce(busy.deliveries, 0) as free,
          row_number() over own as account_turn,
          ${from ? sql`coalesce(known, count(*) over (partition by d.workspace_id, d.account_id))` : sql`count(*) over (partition by d.workspace_id, d.account_id)`} as waiting,
          sum(coalesce(jsonb_array_length(d.parts), 1)) over own as account_posts
        from ${from ? sql`line` : sql`deliveries`} d
        join accounts a on a.workspace_id = d.workspace_id and a.id = d.account_id
        left join busy on busy.workspace_id = d.workspace_id and busy.account_id = d.account_id
        left join jsonb_to_recordset(${JSON.stringify(asRows(limits))}::jsonb) as l(platform text, at_once int, per_day int)
          on l.platform = d.platform
        where d.status = 'pending' and d.due_at <= ${now}
          and case when ${full.length > 0} and ${side('d')} = any (${textsAsText(full)}::text[]) then false else true end
          ${leaves ? sql`` : sql`and coalesce(l.at_once, 1) > coalesce(busy.deliveries, 0)`}
          and (a.paused_until is null or a.paused_until <= ${now}) and a.held_at is null
          and ${isNotHeld} and ${isNotInHeldQueue}
          and case when ${side('d')} = any (array(select ${side('p')} from pauses p where p.until > ${now})) then false else true end
        window own as (partition by d.workspace_id, d.account_id order by d.due_at, d.id)
      ),
      ready as (
        select due.*, account_turn <= free as may,
          coalesce(((select turns from taken) ->> (workspace_id || ' ' || platform))::bigint, 0) + row_number() over (
            partition by workspace_id, platform, account_turn <= free order by due_at, id) as workspace_turn
        from due
        where account_turn <= free ${leaves ? sql`+ ${sql.lit(DEPTH)}` : sql``}
        order by workspace_turn, due_at, waiting desc
      ),
      ${freeHands(options)},
      picked as (select picked.* from hands cross join lateral (
        select d.workspace_id, d.id from ready join deliveries d using (workspace_id, id)
        where ready.platform = hands.platform and ready.sandbox = hands.sandbox and ready.may
          and d.status = 'pending' and d.due_at <= ${now}
          and (per_day is null or account_posts <= per_day - busy - (
            select count(*) from deliveries done
            where done.workspace_id = ready.workspace_id and done.account_id = ready.account_id
              and done.status = 'published' and done.published_at > ${today}) - (
            select coalesce(sum(jsonb_array_length(done.parts) - 1), 0) from deliveries done
            where done.workspace_id = ready.workspace_id and done.account_id = ready.account_id
              and done.parts is not null and done.published_at > ${today}))
        order by ready.workspace_turn, ready.due_at, ready.waiting desc limit hands.free
        for update of d skip locked) picked)`
  return madeOf<Row>(leaves ? takeAndTell(picked, options) : take(picked, options), db)
}

/**
 * Instead of everything that is due: what is remembered, and what fell due since of workspaces that had nothing else. Whoever
 * asked for the status beside the key would be led through everything that waits; and of `unnest` the planner expects so little
 * that it would compare each with all that is under way.
 */
function lineOf({ at, rows, behind }: Remembered, now: Date) {
  const columns = sql`workspace_id, id, account_id, queue_id, platform, sandbox, status, due_at, parts`
  return sql`line as (
        select d.*, l.waiting as known
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l(workspace_id bigint, id bigint, waiting bigint)
        cross join lateral (
          select ${columns} from deliveries
          where deliveries.workspace_id = l.workspace_id and deliveries.id = l.id offset 0) d
        union all
        select d.*, null from (
          select ${columns} from deliveries
          where status = 'pending' and due_at > ${at} and due_at <= ${now}
          order by due_at limit ${sql.lit(MANY)}) d
        where not d.workspace_id = any (${`{${behind.join(',')}}`}::bigint[])
      ),`
}

/**
 * Few workspaces are held, as a rule none, and few platforms pause. Written so that the planner guesses nothing by it: as `not exists`, or `<> all`, it
 * took what is left for a single row, and compared every delivery with every account (20,000 by 100: 330 ms instead of 29).
 */
const isNotHeld = sql`case when d.workspace_id = any (array(select w.id from workspaces w where w.held_at is not null))
  then false else true end`

const isNotInHeldQueue = sql`case when d.queue_id = any (array(select q.id from queues q where q.held_at is not null))
  then false else true end`

/** Takes over what a worker left behind, and what waits for a look: in both cases the lease ran out. */
export async function claimLapsed(db: Db, options: ClaimOptions) {
  const picked = sql`
    with ready as (select platform, sandbox from deliveries where status = 'publishing' and lease_until <= ${options.now}),
    ${freeHands(options)},
    picked as (select picked.* from hands cross join lateral (
      select d.workspace_id, d.id from deliveries d
      where d.status = 'publishing' and d.lease_until <= ${options.now}
        and d.platform = hands.platform and d.sandbox = hands.sandbox
      order by d.lease_until limit hands.free
      for update skip locked) picked)`
  return (await take(picked, options).execute(db)).rows.filter(isLease)
}

/** `picked`: a statement up to where `picked` is known. */
function take(picked: RawBuilder<unknown>, options: ClaimOptions) {
  return sql<Row>`${claiming(picked, options)}
    select workspace_id, id, lease_token, attempt, ${options.worker}::text as worker, null::bigint as waiting from claimed`
}

/**
 * Also what stands first in line behind them, twice as much as can be taken at once and of no account anything before what is
 * older, and the workspaces of which more is due.
 */
function takeAndTell(picked: RawBuilder<unknown>, options: ClaimOptions) {
  return sql<Row>`${claiming(picked, options)},
    everything as (
      select workspace_id, count(*) as deliveries from deliveries where status = 'pending' and due_at <= ${options.now} group by 1
    ),
    kept as (
      select kept.* from hands cross join lateral (
        select workspace_id, id, waiting from ready
        where ready.platform = hands.platform and ready.sandbox = hands.sandbox
          and not exists (select from picked where picked.workspace_id = ready.workspace_id and picked.id = ready.id)
        order by may desc, workspace_turn, due_at, waiting desc limit ${2 * options.limit}) kept
      where (select sum(deliveries) from everything) > ${sql.lit(MANY)}
    ),
    known as (
      select workspace_id, count(*) as deliveries
      from (select workspace_id from picked union all select workspace_id from kept) each group by 1
    )
    select workspace_id, id, lease_token, attempt, ${options.worker}::text as worker, null::bigint as waiting from claimed
    union all select workspace_id, id, null, null, null, waiting from kept
    union all select workspace_id, null, null, null, null, null from everything left join known using (workspace_id)
      where everything.deliveries > coalesce(known.deliveries, 0) and exists (select from kept)`
}

function claiming(picked: RawBuilder<unknown>, { now, lease_until, worker }: ClaimOptions) {
  return sql`${picked},
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
    )`
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
        (select min(lease_until) from deliveries where status = 'publishing' and lease_until > ${since}) as lapses,
        (select min(lease_until) from deliveries where status = 'publishing') as lapse`,
    db,
  )
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
