/** People and Pages whom a text may mention, searched for by words. */
import type { Account, Tools } from '../tools.ts'

/** The part of a connector. Absent: the platform searches nobody for us, or asks money for each that it finds. */
export interface Knowing {
  /** By words or the beginning of a name, the likeliest first. A permission that only this needs is a refusal of it, never of the account. */
  people?(words: string, account: Account, tools: Tools): Promise<Person[]>
}

export interface Person {
  name: string
  /** Without a sign before it; null where the platform mentions by name. */
  username: string | null
  avatar_url: string | null
  url: string | null
  /** What a text says to mention them. */
  mention: string
  /** What the option `mentions` takes besides; null where the text alone will do. */
  option: string | null
}

/** More are not looked through by anybody who goes on typing. */
export const MOST_PEOPLE = 10
