/** Kills, freezes and restarts at moments drawn from the seed. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Crew } from './crew.ts'
import { count } from './ledger.ts'
import type { Postgres } from './postgres.ts'

/** How many of each in a run, before the rate of the run is applied. */
const troubles = {
  'worker killed': 150,
  'worker stopped cleanly': 14,
  'worker frozen past its lease': 50,
  'api killed': 24,
  'PostgreSQL stopped, immediate': 14,
  'PostgreSQL stopped, fast': 10,
  'a connection of PostgreSQL killed': 12,
} as const
export type Trouble = keyof typeof troubles

export interface Troubling {
  crew: Crew
  postgres: Postgres
  lease: number
}

/**
 * Makes all of it within about `seconds`, then leaves everything running; on a slow machine it takes longer, so that every
 * run of a seed has the same. `rate` 1 is a full run's share.
 */
export async function makeTrouble(
  at: Troubling,
  chance: Chance,
  { seconds, rate }: { seconds: number; rate: number },
) {
  const done = new Map<string, number>()
  let database = Promise.resolve()

  /** PostgreSQL suffers one thing after the other. */
  const inTurn = (act: () => Promise<void>) => {
    database = database.then(act)
    return database
  }

  async function suffer(trouble: Trouble, own: Chance): Promise<boolean> {
    const { crew, postgres, lease } = at
    const workers = crew.running('worker')
    // While half of them are still coming back nobody would get anything done, and nothing would be tested.
    const worker = workers.length * 2 > crew.workers ? own.pick(workers) : undefined
    const api = own.pick(crew.running('api'))
    const away = own.between(0, 1_500)
    switch (trouble) {
      case 'worker killed':
        if (worker) crew.kill(worker, 'SIGKILL')
        return worker !== undefined
      case 'worker stopped cleanly':
        if (worker) crew.kill(worker, 'SIGTERM')
        return worker !== undefined
      case 'worker frozen past its lease':
        if (worker) await crew.freeze(worker, own.between(lease * 1.1, lease * 3))
        return worker !== undefined
      case 'api killed':
        if (api) crew.kill(api, 'SIGKILL')
        return api !== undefined
      case 'PostgreSQL stopped, immediate':
      case 'PostgreSQL stopped, fast':
        await inTurn(async () => {
          await postgres.kill(trouble.endsWith('fast') ? 'fast' : 'immediate')
          await sleep(away)
          await postgres.start()
        })
        return true
      case 'a connection of PostgreSQL killed': {
        let hit = false
        await inTurn(async () => {
          hit = await postgres.killBackend('crier-worker').catch(() => false)
        })
        return hit
      }
    }
  }

  async function haunt(trouble: Trouble) {
    const own = chance.of(trouble)
    const wanted = Math.max(1, Math.round(troubles[trouble] * rate))
    for (let times = 0; times < wanted; times++) {
      await sleep(own.pause((seconds * 1000) / wanted))
      while (!(await suffer(trouble, own))) await sleep(100)
      count(done, trouble)
    }
  }

  const names: Trouble[] = Object.keys(troubles).filter((name) => isTrouble(name))
  await Promise.all(names.map((name) => haunt(name)))
  return done
}

function isTrouble(name: string): name is Trouble {
  return name in troubles
}
