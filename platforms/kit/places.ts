/** Places that a post may name: nobody can list them, so they are searched for by words and chosen. */
import type { Account, Tools } from '../tools.ts'
import { Failure } from './failure.ts'

/** The part of a manifest. */
export interface Placing {
  /** The option that takes the number of a place. Absent: posts name none there. */
  place_option?: string
}

/** The part of a connector; `places` is there exactly when its manifest names the option. */
export interface Finding {
  /** Places by words, the likeliest first. A permission that only this needs is a refusal of it, never of the account. */
  places?(words: string, account: Account, tools: Tools): Promise<Place[]>
}

export interface Place {
  /** What the option takes. */
  value: string
  name: string
  /** The address, in one line. */
  note?: string
}

/** More than these are not looked through by anybody: better words are. */
export const MOST_PLACES = 25

/** A place of a platform's, with as much of its address as is told. */
export function placeOf(
  { id: value, name }: { id: string; name: string },
  address: readonly (string | null | undefined)[],
): Place {
  const note = address.filter(Boolean).join(', ')
  return { value, name, ...(note && { note }) }
}

/** The account goes on without it. `message` tells who has to do what. */
export function withoutSearch(error: unknown, message: string): never {
  if (!(error instanceof Failure) || error.code !== 'missing_scope') throw error
  throw new Failure('rejected', 'missing_scope', message, { words: error.words, cause: error })
}
