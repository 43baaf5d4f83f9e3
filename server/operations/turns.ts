/** One thread answers everybody: long work of one request lets others in. */
import { setImmediate } from 'node:timers/promises'
import type { Work } from '#rules/work.ts'

/** Milliseconds after which others are let in; most requests never take as long. */
const LONG = 20

/** To be awaited between two pieces of work: resolves at once, unless it has been long since others were let in. */
export function turns(long = LONG): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < long) return
    await setImmediate()
    since = performance.now()
  }
}

/** `turn` of what goes on before and behind it, where that is more of the same: many short ones are long as well. */
export async function inTurns<Done>(work: Work<Done>, turn = turns()): Promise<Done> {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    await turn()
  }
}
