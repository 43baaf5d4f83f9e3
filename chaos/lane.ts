/** One publication after another, each with its worker stopped at a point of its own. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { end } from './aftermath.ts'
import { type Wire, databaseWire } from './database-wire.ts'
import { entryOf, numberAfter, type Way } from './draw.ts'
import { type Ending, type Gate, openGate, type Passage, type Point } from './gate.ts'
import { openLedger, type Entry, type Ledger } from './ledger.ts'
import { type PlatformWire, platformWire } from './platform-wire.ts'
import type { PlatformName } from './platforms/index.ts'
import { isReady, launch, type Process } from './process.ts'
import { seedPosts, seedWorkspaces } from './seed.ts'
import { skipTime } from './settling.ts'
import { openStage, type Stage } from './stage.ts'
import { freePort } from '../test/free-port.ts'

export interface Lane extends AsyncDisposable {
  stage: Stage
  ledger: Ledger
  /** Publishes undisturbed; answers every point that it passed. */
  rehearse(path: Way): Promise<Point[]>
  /** Publishes, stops the worker there, and lets another one finish. False: the point was not passed. */
  publish(
    path: Way,
    point: Point,
    ending: Ending,
  ): Promise<{ reached: boolean; post_id: number | undefined }>
}

const LEASE = 1_000
const PACE = 100
/** How long a frozen worker sleeps, at the longest, when nobody takes over because it holds the row itself: enough for a busy machine. */
const FROZEN = LEASE + 8_000
/** Milliseconds between two looks for waits to cut short, which cost more than to see whether all has ended. */
const SKIPPED_EVERY = 250
/** Well over the hour of looks after which a person is asked about what no list shows, which is 36 seconds at this pace, and what froze before. */
const SETTLING = 150_000

export async function openLane({
  keep,
  platforms,
}: {
  keep: boolean
  platforms: readonly PlatformName[]
}): Promise<Lane> {
  await using stack = new AsyncDisposableStack()
  const gate = openGate()
  const sandbox_port = await freePort()
  const platform: PlatformWire = stack.use(await platformWire(() => sandbox_port, gate))
  const stage = stack.use(
    await openStage({
      lease: LEASE,
      pace: PACE,
      keep,
      platforms,
      sandbox_url: platform.url,
      sandbox_port,
    }),
  )
  const database: Wire = stack.use(await databaseWire(stage.postgres.config, gate))
  const settings = { ...stage.settings, ROLE: 'worker', DATABASE_URL: database.url }
  const [workspace] = await seedWorkspaces(stage, 1)
  if (!workspace) throw new Error('No workspace was made.')

  // Serves files to platforms that fetch them; nobody stops it.
  const api = launch({ ...stage.settings, ROLE: 'api' }, join(stage.logs, 'api.log'))
  stack.defer(() => end(api.child))
  await isReady(api)

  const workers = new Set<Process>()
  stack.defer(async () => {
    await Promise.all([...workers].map(({ child }) => end(child)))
  })
  let launched = 0
  const hire = () => {
    const worker = launch(settings, join(stage.logs, `worker-${++launched}.log`))
    workers.add(worker)
    return worker
  }
  const dismiss = async (worker: Process) => {
    await end(worker.child)
    workers.delete(worker)
  }

  let worker = hire()
  await isReady(worker)
  const ledger = openLedger()
  const owned = stack.move()

  async function run(path: Way, point: Point | undefined, ending: Ending) {
    const { platform: wanted, kind } = path
    const accounts = workspace!.accounts.filter((each) => each.platform === wanted).slice(0, 1)
    const number = numberAfter(ledger.entries.at(-1)?.number ?? 0, path)
    const entry = entryOf(workspace!, { number, kind, accounts })
    ledger.entries.push(entry)
    let successor: Process | undefined
    let reached = false
    const stop = async (): Promise<Passage> => {
      reached = true
      if (ending === 'cut before') return 'drop'
      if (ending === 'cut after') return 'forward, drop the answer'
      successor = hire()
      if (ending !== 'frozen') {
        await dismiss(worker)
        return ending === 'lost' ? 'drop' : 'forward'
      }
      worker.child.kill('SIGSTOP')
      await isReady(successor)
      await takenOver(stage, entry)
      worker.child.kill('SIGCONT')
      return 'forward'
    }
    platform.holdAnswers(ending === 'frozen')
    await letDayPass(stage)
    await idle(gate)
    gate.arm(point, stop)
    await seedPosts(stage.deps, [entry])
    await sql`select pg_notify('due', '')`.execute(stage.deps.db)
    await settled(stage, entry)
    const trace = gate.trace()
    gate.arm(undefined, async () => 'forward')
    if (successor) {
      await isReady(successor)
      if (ending === 'frozen') await dismiss(worker)
      worker = successor
    }
    return { trace, reached, post_id: entry.post_id }
  }

  return {
    stage,
    ledger,
    async rehearse(path) {
      const { trace } = await run(path, undefined, 'lost')
      const end = trace.findLastIndex(({ label }) => label.includes('from end_attempts('))
      if (end < 0) throw new Error('Nobody was seen to end an attempt.')
      return trace.slice(0, end + 1).filter(({ label }) => !label.startsWith('('))
    },
    publish: run,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Just after a worker has looked for what is due and found nothing, it does not look again for a second. */
async function idle(gate: Gate) {
  const patience = new AbortController()
  const late = sleep(SETTLING, 'late' as const, { signal: patience.signal }).catch(
    () => 'over' as const,
  )
  const first = await Promise.race([gate.next(/^select pg_advisory_xact_lock/), late])
  patience.abort()
  if (first === 'late') throw new Error('The worker does not look for work.')
  await sleep(15)
}

/** Until another worker has begun, or nobody can. */
async function takenOver(stage: Stage, { post_id = 0 }: Entry) {
  const began = performance.now()
  while (performance.now() - began < FROZEN) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from attempts a join deliveries d on d.workspace_id = a.workspace_id and d.id = a.delivery_id
      where d.post_id = ${post_id} and a.number > 1`.execute(stage.deps.db)
    if (rows[0]?.n) return
    await sleep(10)
  }
}

async function settled(stage: Stage, { post_id = 0 }: Entry) {
  const began = performance.now()
  let skipped = -Infinity
  while (performance.now() - began < SETTLING) {
    if (performance.now() - skipped > SKIPPED_EVERY) {
      await skipTime(stage)
      skipped = performance.now()
    }
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from deliveries where post_id = ${post_id} and status in ('pending', 'publishing')`.execute(
      stage.deps.db,
    )
    if (rows[0]?.n === 0) return
    await sleep(40)
  }
}

/** Hundreds of posts on one account: how many a platform takes a day is not what is tried here. */
async function letDayPass({ deps }: Stage) {
  await sql`
    update deliveries set published_at = published_at - interval '25 hours'
    where published_at > now() - interval '25 hours'`.execute(deps.db)
}
