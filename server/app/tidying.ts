/** What a start leaves behind is given back once, when nobody waits. */
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'

interface Around {
  signal: AbortSignal
  sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
  /** Since it was last asked: which share of the time something was carried out. */
  busy?: () => number
  collect?: () => void
}

/** Over which time it must have been idle. Longer than what a start begins and does not wait for. */
const WATCHED_MS = 15_000
/** A share of it; what looks for work by itself goes on. */
const IDLE = 0.2

/** Resolves once it is done, or the signal has aborted. Nothing is answered for the quarter of a second that it takes at the most. */
export async function tidyOnce(
  { signal, sleep = waiting, busy = utilization(), collect = collectAll }: Around,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  do {
    await sleep(WATCHED_MS, signal)
    if (signal.aborted) return
  } while (busy() > IDLE)
  try {
    collect()
  } catch (error) {
    log.warn({ err: error }, 'what the start left in memory could not be given back')
  }
}

/** Keeps no process alive. */
async function waiting(milliseconds: number, signal: AbortSignal) {
  await setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => {})
}

function utilization() {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    return utilization
  }
}

const Collect = z.custom<(how: object) => void>((value) => typeof value === 'function')

/** The flag is there for as long as a context is made: nothing else that runs here gets the function. */
function collectAll() {
  setFlagsFromString('--expose-gc')
  try {
    const collect = Collect.parse(runInNewContext('gc'))
    collect({ type: 'major', execution: 'sync' })
  } finally {
    setFlagsFromString('--no-expose-gc')
  }
}
