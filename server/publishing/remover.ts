/** Takes down what somebody wants down. */
import { type ErrandWork, removing } from '#store/errands.ts'
import { giveUpFor } from '#store/giving-up.ts'
import { endRemoval, type RemovalEnd } from '#store/removals.ts'
import type { Acting } from './dependencies.ts'
import { carryOut, type Errand, type ErrandOptions, type Held, startErrands } from './errands.ts'
import { takeDown } from './take-down.ts'

const removal: Errand<RemovalEnd> = {
  kind: removing,
  name: 'removal',
  carry: takeDown,
  end: endRemoval,
  first: giveUpFor,
}

export function startRemover(options: ErrandOptions): AsyncDisposable {
  return startErrands(removal, options)
}

export async function removeOne(work: ErrandWork, deps: Acting, hold: Held): Promise<void> {
  return carryOut(removal, work, deps, hold)
}
