/**
 * A backup is made in the middle of publishing, the original goes on to its end, and the backup is restored beside the same
 * platforms and resumed: nothing may be there twice, and what cannot be known has to ask.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect } from '#database/connect.ts'
import { crier } from '../test/start/kit.ts'
import { chance as chanceOf } from './chance.ts'
import { startCrew } from './crew.ts'
import { drawEntries, type Load } from './draw.ts'
import { type Arrival, type DeliveryRow, type Evidence, gather } from './evidence.ts'
import type { Entry } from './ledger.ts'
import type { PlatformName } from './platforms/index.ts'
import { seedPosts, seedWorkspaces } from './seed.ts'
import { openStage, type Stage } from './stage.ts'
import { estrange } from './strangers.ts'

export interface RestoreOptions {
  seed: number
  deliveries: number
  workers: number
  platforms: readonly PlatformName[]
  keep: boolean
  say: (line: string) => void
}

const LEASE = 5_000
const PACE = 30
/** Falls due while the original runs; the backup is made in the middle of it. */
const RUN = 30_000
/** Of what is on schedule for later, so much is hurried by somebody after the backup. */
const HURRIED = 0.3
const STILL = 150_000

/** Answers whether nothing is there twice, and every delivery says what is true. */
export async function restoreElsewhere(options: RestoreOptions): Promise<boolean> {
  const { seed, deliveries, workers, platforms, keep, say } = options
  const chance = chanceOf(seed)
  await using stack = new AsyncDisposableStack()
  const stage = stack.use(await openStage({ lease: LEASE, pace: PACE, keep, platforms }))
  if (keep) say(`logs in ${stage.logs}`)
  for (const each of platforms) await estrange(stage.sandbox, each, chance.of(`${each} itself`))
  const workspaces = await seedWorkspaces(stage, Math.max(2, Math.round(deliveries / 150)))
  const began = Date.now()
  const load: Load = new Map()
  const draw = (share: number, first: number, from: number, until: number) =>
    drawEntries(
      workspaces,
      chance.of(`posts from ${first}`),
      { deliveries: deliveries * share, first, from: new Date(from), until: new Date(until) },
      load,
    )
  const now = draw(0.8, 1, began, began + RUN)
  const later = draw(0.2, now.length + 1, began + 3_600_000, began + 7_200_000)
  await seedPosts(stage.deps, [...now, ...later])
  const file = join(stage.folder, 'crier.backup')
  await original(stage, {
    workers,
    file,
    began,
    hurried: later.filter(() => chance.below(100) < HURRIED * 100),
  })
  const before = await gather(stage)
  say(
    `${before.deliveries.length} deliveries; ${before.arrivals.length} posts and comments on the platforms when the original had ended`,
  )

  const restored = stack.use(await anew(stage))
  const answer = await asked(['restore', file], restored.settings)
  say(`restored: ${answer.split('\n')[0]}`)
  const crew = stack.use(
    await startCrew({ workers, settings: restored.settings, logs: stage.logs }),
  )
  await crew.whole()
  say(`resumed: ${(await asked(['resume'], restored.settings)).replaceAll('\n', ' ')}`)
  await settled(restored.stage)
  const after = await gather(restored.stage)
  const faults = wrongIn(after, platforms)
  const is = (status: string) => after.deliveries.filter((one) => one.status === status).length
  say(
    `\nRestored from a backup, seed ${seed}: ${is('published')} published, ${is('blocked')} asked about, ${is('failed')} failed, ${is('pending')} wait for their time; ${after.arrivals.length} posts and comments on the platforms, ${after.arrivals.length - before.arrivals.length} of them since`,
  )
  for (const fault of faults.slice(0, 40)) say(`  ${fault}`)
  say(
    `  ${faults.length ? `WRONG: ${faults.length}` : 'right: nothing twice, and every delivery says what is true'}`,
  )
  return faults.length === 0
}

/** Until everything that was due has ended. */
async function original(
  stage: Stage,
  {
    workers,
    file,
    began,
    hurried,
  }: { workers: number; file: string; began: number; hurried: readonly Entry[] },
) {
  await using crew = await startCrew({ workers, settings: stage.settings, logs: stage.logs })
  await crew.whole()
  await sleep(Math.max(0, began + RUN / 2 - Date.now()))
  await asked(['backup', file], stage.settings)
  // Somebody does not wait for them, which the backup does not know.
  for (const { workspace, post_id } of hurried) {
    const answer = await fetch(`${stage.base_url}/api/posts/${post_id}/publish-now`, {
      method: 'POST',
      headers: { authorization: `Bearer ${workspace.token}` },
    })
    if (!answer.ok) throw new Error(`publish: ${answer.status} ${await answer.text()}`)
    await answer.body?.cancel()
  }
  await settled(stage)
}

