/** The loop that claims deliveries and carries them out: many at once, woken by time, by news, and by its own free hands. */
import {
  type AccountLimits,
  claimLapsed,
  claimOnTrip,
  type ClaimOptions,
  type Lease,
  renewLease,
  renewLeases,
} from '#store/claims.ts'
import { readWork, type Work } from '#store/attempts.ts'
import { sideOf } from '#store/circuits.ts'
import type { AttemptOutcome } from '#rules/observer.ts'
import { followed, onDelivery, type Span } from '#rules/tracer.ts'
import type { Db } from '#store/schema.ts'
import type { Trip } from '#store/trip.ts'
import { attempt, type AttemptResult } from './attempt.ts'
import type { Dependencies } from './dependencies.ts'
import { signOf } from './circuit.ts'
import { conclude } from './conclude.ts'
import { type Hand, handsOf, spareOf } from './hands.ts'
import { type Hold, LeaseLost } from './hold.ts'
import { announcer } from './announcer.ts'
import { waker } from './waker.ts'
import { watch } from './watch.ts'
import { writersOn } from './writers.ts'

export interface WorkerOptions extends Omit<Dependencies, 'stopping' | 'suspects' | 'writers'> {
  /** Shown in the timeline: which process it was. */
  name: string
  /** Claims and renewals have connections of their own: they must not stand in line behind a herd's attempts. */
  claims: { db: Db; trip: Trip }
  /** What attempts write together goes on connections of its own: it must not stand in line behind what waits alone. */
  together: Db
  /**
   * Deliveries under way at once, for each platform, and for each emulated one: one that is slow or dead holds nobody else's
   * hands. The work is waiting, so hundreds are fine. An eighth more are for workspaces that have none under way there.
   */
  concurrency: number
  limits: AccountLimits
  /** Milliseconds after which another worker takes over what this one no longer renews. */
  lease: number
  /** Calls back whenever something may have become due; answers how to stop that. */
  onNews(wake: () => void): () => void
}

export interface Worker {
  /** Claims nothing more, lets attempts reach a safe point, then resolves; after `patience` ms it stops waiting. */
  stop(patience?: number): Promise<void>
}

interface Running {
  work: Work
  abort: AbortController
  until: Date
  done: Promise<void>
  /** The platform has had its say; what is left is to write it down. */
  answered: boolean
}

/** What is ours to mend, by the code of the failure. */
const TROUBLES: Record<string, string> = {
  internal_error: 'a connector broke',
  media_unreadable: 'a stored file could not be read',
}

/** As the timeline calls them. */
const OUTCOMES: Record<AttemptResult['decision']['kind'], AttemptOutcome> = {
  published: 'published',
  failed: 'failed',
  blocked: 'blocked',
  postpone: 'later',
  come_back: 'look',
  released: 'released',
  // A step is; an attempt never is.
  done: 'broke_off',
}

const UNHAPPY = new Set<AttemptOutcome>(['failed', 'blocked', 'later', 'look', 'lost', 'broke_off'])

function attemptOf(work: Work) {
  const begin = onDelivery('attempt', { ...work, delivery_id: work.id })
  return { ...begin, attributes: { ...begin.attributes, 'crier.attempt': work.attempt } }
}

/** It may be that nobody is answered there now. */
function isKeptOut(outcome: AttemptResult) {
  const { failure } = outcome
  const isPaused = failure?.kind === 'later' && failure.scope === 'app'
  return isPaused || signOf(outcome).sign === 'silence'
}

/** Counts how an attempt ended, and how long it took from here. */
function tellerOf(
  { platform, sandbox }: Work,
  { observer }: Pick<Dependencies, 'observer'>,
  span: Span | undefined,
) {
  const began = performance.now()
  return (outcome: AttemptOutcome, code: string | null) => {
    const seconds = (performance.now() - began) / 1000
    observer?.attempted({ platform, sandbox, outcome, code, seconds })
    span?.set({ 'crier.outcome': outcome })
    if (UNHAPPY.has(outcome)) span?.fail(code ?? outcome)
  }
}

const NOBODYS: Lease = { workspace_id: 0, id: 0, lease_token: 0, attempt: 0, worker: null }
/** Without news and without a due time, look this often. */
const POLL = 1_000
/** Free hands gather for this long before the next claim, so that a herd is not claimed one by one. */
const GATHER = 20
/** For a few hands the next claim is made after so many times as long as the last one took, and so many milliseconds at least. */
const RESTS = 8
const LEAST_REST = 60
/** Questions that the platform may answer, and second calls, are looked for so often. */
const WATCH = 15_000

