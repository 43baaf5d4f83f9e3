/** What an event costs the change that it tells of: the same changes with the triggers that write events and without, in turns. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
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
import { addAccount } from './tenants.ts'
import { runService, say } from './service.ts'

/** Short rounds, so that whatever else the machine does meets neighbours alike. */
const ROUNDS = 96
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
  await migrate(connectionConfig)
  const { db } = stack.use(connect(connectionConfig, { max: HANDS, name: 'bench' }))
  stack.use(startNumberer(connectionConfig, { error: (_, text) => say(text) }))
  const { id: workspace_id } = await insertWorkspace(db, { name: 'b', plan: 'x' }, new Date())
  const account_id = await addAccount(db, workspace_id, 'x')

  const times: Record<'create' | 'settle', Record<'with' | 'without', number[]>> = {
    create: { with: [], without: [] },
    settle: { with: [], without: [] },
  }
  for (let round = 0; round < ROUNDS; round++) {
    // Neither is always the one that comes behind the other.
    const how = [0, 3].includes(round % 4) ? 'with' : 'without'
    await switchEvents(db, how)
    const created = await timed(POSTS, () => create(db, workspace_id, account_id))
    const leases = await claimDue(
      db,
      {
        now: new Date(),
        lease_until: new Date(Date.now() + 60_000),
        limit: POSTS,
        worker: 'bench',
      },
      { x: { at_once: POSTS, per_day: null } },
    )
    const works = await readWork(db, leases)
    const settled = await timed(works.length, (index) => end(db, works[index]))
    if (round < 4) continue
    times.create[how].push(created)
    times.settle[how].push(settled)
  }
  for (const [what, taken] of Object.entries(times)) {
    const [a, b] = [median(taken.with), median(taken.without)]
    // Rounds come as with, without, without, with.
    const ratios = taken.with.flatMap((_, index) =>
      index % 2 ? [] : [pair(taken.without, index) / pair(taken.with, index)],
    )
    const [low, high] = [0.25, 0.75].map((part) => quantile(ratios, part).toFixed(3))
    say(
      `${what.padEnd(6)} with its events ${Math.round(POSTS / a)}/s, without ${Math.round(POSTS / b)}/s; ratio ${median(ratios).toFixed(3)}, half of them between ${low} and ${high} (${ratios.length} quartets of rounds)`,
    )
  }
}

const pair = (times: readonly number[], index: number) =>
  (times[index] ?? Number.NaN) + (times[index + 1] ?? Number.NaN)

/** Those that write events, and no others: totals are kept either way. */
async function switchEvents(db: Db, how: 'with' | 'without') {
  const { rows } = await sql<{ table: string; name: string }>`
    select tgrelid::regclass::text as table, tgname as name from pg_trigger
    where tgrelid in ('posts'::regclass, 'deliveries'::regclass) and not tgisinternal and tgname like 'events\_%'`.execute(
    db,
  )
  if (rows.length < 2) throw new Error('No trigger writes events any more.')
  const act = sql.raw(how === 'with' ? 'enable' : 'disable')
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} ${act} trigger ${sql.ref(name)}`.execute(db)
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
  say(`arrival at a webhook after the change: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`)
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