/** A database and a folder of its own, beside the same platforms. */
async function anew(stage: Stage) {
  await sql`create database restored`.execute(stage.deps.db)
  const url = new URL(stage.settings['DATABASE_URL'] ?? '')
  url.pathname = '/restored'
  const folder = join(stage.folder, 'restored')
  await mkdir(folder)
  const settings = { ...stage.settings, DATABASE_URL: url.href, DATA_DIR: folder }
  const { db, ...connected } = connect(
    { connectionString: url.href },
    { max: 4, name: 'crier-chaos' },
  )
  const patiently: Stage['patiently'] = async (ask) => ask(db)
  return {
    settings,
    stage: { ...stage, settings, deps: { ...stage.deps, db }, patiently },
    [Symbol.asyncDispose]: () => connected[Symbol.asyncDispose](),
  }
}

/** Nothing is under way, or due, any more; or nothing moves. */
async function settled({ deps: { db } }: Stage) {
  let before = ''
  for (let still = Date.now(); Date.now() - still < STILL; await sleep(500)) {
    // Pauses of a quarter of an hour are let pass, as in the random experiment.
    await sql`update deliveries set lease_until = now() + interval '3 s' where status = 'publishing' and lease_until > now() + interval '20 s'`.execute(
      db,
    )
    await sql`update deliveries set due_at = now() + interval '1 s' where status = 'pending' and attempt > 0
      and due_at > now() + interval '10 s' and due_at < now() + interval '30 minutes'`.execute(db)
    const { rows } = await sql<{ open: number; moves: string }>`
      select count(*) filter (where status = 'publishing' or status = 'pending' and due_at < now() + interval '30 minutes')::int as open,
        concat(count(*) filter (where status = 'published'), ' ', sum(attempt)) as moves
      from deliveries`.execute(db)
    const [row] = rows
    if (row?.open === 0) return
    if (row && row.moves !== before) {
      before = row.moves
      still = Date.now()
    }
  }
}

function wrongIn(evidence: Evidence, platforms: readonly PlatformName[]): string[] {
  const byStep = Map.groupBy(
    evidence.arrivals,
    ({ of }) => `${of.workspace_id}/${of.delivery_id}/${of.step}`,
  )
  const twice = [...byStep]
    .filter(([, all]) => all.length > 1)
    .map(
      ([what, all]) =>
        `DUPLICATE ${all[0]?.platform} ${what}: ${all.map(({ id }) => id).join(', ')}`,
    )
  const posts = new Map(
    evidence.arrivals
      .filter(({ of }) => of.step === 'post')
      .map((one) => [`${one.of.workspace_id}/${one.of.delivery_id}`, one]),
  )
  const rest = evidence.deliveries
    .filter(({ platform }) => platforms.some((each) => each === platform))
    .flatMap((row) => lieOf(row, posts.get(`${row.workspace_id}/${row.id}`)))
  return [...twice, ...rest]
}

function lieOf(row: DeliveryRow, post: Arrival | undefined): string[] {
  const { status, platform, id, blocked_reason } = row
  const told = `${platform} delivery ${id}, ${status} ${row.error_code ?? ''}`
  if (status === 'publishing') return [`STUCK ${told}`]
  if (status === 'published' && !post) return [`LOST ${told}`]
  if (status === 'failed' && post) return [`WRONGLY REPORTED ${told}`]
  if (status === 'pending' && post) return [`WRONGLY REPORTED ${told}: it is there`]
  if (status === 'pending' && row.due_at && Date.parse(row.due_at) < Date.now())
    return [`STUCK ${told}`]
  if (status === 'blocked' && blocked_reason !== 'outcome_unknown') return [`STUCK ${told}`]
  return []
}

/** What it says; rises where it fails. */
async function asked(words: readonly string[], settings: Record<string, string>): Promise<string> {
  const { code, said } = await crier(words, settings)
  if (code !== 0) throw new Error(`crier ${words.join(' ')}: ${said}`)
  return said.trim()
}