export function startWorker(options: WorkerOptions): Worker {
  const { now, lease, concurrency, log } = options
  const claims = options.claims.db
  const running = new Map<string, Running>()
  const spare = spareOf(concurrency)
  const { wake, wakeSoon, sleep } = waker(GATHER, mayClaim)
  /** Platforms, emulated ones apart, that have answered since somebody looked for free hands, or should answer in a moment. */
  const heard = new Set<string>()
  const hands = handsOf({ concurrency, spare, onSoon: comesFree })
  const news = announcer(claims, log)
  /** Until then no claim is made for a few hands, and what wakes us when it is over. */
  let rested = 0
  let later: NodeJS.Timeout | undefined
  let stopping = false
  /** When the first of all leases ends; until it is known, one may have. */
  let lapse: Date | undefined = new Date(0)
  const deps: Dependencies = {
    ...options,
    suspects: new Set(),
    writers: writersOn({ ...options, alone: options.db }),
    stopping: () => stopping,
  }

  const quiet = options.onNews(wake)
  const renewing = setInterval(() => void renew(), lease / 3)
  const looping = loop()
  // What is wrong with the database is told by whoever needs it.
  void warm().catch(() => {})
  const watching = setInterval(() => void watchRound(), WATCH)

  async function warm() {
    await readWork(claims, [NOBODYS])
    await deps.writers.warm()
  }

  async function loop() {
    while (!stopping) {
      try {
        const pause = await round()
        await sleep(pause)
      } catch (error) {
        log.error({ err: error }, 'claiming failed; trying again')
        await sleep(POLL)
      }
    }
  }

  /** Claims what there is to claim; answers for how long there will be nothing. */
  async function round() {
    const since = now()
    const hasLapsed = lapse !== undefined && lapse <= since
    if (hasLapsed) await claim(async (wanted) => ({ leases: await claimLapsed(claims, wanted) }))
    // By a clock read anew: what fell due meanwhile waits for no second round.
    const { next, ...told } = await claim((wanted) =>
      claimOnTrip(options.claims, wanted, options.limits, since),
    )
    lapse = told.lapse
    deps.observer?.claimed(now())
    // It may have been written after the last look, by another process.
    if (!hasLapsed && lapse && lapse <= since) return 0
    return next ? Math.min(Math.max(next.getTime() - now().getTime(), 0), POLL) : POLL
  }

  async function claim<Claimed extends { leases: Lease[] }>(
    take: (wanted: ClaimOptions) => Promise<Claimed>,
  ) {
    const at = now()
    const lease_until = new Date(at.getTime() + lease)
    const wanted = { now: at, lease_until, limit: concurrency, spare, worker: options.name }
    const began = performance.now()
    const { free, spares } = freeHands()
    const claimed = await take({ ...wanted, free, spares })
    rested = performance.now() + Math.max(LEAST_REST, RESTS * (performance.now() - began))
    for (const work of await readWork(claims, claimed.leases)) begin(work, lease_until)
    return claimed
  }

  /**
   * For how many more of a platform, of each that has anything under way, and for how many of workspaces that have nothing there.
   * Who only writes down an end holds no hand, up to as many again; and for hands that come free in a moment some are claimed ahead.
   * `few`: so few that a claim is not yet worth it.
   */
  function freeHands() {
    const free: Record<string, number> = {}
    const unwritten: Record<string, number> = {}
    for (const { work, answered } of running.values()) {
      const side = sideOf(work)
      const others = answered ? (unwritten[side] ??= 0) : 0
      if (answered) unwritten[side] = others + 1
      const held = answered && others < concurrency ? 0 : 1
      free[side] = (free[side] ?? concurrency + hands.ahead(side)) - held
    }
    const spares: Record<string, number> = {}
    const few: string[] = []
    // In a herd, wait until a good part of the hands is free: a claim costs the same for one row or a hundred.
    const many = performance.now() < rested ? concurrency / 4 : 1
    for (const [side, count] of Object.entries(free)) {
      spares[side] = hands.spare(side)
      if (count >= Math.max(1, many)) continue
      if (count >= 1) few.push(side)
      free[side] = 0
    }
    return { free, spares, few }
  }

  function mayClaim() {
    const { free, few } = freeHands()
    const may = [...heard].some((side) => free[side] !== 0)
    heard.clear()
    if (!may && few.length)
      later ??= setTimeout(() => {
        later = undefined
        few.forEach(comesFree)
      }, rested - performance.now())
    return may
  }

  function comesFree(side: string) {
    heard.add(side)
    wakeSoon()
  }

  function begin(work: Work, until: Date) {
    const abort = new AbortController()
    const key = `${work.id}:${work.lease_token}`
    const held: Running = { work, abort, until, done: Promise.resolve(), answered: false }
    let hand: Hand | undefined
    const free = () => comesFree(sideOf(work))
    const answered = () => {
      hand?.()
      held.answered = true
      free()
    }
    running.set(key, held)
    const hold = {
      signal: abort.signal,
      until: () => held.until,
      hand: async () =>
        (hand ??= await hands.take(sideOf(work), work.workspace_id, abort.signal)) !== undefined,
    }
    held.done = carry(work, hold, answered).finally(() => {
      hand?.()
      running.delete(key)
      free()
    })
  }

  async function carry(work: Work, hold: Hold, answered: () => void) {
    return followed(
      deps.tracer,
      () => attemptOf(work),
      (span) => carryOut(work, hold, { answered, span }),
    )
  }

  async function carryOut(
    work: Work,
    hold: Hold,
    { answered, span }: { answered: () => void; span: Span | undefined },
  ) {
    const { signal } = hold
    const tell = tellerOf(work, deps, span)
    const about = {
      workspace: work.workspace_id,
      post: work.post_id,
      delivery: work.id,
      attempt: work.attempt,
    }
    try {
      const outcome = await attempt(work, deps, hold)
      if (isKeptOut(outcome)) hands.disperse(sideOf(work))
      answered()
      const kept = await conclude(work, outcome, deps, hold)
      const { decision, step, failure } = outcome
      span?.set({ 'crier.step': step ?? undefined })
      if (kept) news.settled(work.post_id)
      const code = failure?.code ?? ('code' in decision ? decision.code : null)
      tell(kept ? OUTCOMES[decision.kind] : 'lost', code)
      const result = {
        ...about,
        platform: work.platform,
        outcome: decision.kind,
        step,
        code: failure?.code,
      }
      const trouble = failure && TROUBLES[failure.code]
      if (trouble) log.error({ ...result, err: failure.cause }, trouble)
      if (kept) log.info(result, 'attempt ended')
      else log.warn(result, 'attempt ended after its lease')
    } catch (error) {
      const lost = error instanceof LeaseLost || signal.aborted
      tell(lost ? 'lost' : 'broke_off', null)
      if (lost) log.warn(about, 'attempt stopped: the lease is lost')
      // The database is gone or we have a bug: nothing is written, the lease runs out, and the next one looks first.
      else log.error({ ...about, err: error }, 'attempt broke off')
    }
  }

  let watched: Promise<unknown> = Promise.resolve()
  let under_watch = false
  /** One round at a time. */
  async function watchRound() {
    if (under_watch || stopping) return
    under_watch = true
    watched = watch(options.db, deps)
      .catch((error: unknown) => log.error({ err: error }, 'what is in doubt could not be watched'))
      .finally(() => {
        under_watch = false
      })
    await watched
  }

  async function renew() {
    const held = [...running.values()]
    try {
      const until = new Date(now().getTime() + lease)
      const works = held.map(({ work }) => work)
      const kept = await renewLeases(claims, works, until)
      const skipped = held.filter(({ work }) => !kept.has(`${work.id}:${work.lease_token}`))
      for (const each of held) if (!skipped.includes(each)) each.until = until
      await Promise.all(skipped.map((each) => renewAlone(each, until)))
    } catch (error) {
      log.error({ err: error }, 'leases could not be renewed')
    }
  }

  /** Somebody has locked its row, or it is ours no longer. */
  async function renewAlone(each: Running, until: Date) {
    if (await renewLease(claims, each.work, until)) each.until = until
    else each.abort.abort(new LeaseLost())
  }

  return {
    async stop(patience = 25_000) {
      stopping = true
      hands.close()
      quiet()
      wake()
      await looping
      const all = Promise.all([...running.values()].map(({ done }) => done))
      let timer: NodeJS.Timeout | undefined
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patience)
      })
      await Promise.race([all, enough])
      clearTimeout(timer)
      clearTimeout(later)
      clearInterval(renewing)
      clearInterval(watching)
      await watched
      for (const { abort } of running.values()) abort.abort(new LeaseLost())
      await news.flush()
    },
  }
}
