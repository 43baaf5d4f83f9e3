/** What an event costs the change that it tells of: the same changes in two databases, with the triggers that write events and without, in turns. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { connect } from '#database/connect.ts'
import { startEmbedded } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { startNumberer } from '#events/numberer.ts'
import { readWork } from '#store/attempts.ts'
import { claimDue } from '#store/claims.ts'
import { insertDeliveries } from '#store/deliveries.ts'
import { endAlone, settling } from '#store/endings.ts'
import { insertPost } from '#store/posts.ts'
import type { Db } from '#store/schema.ts'
import { insertWorkspace } from '#store/workspaces.ts'
import { openReceiver } from '../test/webhooks/receiver.ts'
import { flood } from './flood.ts'
import { tell } from './goals.ts'
import { addAccount } from './tenants.ts'
import { runService, say } from './service.ts'

/** Short rounds, so that whatever else the machine does meets neighbours alike. */
const ROUNDS = 96
const WARM_UP = 24
/** After so many both databases are vacuumed and analysed, and at no other time. */
const TENDED = 8
const POSTS = 100
const HANDS = 8

export async function events() {
  await arrivals()
  await flood()
  await eventCost()
}

/** By its name alone it is done in a minute. */
export async function eventCost() {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'crier-events-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const { connectionConfig } = stack.use(await startEmbedded({ dataDir }))
  // Two databases, since a trigger that is switched on or off makes every connection plan everything anew.
  const worlds = {
    with: stack.use(await openWorld(connectionConfig, 'crier_with')),
    without: stack.use(await openWorld(connectionConfig, 'crier_without')),
  }
  await switchOff(worlds.without.db)
  for (const { db } of Object.values(worlds)) await leaveAlone(db)

  const rounds: Record<'with' | 'without', Round[]> = { with: [], without: [] }
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    if (round % TENDED === 0) for (const { db } of Object.values(worlds)) await tend(db)
    // Neither is always the one that comes behind the other: with, without, without, with.
    const how = [0, 3].includes((round + WARM_UP) % 4) ? 'with' : 'without'
    const measured = await measure(worlds[how])
    if (round >= 0) rounds[how].push(measured)
  }
  for (const what of ['created', 'settled', 'processor'] as const) {
    const ours = rounds.with.map((each) => each[what])
    const bare = rounds.without.map((each) => each[what])
    const ratios = ours.flatMap((_, index) =>
      index % 2 ? [] : [pair(bare, index) / pair(ours, index)],
    )
    const [low, high] = [0.25, 0.75].map((part) => quantile(ratios, part).toFixed(3))
    const spread = `half of them between ${low} and ${high} (${ratios.length} quartets of rounds)`
    const pace = (times: readonly number[]) => `${Math.round(POSTS / median(times))}/s`
    const milliseconds = (times: readonly number[]) =>
      `${((median(times) * 1000) / POSTS).toFixed(3)} ms`
    const told = what === 'processor' ? milliseconds : pace
    const figure = { name: NAMES[what], value: median(ratios), goal: 0.95 }
    tell(figure, `with its events ${told(ours)}, without ${told(bare)}; ${spread}`)
  }
}

const NAMES = {
  created: 'events, pace of creating',
  settled: 'events, pace of settling',
  processor: 'events, processor time of PostgreSQL for settling and numbering',
}

interface Round {
  /** Seconds for all posts of the round. */
  created: number
  settled: number
  /** Seconds of processor time of those who settle and number. */
  processor: number
}

interface World extends AsyncDisposable {
  db: Db
  workspace_id: number
  account_id: number
}

