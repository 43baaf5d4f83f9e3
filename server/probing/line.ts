/**
 * Who may work next, where there are few places: the owners take turns, each with a line of its own, and none has all
 * places to itself. So one who brings forty slow files waits for them alone.
 */
import { Problem } from '#rules/problem.ts'

export interface LineOptions {
  /** How many may work at once. One owner never has the last of several. */
  places: number
  /** How many of one owner may wait; more are told to come back. */
  waiting_each: number
  /** And of all owners together. */
  waiting: number
}

/** Whoever asks: files of one workspace wait for each other. */
export interface Asker {
  workspace_id?: number
  /** Aborts when nobody waits for the answer any more. */
  signal?: AbortSignal
}

export interface Line {
  /**
   * A place, until it is disposed of.
   * @throws {Problem} `unavailable` when too many wait, `bad_request` when the caller left
   */
  enter(asker: Asker): Promise<Place>
}

export interface Place extends Disposable {
  /** Its owner has other files at work or waiting: a crowd, beside which single files of others come first. */
  in_crowd: boolean
}

interface Waiting {
  admit: (in_crowd: boolean) => void
}

interface Owner {
  working: number
  waiting: Waiting[]
}

/** Seconds after which a line is likely to be shorter. */
const COME_BACK = 5

export function line({ places, waiting_each, waiting }: LineOptions): Line {
  // In the order of their turns: whoever was served goes to the end.
  const owners = new Map<number, Owner>()
  const most = Math.max(1, places - 1)
  let free = places
  let length = 0

  return {
    async enter({ workspace_id = 0, signal }) {
      if (signal?.aborted) throw left()
      const owner = owners.get(workspace_id) ?? { working: 0, waiting: [] }
      if (owner.waiting.length >= waiting_each || length >= waiting) throw busy()
      owners.set(workspace_id, owner)
      const in_crowd = await new Promise<boolean>((resolve, reject) => {
        const place = { admit }
        function admit(among_others: boolean) {
          signal?.removeEventListener('abort', leave)
          resolve(among_others)
        }
        function leave() {
          owner.waiting.splice(owner.waiting.indexOf(place), 1)
          length -= 1
          tidy(workspace_id, owner)
          reject(left())
        }
        signal?.addEventListener('abort', leave, { once: true })
        owner.waiting.push(place)
        length += 1
        serve()
      })
      return {
        in_crowd,
        [Symbol.dispose]() {
          free += 1
          owner.working -= 1
          tidy(workspace_id, owner)
          serve()
        },
      }
    },
  }

  function serve() {
    for (const [id, owner] of owners) {
      if (free === 0) return
      const next = owner.working < most ? owner.waiting.shift() : undefined
      if (!next) continue
      free -= 1
      length -= 1
      owner.working += 1
      owners.delete(id)
      owners.set(id, owner)
      next.admit(owner.working > 1 || owner.waiting.length > 0)
    }
  }

  function tidy(id: number, { working, waiting }: Owner) {
    if (working === 0 && waiting.length === 0) owners.delete(id)
  }
}

function busy() {
  return new Problem(
    'unavailable',
    `Try again in ${COME_BACK} seconds: too many files are being looked at just now.`,
    { retry_after: COME_BACK },
  )
}

/** Nobody hears it. */
export function left() {
  return new Problem('bad_request', 'Send this again: the call broke off before the file was read.')
}
