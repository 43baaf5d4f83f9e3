/** What the experiment has to know of a platform, and the faults that every one meets. */
import type { Kind } from '../kinds.ts'

/** Faults by name, as often as their numbers say. */
export type Table = Readonly<Record<string, number>>

export interface Tried {
  /** Who lives in the emulator and may post there. Limits and faults are a person's, so the work is spread over all. */
  people: readonly string[]
  /** The kinds of posts it takes, as often as their numbers say. */
  kinds: Partial<Readonly<Record<Kind, number>>>
  /** Which of them are stopped at every step. */
  paths: readonly Kind[]
  /** Options of the post with that number; none: the platform's defaults. */
  options?: (number: number) => Record<string, unknown> | undefined
  /** Calls by the names that its emulator gives them: their share of the faults, and which those are. */
  calls: Readonly<Record<string, { share: number; faults: Table }>>
  /** The fault that hides a new post from one look. A look believes the platform, so it is played once within all looks. */
  hides?: string
  /** `early`: only tokens that are a day old and have not ended can be renewed. `calls` (1): requests for one new token, at most. */
  refresh: { early?: true; calls?: number }
}

/** The emulators' people who stand on no page, by name. With them one account has the posts of four workspaces, not of thirty. */
export function crowd(name: (number: string) => string): string[] {
  return Array.from({ length: 12 }, (_, index) => name(String(index + 1).padStart(2, '0')))
}

/** On the call that publishes. */
export const publishing: Table = {
  landed_cut: 16,
  cut_before: 12,
  landed_500: 14,
  refuse_500: 10,
  landed_garbage: 9,
  landed_silence: 1,
  slow: 10,
  token_expired: 8,
  rate_limited: 5,
}

/** On calls that prepare, ask or look. */
export const preparing: Table = {
  landed_cut: 4,
  cut_before: 4,
  refuse_500: 4,
  landed_garbage: 3,
  slow: 3,
  token_expired: 2,
  rate_limited: 1,
}

/** Nothing that loses an answer with new tokens in it: where refresh tokens rotate, that one really ends a connection. */
export const token: Table = { cut_before: 4, refuse_500: 4, slow: 2 }

/** The same where a token that has ended is gone for good: only a person can help then, which takes longer. */
export const rarely = (table: Table): Table => ({ ...table, token_expired: 1 })
