/** Loaded before a service: writes down when its one thread stood still for more than a few milliseconds, and for what, into BENCH_STALLS. */
import { PerformanceObserver } from 'node:perf_hooks'
import { toldLater } from './told-later.ts'

const tell = toldLater(process.env['BENCH_STALLS'] ?? '')
/** Milliseconds between two turns that are looked at, and from which on one is late. */
const TURN = 2
const STALL = 8
const COLLECTION = 3

function note(kind: 'turn' | 'garbage', until: number, ms: number) {
  tell(JSON.stringify({ kind, until, ms: Math.round(ms) }))
}

let last = performance.now()
setInterval(() => {
  const now = performance.now()
  if (now - last > TURN + STALL) note('turn', Date.now(), now - last - TURN)
  last = now
}, TURN).unref()

new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries())
    if (duration > COLLECTION)
      note('garbage', performance.timeOrigin + startTime + duration, duration)
}).observe({ entryTypes: ['gc'] })
