/**
 * Loaded before a worker: tells on its output, one line of JSON each, from when to when it waited for a platform, in
 * milliseconds of the clock. A call waits from when it was handed to the socket until the answer has arrived whole; a pause
 * is one that a connector makes before it looks again.
 */
import { subscribe } from 'node:diagnostics_channel'
import { z } from 'zod'

const Told = z.object({ request: z.custom<object>((value) => typeof value === 'object') })
const began = new WeakMap<object, number>()
const clock = () => performance.timeOrigin + performance.now()

subscribe('undici:request:create', (message) => {
  began.set(Told.parse(message).request, clock())
})
for (const end of ['undici:request:trailers', 'undici:request:error']) {
  subscribe(end, (message) => {
    const from = began.get(Told.parse(message).request)
    if (from !== undefined) tell({ call: { from, to: clock() } })
  })
}

const set = globalThis.setTimeout
/** Pauses of connectors are this long; the timers of drivers, which are set all the time, are longer. */
const isPause = (ms: unknown) => typeof ms === 'number' && ms >= 500 && ms <= 5_000

// Connectors sleep by `delay` in waiting.ts, and nobody else does.
globalThis.setTimeout = new Proxy(set, {
  apply(target, self, [act, ms, ...rest]: [() => void, ...unknown[]]) {
    if (!isPause(ms) || !new Error('whose').stack?.includes('/server/waiting.ts'))
      return Reflect.apply(target, self, [act, ms, ...rest])
    const from = clock()
    const told = () => {
      tell({ pause: { from, to: clock() } })
      act()
    }
    return Reflect.apply(target, self, [told, ms, ...rest])
  },
})

let untold = ''
const LATER = 1_000

/** Not at once: whoever listens would take the processor from what is measured. */
function tell(what: object) {
  if (!untold) {
    set(() => {
      process.stdout.write(untold)
      untold = ''
    }, LATER).unref()
  }
  untold += `${JSON.stringify(what)}\n`
}
