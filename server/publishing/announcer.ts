/** Tells everybody who waits that posts have settled: many at a time, and never within the transaction that settled them. */
import type { Db } from '#store/schema.ts'
import { announceSettled } from '#store/deliveries.ts'

/** So long news gather. PostgreSQL lets one committing transaction with news through at a time. */
const GATHER = 10

/** News that is lost with its process costs a waiting caller its patience, nothing else. */
export function announcer(db: Db, log: { error(about: object, text: string): void }) {
  let waiting: number[] = []
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> = Promise.resolve()

  function tell() {
    timer = undefined
    const ids = waiting
    waiting = []
    telling = announceSettled(db, ids).catch((error: unknown) =>
      log.error({ err: error }, 'news could not be told'),
    )
  }

  return {
    settled(post_id: number) {
      waiting.push(post_id)
      timer ??= setTimeout(tell, GATHER)
    },

    async flush() {
      clearTimeout(timer)
      if (waiting.length) tell()
      await telling
    },
  }
}
