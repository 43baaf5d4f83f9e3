/** Calls webhooks: each send until it is answered or given up. A crash in between sends one twice under one id, and loses none. */
import { waker } from '#publishing/waker.ts'
import { claimSends, nextSend } from '#store/webhook-sends.ts'
import type { Dependencies } from './dependencies.ts'
import { sendOne } from './send.ts'
import { spread } from './spread.ts'

/** Longer than one call can take. */
const LEASE = 30_000
/** Calls under way in this process, and of one webhook in all processes. */
const HANDS = 64
const EACH = 4
/** What was missed, or becomes due elsewhere, is found by this. */
const LOOK = 2_000
const AFTER_TROUBLE = 1_000
/** Milliseconds that a stop waits for answers; what has not come by then goes out again. */
const GRACE = 3_000

export function startDispatcher(deps: Dependencies): AsyncDisposable {
  const { db, now, log } = deps
  const stopping = new AbortController()
  const under = new Set<Promise<void>>()
  const { wake, sleep } = waker(0)
  let stopped = false
  let troubled = false

  async function loop() {
    while (!stopped) {
      try {
        await round()
        troubled = false
      } catch (error) {
        if (!troubled && !stopped) log.error({ err: error }, 'webhooks are in trouble')
        troubled = true
        if (!stopped) await sleep(AFTER_TROUBLE)
      }
    }
  }

  async function round() {
    while (!stopped && (await spread(db, now())));
    const at = now()
    const free = HANDS - under.size
    const leases = free
      ? await claimSends(db, {
          now: at,
          lease_until: new Date(at.getTime() + LEASE),
          limit: free,
          each: EACH,
        })
      : []
    for (const lease of leases) begin(lease)
    if (stopped) return
    const next = await nextSend(db, at)
    await sleep(Math.min(LOOK, Math.max(0, (next?.getTime() ?? Infinity) - now().getTime())))
  }

  function begin(lease: Parameters<typeof sendOne>[0]) {
    const sending = sendOne(lease, deps, stopping.signal)
      .then(
        () => {},
        // Its lease runs out, and it goes out again.
        (error: unknown) => log.error({ err: error, send: lease.id }, 'a webhook was not settled'),
      )
      .finally(() => {
        under.delete(sending)
        // A hand is free, here and for this webhook.
        wake()
      })
    under.add(sending)
  }

  const quiet = deps.onNews(wake)
  const working = loop()
  return {
    async [Symbol.asyncDispose]() {
      stopped = true
      quiet()
      wake()
      const grace = new Promise((done) => setTimeout(done, GRACE).unref())
      await Promise.race([Promise.all(under), grace])
      stopping.abort(new Error('The service stops.'))
      await Promise.all([working, ...under])
    },
  }
}
