/**
 * Gives events their numbers, a moment after their commit, and folds what changed totals. Every process runs one; whichever
 * comes first does the work.
 */
import type pg from 'pg'
import { connect } from '#database/connect.ts'
import { numberEvents, settleEpoch } from '#store/events.ts'
import { foldTotals } from '#store/totals.ts'

/** Milliseconds between two looks: nothing announces events, since who commits with a notice waits for all others who do. */
const EVERY = 40
const AFTER_TROUBLE = 500
/** Of so many looks one folds: what waits for it is read again by everybody who asks for a total. */
const FOLDS = 5

interface Log {
  error(about: object, text: string): void
}

/** On a connection of its own: what is busy answering must not keep readers waiting. */
export function startNumberer(database: pg.PoolConfig, log: Log): AsyncDisposable {
  const { db, ...connected } = connect(database, { max: 1, name: 'crier-events' })
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let known = false
  let troubled = false
  let looks = 0
  let looking: Promise<void> = look()

  async function look() {
    let wait = EVERY
    try {
      // Also after trouble: the server may be another one than before.
      if (!known) await settleEpoch(db)
      known = true
      const { full } = await numberEvents(db)
      if (full) wait = 0
      if (++looks % FOLDS === 0) await foldTotals(db)
      troubled = false
    } catch (error) {
      known = false
      wait = AFTER_TROUBLE
      if (!troubled && !stopped) log.error({ err: error }, 'events are not numbered')
      troubled = true
    }
    if (!stopped)
      timer = setTimeout(() => {
        looking = look()
      }, wait)
  }

  return {
    async [Symbol.asyncDispose]() {
      stopped = true
      clearTimeout(timer)
      await looking
      await connected[Symbol.asyncDispose]()
    },
  }
}
