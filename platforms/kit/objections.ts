/** What a platform says to a post while it is written, beyond the rules that a manifest states for every account alike. */
import type { Account } from '../tools.ts'

/** What a manifest may know of an account when it states its rules: `Offered.settings`. */
export type AccountFacts = Pick<Account, 'settings'>

/**
 * What one of the count is, for programs that count themselves. `weighted`: by rules of the platform's own, which its page
 * of the documentation tells; `occurrences`: of what `unit` names.
 */
type Counted = 'utf16_units' | 'code_points' | 'graphemes' | 'bytes' | 'weighted' | 'occurrences'

/** One way in which a platform limits a text, with its own way of counting. */
export interface TextRule {
  max: number
  /** More than that is taken, and warned of. */
  best_max?: number
  counts: Counted
  /** What is counted, in the platform's own word: 'weighted characters', 'graphemes', 'bytes'. */
  unit: string
  /** The same function for every account: what it said of a text is not asked again for the next one. */
  measure: (text: string) => number
}

export interface WrittenMedia {
  id: number
  mime_type: string
  /** Seconds; null: never measured. */
  duration: number | null
  /** Frames a second, of videos. */
  frame_rate: number | null
  /** Of documents. */
  pages: number | null
}

/** One account's version of a post. */
export interface Written {
  /** Parsed by the manifest's `options`; empty when they are not valid. */
  options: Record<string, unknown>
  /** Of a thread, that of its first part. */
  text: string
  media: readonly WrittenMedia[]
}

/** Where it is and what it is: rule, limit and measured value, as the rest of a sentence that begins with the platform's name. */
export type Objection = { option: string; text: string } | { media: number; text: string }

/** The part of a manifest. */
export interface Objecting {
  /** How a first comment is counted, where not as a post. */
  comment?(account?: AccountFacts): readonly TextRule[]
  /** Whether this account may write first comments, where that is a permission of its own. */
  may_comment?(account: AccountFacts): boolean
  /** Why a post with these options takes no comments, as the rest of a sentence that begins with the platform's name. */
  no_comments?(options: Record<string, unknown>): string | undefined
  /** Seconds of the longest video from this account, where the platform says so of each; undefined: it did not. */
  longest_video?(account: AccountFacts): number | undefined
  /** What depends on the account, or on one thing with another: a visibility that Pages do not have, a video that is too short. */
  objects?(post: Written, account: AccountFacts): readonly Objection[]
}
