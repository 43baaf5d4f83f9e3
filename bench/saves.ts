/** Loaded before a service: writes down how long each save of an attempt took, a number a line, into BENCH_SAVES. */
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'

const file = process.env['BENCH_SAVES'] ?? ''
let untold = ''
/** Not at once: writing would take the processor from what is measured. */
const LATER = 500

subscribe('crier:saved', (ms) => {
  if (!untold) setTimeout(tell, LATER).unref()
  untold += `${String(ms)}\n`
})

function tell() {
  appendFileSync(file, untold)
  untold = ''
}
