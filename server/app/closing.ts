/** An instance that is closed: what its processes do about it, and what they say. */
import type { Listener } from '#database/listen.ts'
import { StartError } from '#database/start-error.ts'
import { type Closed, closedAs, CLOSING } from '#store/instance.ts'
import type { Db } from '#store/schema.ts'
import { CRIER } from './command-line.ts'

/** For callers, who can only wait or ask elsewhere. */
export function closedWords({ as }: Closed): string {
  switch (as) {
    case 'moving':
      return 'The database is being moved. Try again in a moment, with the same Idempotency-Key.'
    case 'moved':
      return 'The database was moved, and the service waits to be started with the new one. Try again later, with the same Idempotency-Key.'
    case 'retired':
      return 'This instance was retired: it publishes nothing any more.'
  }
}

/** For whoever starts it. */
export function requireOpen(closed: Closed | undefined) {
  if (closed) throw new StartError(refusals[closed.as](closed))
}

const refusals: Record<Closed['as'], (closed: Closed) => string> = {
  moving: ({ since }) =>
    `This database is being moved since ${since}. If that was broken off: the same ${CRIER} db move once more, or ${CRIER} db reopen to stay here.`,
  moved: ({ since, moved_to }) =>
    `This database was moved to ${moved_to ?? 'another one'} at ${since}, and works no more. ${
      moved_to === EMBEDDED ? 'Unset DATABASE_URL' : 'Set DATABASE_URL to that one'
    }.`,
  retired: ({ since }) =>
    `This instance was retired at ${since}. If it shall publish again, and no copy of it does: ${CRIER} retire --undo`,
}

/** What the database in DATA_DIR is called. */
export const EMBEDDED = 'embedded'

/** A notice may be missed while the database is away. */
const EVERY = 5_000

/** Calls back when it is closed, and when it is open again. */
export function watchClosing(
  db: Db,
  listener: Listener,
  changed: (closed: Closed | undefined) => void,
): Disposable {
  let known: Closed['as'] | undefined
  const look = () => {
    void closedAs(db).then(
      (closed) => {
        if (closed?.as === known) return
        known = closed?.as
        changed(closed)
      },
      // The database is away; asked again.
      () => {},
    )
  }
  const timer = setInterval(look, EVERY)
  const end = listener.on(CLOSING, look)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      end()
    },
  }
}
