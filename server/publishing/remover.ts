/** The loop that takes down what somebody wants down: claimed with a lease, so that whoever dies is followed by another. */
import {
  claimRemovals,
  endRemoval,
  hasOpenRemovals,
  nextRemoval,
  type RemovalWork,
} from '#store/removals.ts'
import { giveUpFor } from '#store/giving-up.ts'
import { signIn, tell } from './circuit.ts'
import { pauseRemovals } from './pausing.ts'
import type { Acting } from './dependencies.ts'
import { LeaseLost } from './hold.ts'
import { takeDown } from './take-down.ts'
import { waker } from './waker.ts'

export interface RemoverOptions extends Omit<Acting, 'stopping' | 'suspects'> {
  /** Removals under way at once, for each platform. */
  concurrency: number
  /** Calls back whenever something may be due. */
  onNews(wake: () => void): () => void
}

/** Longer than the calls between two saves can take, each of which prolongs it. */
const LEASE = 180_000
/** Without news: what waits for a delivery to settle, or for an account, is found by this. */
const POLL = 2_000
const GRACE = 25_000

export function startRemover(options: RemoverOptions): AsyncDisposable {
  const { db, now, log, concurrency } = options
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
        log.error({ err: error }, 'what is to be taken down could not be claimed')
        await sleep(POLL)
      }
    }
  }

  async function round() {
    if (!(await hasOpenRemovals(db))) return sleep(POLL)
    const at = now()
    await giveUpFor(db, at)
    const lease_until = new Date(at.getTime() + LEASE)
    const free = Object.fromEntries(
      Object.entries(busy).map(([platform, count]) => [platform, concurrency - count]),
    )
    for (const work of await claimRemovals(db, { now: at, lease_until, limit: concurrency, free }))
      begin(work, lease_until)
    const next = await nextRemoval(db, at)
    const soon = next ? Math.max(0, next.getTime() - now().getTime()) : POLL
    await sleep(Math.min(POLL, soon))
  }

  function begin(work: RemovalWork, lease_until: Date) {
    busy[work.platform] = (busy[work.platform] ?? 0) + 1
    const key = `${work.id}:${work.lease_token}`
    const working = removeOne(work, deps, { lease_until, signal: cut.signal }).finally(() => {
      busy[work.platform] = (busy[work.platform] ?? 1) - 1
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

/** Carries one out and writes down how it came out. Never rejects: what breaks off is taken over when its lease has run out. */
export async function removeOne(
  work: RemovalWork,
  deps: Acting,
  { lease_until, signal }: { lease_until: Date; signal: AbortSignal },
): Promise<void> {
  const { workspace_id, post_id: post, delivery_id: delivery } = work
  const about = { workspace: workspace_id, post, delivery, removal: work.id }
  let until = lease_until
  const prolong = () => (until = new Date(deps.now().getTime() + LEASE))
  try {
    const taken = await takeDown(work, deps, { signal, until: () => until, prolong })
    const { end, failure, asked, steps } = taken
    if (failure) await pauseRemovals(work, failure, end, deps.db)
    if (asked) {
      const answered = { sign: 'answer', page: false, published: false } as const
      const shown = failure ? { ...signIn(failure), published: false } : answered
      await tell(work, shown, deps)
    }
    const kept = await endRemoval(deps.db, work, end, steps, deps.now())
    const result = { ...about, platform: work.platform, state: end.state, code: failure?.code }
    if (failure?.code === 'internal_error')
      deps.log.error({ ...result, err: failure.cause }, 'a connector broke')
    if (kept) deps.log.info(result, 'removal ended')
    else deps.log.warn(result, 'removal ended after its lease')
  } catch (error) {
    if (error instanceof LeaseLost || signal.aborted)
      deps.log.warn(about, 'removal stopped: the lease is lost')
    else deps.log.error({ ...about, err: error }, 'removal broke off')
  }
}
