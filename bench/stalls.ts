/** Loaded before a service: writes down when its one thread stood still for more than a few milliseconds, and for what, into BENCH_STALLS. */
import { appendFileSync } from 'node:fs'
import { PerformanceObserver } from 'node:perf_hooks'

const file = process.env['BENCH_STALLS'] ?? ''
/** Milliseconds between two turns that are looked at, and from which on one is late. */
const TURN = 2
const STALL = 8
const COLLECTION = 3
/** Not at once: writing would take the processor from what is measured. */
const LATER = 500

let untold = ''

function note(kind: 'turn' | 'garbage', until: number, ms: number) {
  if (!untold) setTimeout(tell, LATER).unref()
  untold += `${JSON.stringify({ kind, until, ms: Math.round(ms) })}\n`
}

function tell() {
  appendFileSync(file, untold)
  untold = ''
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
