/** A process rests while the instance is closed, and while it has not the key: it answers nobody and begins nothing. */
import type { FastifyBaseLogger } from 'fastify'
import type { Listener } from '#database/listen.ts'
import type { Closed } from '#store/instance.ts'
import type { Db } from '#store/schema.ts'
import { closedWords, watchClosing } from './closing.ts'
import type { InstanceKeys } from './secret-keys.ts'
import { watchKeys } from './watching-keys.ts'

/** For callers: an operator has the reason in the log. */
const KEYLESS =
  'This process has not the key of the instance any more. Try again in a moment, with the same Idempotency-Key.'

interface Watched {
  db: Db
  listener: Listener
  keys: InstanceKeys
}

interface Turns {
  rest: () => Promise<void>
  rise: () => void
}

export function whetherToRest(log: FastifyBaseLogger) {
  let closed: Closed | undefined
  let keyless = false
  let resting = false
  /** One change after the other: who opens it again waits until it has come to rest. */
  let turn = Promise.resolve()

  function turnTo({ rest, rise }: Turns) {
    const rests = closed !== undefined || keyless
    if (rests === resting) return
    resting = rests
    turn = turn.then(rests ? rest : rise).catch((error: unknown) => {
      log.error({ err: error }, 'could not come to rest')
    })
  }

  return {
    /** To callers; undefined: it works. */
    why: () => (closed && closedWords(closed)) ?? (keyless ? KEYLESS : undefined),
    settled: async () => turn,
    watch: ({ db, listener, keys }: Watched, turns: Turns): Disposable => {
      const watching = new DisposableStack()
      watching.use(
        watchClosing(db, listener, (change) => {
          closed = change
          if (change) log.warn(closedWords(change))
          else log.info('The instance is open again.')
          turnTo(turns)
        }),
      )
      watching.use(
        watchKeys(db, listener, keys, (trouble) => {
          keyless = trouble !== undefined
          if (trouble === undefined) log.info('The key of the instance is here again.')
          else log.error(trouble)
          turnTo(turns)
        }),
      )
      return watching
    },
  }
}