/** A database as of an instance of its own, with a numberer. */
async function openWorld(server: pg.PoolConfig, database: string): Promise<World> {
  await using stack = new AsyncDisposableStack()
  {
    await using first = connect(server, { max: 1, name: 'bench' })
    await sql`create database ${sql.ref(database)}`.execute(first.db)
  }
  const config = { ...server, database }
  await migrate(config)
  const { db } = stack.use(connect(config, { max: HANDS, name: 'bench' }))
  stack.use(startNumberer(config, { error: (_, text) => say(text) }))
  const { id: workspace_id } = await insertWorkspace(db, { name: 'b', plan: 'x' }, new Date())
  const account_id = await addAccount(db, workspace_id, 'x')
  const owned = stack.move()
  return { db, workspace_id, account_id, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function measure({ db, workspace_id, account_id }: World): Promise<Round> {
  const created = await timed(POSTS, () => create(db, workspace_id, account_id))
  const claim = { limit: POSTS, worker: 'bench' }
  const [now, lease_until] = [new Date(), new Date(Date.now() + 60_000)]
  const limits = { x: { at_once: POSTS, per_day: null } }
  const works = await readWork(db, await claimDue(db, { ...claim, now, lease_until }, limits))
  await numbered(db)
  const before = await processorOf(db)
  const settled = await timed(works.length, (index) => end(db, works[index]))
  await numbered(db)
  return { created, settled, processor: (await processorOf(db)) - before }
}

async function numbered(db: Db) {
  for (;;) {
    const { rows } = await sql`select from fresh_events limit 1`.execute(db)
    if (!rows.length) return
    await sleep(5)
  }
}

/** Seconds of processor time so far of everybody who is connected to this database; not a number where the system does not tell. */
async function processorOf(db: Db) {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()`.execute(db)
  const times = await Promise.all(
    rows.map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')
      return text ? Number(text.split(' ')[0]) / 1e9 : Number.NaN
    }),
  )
  return times.reduce((sum, seconds) => sum + seconds, 0)
}

const pair = (times: readonly number[], index: number) =>
  (times[index] ?? Number.NaN) + (times[index + 1] ?? Number.NaN)

/** Those that write events, and no others: totals are kept either way. */
async function switchOff(db: Db) {
  const { rows } = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger
    where tgrelid in ('posts'::regclass, 'deliveries'::regclass) and not tgisinternal and tgname like 'events\_%'`.execute(
    db,
  )
  if (rows.length < 2) throw new Error('No trigger writes events any more.')
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(name)}`.execute(db)
}

/**
 * Whichever of the two PostgreSQL had come to analyse first read by indexes, and the other one whole tables: that was two
 * thirds of a round, and fell on either.
 */
async function leaveAlone(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(
    db,
  )
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = off)`.execute(db)
}

/** As where it has been running for a while: nothing is planned for empty tables. */
async function tend(db: Db) {
  await sql`vacuum analyze`.execute(db)
}

const ARRIVALS = 100

/** From the change to a receiver that answers at once, while nothing else is asked of the service. */
async function arrivals() {
  await using stack = new AsyncDisposableStack()
  const receiver = stack.use(await openReceiver())
  const service = stack.use(await runService({ WEBHOOK_PRIVATE_HOSTS: receiver.host }))
  const ask = async (path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${service.token}`,
      'content-type': 'application/json',
    }
    const answer = await fetch(`${service.base_url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
    await answer.body?.cancel()
  }
  await ask('/api/webhooks', { url: receiver.url('/ok'), types: ['post.created'] })
  for (let n = 0; n < ARRIVALS; n++) {
    await ask('/api/posts', { content: `Post ${n}`, social_account_ids: service.account_ids })
    await sleep(50 + (n % 7) * 10)
  }
  const seen = await receiver.soon('/ok', ARRIVALS)
  const took = seen
    .map(({ at, body }) => at - Date.parse(JSON.parse(body).timestamp))
    .toSorted((a, b) => a - b)
  const at = (part: number) => took[Math.min(took.length - 1, Math.floor(took.length * part))]
  const name = 'events, from a change to a fast receiver, p99'
  tell(
    { name, value: at(0.99) ?? Infinity, goal: 150, lower: true, unit: ' ms' },
    `p50 ${at(0.5)} ms`,
  )
}

async function timed(count: number, work: (index: number) => Promise<unknown>) {
  let next = 0
  const began = performance.now()
  const hand = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: HANDS }, hand))
  return (performance.now() - began) / 1000
}

async function create(db: Db, workspace_id: number, account_id: number) {
  const now = new Date()
  await db.transaction().execute(async (tx) => {
    const scope = { db: tx, workspace_id }
    const post = {
      content: 'A post like any other',
      first_comment: null,
      platform_options: {},
      platform_content: [],
      status: 'scheduled' as const,
      scheduled_at: now.toISOString(),
      created_via: 'rest' as const,
      charged_month: null,
      created_by: 'key:1',
    }
    const id = await insertPost(scope, post, now)
    await insertDeliveries(
      scope,
      id,
      [{ account_id, platform: 'x', sandbox: true }],
      now.toISOString(),
    )
  })
}

async function end(db: Db, work: Awaited<ReturnType<typeof readWork>>[number] | undefined) {
  if (!work) throw new Error('Nothing was claimed.')
  const result = {
    status: 'published' as const,
    platform_post_id: String(work.id),
    platform_url: null,
    warnings: [],
    steps: { publish: { started_at: 'x', result: { platform_post_id: String(work.id) } } },
  }
  const ending = {
    outcome: 'published' as const,
    step: null,
    code: null,
    words: null,
    request_id: null,
  }
  const settled = settling(work, result, ending, new Date())
  if ((await endAlone(db, JSON.stringify(settled))) !== 'written')
    throw new Error('The lease was lost.')
}

function quantile(values: readonly number[], part: number) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
}

const median = (values: readonly number[]) => quantile(values, 0.5)
