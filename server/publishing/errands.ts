/** The loop that carries out errands of one kind: claimed with a lease, so that whoever dies is followed by another. */
import type { Failure } from '#platforms/platform.ts'
import type { Progress } from '#rules/progress.ts'
import { followed, onDelivery } from '#rules/tracer.ts'
import {
  claimErrands,
  type ErrandEnd,
  type ErrandKind,
  type ErrandWork,
  hasOpenErrands,
  holdErrands,
  nextErrand,
} from '#store/errands.ts'
import { sideOf } from '#store/circuits.ts'
import type { Db } from '#store/schema.ts'
import { NOT_ASKED, signIn, tell } from './circuit.ts'
import { pauseFor } from './conclude.ts'
import type { Acting } from './dependencies.ts'
import type { Ended, Prolonged } from './errand.ts'
import { LeaseLost } from './hold.ts'
import { waker } from './waker.ts'

/** What is special about one kind. */
export interface Errand<End extends { state: string }> {
  kind: ErrandKind
  /** As logs name it. */
  name: string
  carry(this: void, work: ErrandWork, deps: Acting, hold: Prolonged): Promise<Ended<End>>
  end(
    this: void,
    db: Db,
    work: ErrandWork,
    end: ErrandEnd | End,
    steps: Progress,
    now: Date,
  ): Promise<boolean>
  /** Before every claim. */
  first?(this: void, db: Db, now: Date): Promise<void>
}

export interface ErrandOptions extends Omit<Acting, 'stopping' | 'suspects'> {
  /** Errands under way at once, for each platform. */
  concurrency: number
  /** Milliseconds for which a worker of deliveries holds one without renewing it. */
  lease: number
  /** Calls back whenever something may be due. */
  onNews(wake: () => void): () => void
}

/** Of those leases: three minutes, longer than the calls between two saves can take, each of which prolongs it. */
const LEASES = 6
/** Without news: what waits for a delivery to settle, or for an account, is found by this. */
const POLL = 2_000
const GRACE = 25_000

export function startErrands<End extends { state: string }>(
  errand: Errand<End>,
  options: ErrandOptions,
): AsyncDisposable {
  const { kind, name } = errand
  const { db, now, log, concurrency } = options
  const lease = options.lease * LEASES
  const cut = new AbortController()
  const under = new Map<string, Promise<void>>()
  const busy: Record<string, number> = {}
  let stopped = false
  const { wake, sleep } = waker(0)
  const deps: Acting = { ...options, suspects: new Set(), stopping: () => stopped }

  async function loop() {
    while (!stopped) {
      try {
        await round()
      } catch (error) {
        log.error({ err: error }, `no ${name} could be claimed`)
        await sleep(POLL)
      }
    }
  }

  async function round() {
    if (!(await hasOpenErrands(db, kind))) return sleep(POLL)
    const at = now()
    await errand.first?.(db, at)
    const lease_until = new Date(at.getTime() + lease)
    const free = Object.fromEntries(
      Object.entries(busy).map(([side, count]) => [side, concurrency - count]),
    )
    const claim = { now: at, lease_until, limit: concurrency, free }
    for (const work of await claimErrands(db, kind, claim)) begin(work, lease_until)
    const next = await nextErrand(db, kind, at)
    const soon = next ? Math.max(0, next.getTime() - now().getTime()) : POLL
    await sleep(Math.min(POLL, soon))
  }

  function begin(work: ErrandWork, lease_until: Date) {
    const side = sideOf(work)
    busy[side] = (busy[side] ?? 0) + 1
    const key = `${work.id}:${work.lease_token}`
    const hold = { lease, lease_until, signal: cut.signal }
    const working = follow(errand, work, deps, hold).finally(() => {
      busy[side] = (busy[side] ?? 1) - 1
      under.delete(key)
      wake()
    })
    under.set(key, working)
  }

  const quiet = options.onNews(wake)
  const working = loop()
  return {
    async [Symbol.asyncDispose]() {
      stopped = true
      quiet()
      wake()
      await working
      let timer: NodeJS.Timeout | undefined
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, GRACE)
      })
      await Promise.race([Promise.all(under.values()), enough])
      clearTimeout(timer)
      cut.abort(new LeaseLost())
      await Promise.all(under.values())
    },
  }
}

/** The lease with which one was claimed, and how many milliseconds a save prolongs it. */
export interface Held {
  lease: number
  lease_until: Date
  signal: AbortSignal
}

function follow<End extends { state: string }>(
  errand: Errand<End>,
  work: ErrandWork,
  deps: Acting,
  held: Held,
): Promise<void> {
  return followed(
    deps.tracer,
    () => onDelivery(errand.name, work),
    () => carryOut(errand, work, deps, held),
  )
}

/** Carries one out and writes down how it came out. Never rejects: what breaks off is taken over when its lease has run out. */
export async function carryOut<End extends { state: string }>(
  errand: Errand<End>,
  work: ErrandWork,
  deps: Acting,
  { lease, lease_until, signal }: Held,
): Promise<void> {
  const { kind, name } = errand
  const { workspace_id, post_id: post, delivery_id: delivery } = work
  const about = { workspace: workspace_id, post, delivery, [name]: work.id }
  let until = lease_until
  const prolong = () => (until = new Date(deps.now().getTime() + lease))
  try {
    const carried = await errand.carry(work, deps, { signal, until: () => until, prolong })
    const { end, failure, asked, steps } = carried
    if (failure) await pauseErrands(kind, work, failure, end, deps.db)
    await tell(work, asked ? signOf(failure) : NOT_ASKED, deps)
    const kept = await errand.end(deps.db, work, end, steps, deps.now())
    const result = { ...about, platform: work.platform, state: end.state, code: failure?.code }
    if (failure?.code === 'internal_error')
      deps.log.error({ ...result, err: failure.cause }, 'a connector broke')
    if (kept) deps.log.info(result, `${name} ended`)
    else deps.log.warn(result, `${name} ended after its lease`)
  } catch (error) {
    if (error instanceof LeaseLost || signal.aborted)
      deps.log.warn(about, `${name} stopped: the lease is lost`)
    else deps.log.error({ ...about, err: error }, `${name} broke off`)
  }
}

function signOf(failure: Failure | undefined) {
  const answered = { sign: 'answer', page: false, published: false } as const
  return failure ? { ...signIn(failure), published: false } : answered
}

/** Platforms count deleting and changing by themselves: what is too much of that stops no post from going out. */
const ALONE = new Set(['rate_limited', 'daily_limit'])

async function pauseErrands(
  kind: ErrandKind,
  work: ErrandWork,
  failure: Failure,
  end: { state: string; at?: Date },
  db: Db,
): Promise<void> {
  const until = end.state === 'pending' ? end.at : failure.retry_at
  if (failure.kind !== 'later' || failure.scope === 'call' || !until) return
  if (!ALONE.has(failure.code)) return pauseFor(work, failure, until, db)
  const { platform, sandbox, workspace_id, account_id } = work
  const whose = failure.scope === 'app' ? {} : { workspace_id, account_id }
  await holdErrands(db, kind, { platform, sandbox, ...whose }, until)
}
