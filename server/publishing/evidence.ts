/**
 * What is known of calls whose answers were lost, and what may be concluded from it. Data only: `judge.ts` decides.
 * All times are milliseconds on the platform's clock.
 */
import type { Failure } from '#platforms/platform.ts'
import type { Role } from '#platforms/evidence.ts'
import type { Grade } from './words.ts'

export type Code = Failure['code']

/** One call that may have published. A repetition under the same key extends the entry of that key. */
export interface Send {
  /** When it began, translated to the platform's clock. */
  at: number
  /** When it was known to be over: its error, its deadline, or its dead worker's lease. Null: nobody saw it end. */
  ended_at: number | null
  /** How far either may be off. */
  error: number
  /** Our app as the platform would show it; null: not known. */
  app: string | null
  lost: 'silence' | 'server_error' | 'page'
  /**
   * Whether the platform came for the file under the signed address that only this call carried, where no post can be
   * without it. 'expired': the address ended and nobody had come. Undefined: no such address.
   */
  fetched: boolean | 'expired' | undefined
}

/** Before `from` nothing can be ours; from `sure` on nothing can be older than our first call. */
export interface Window {
  /** The first send's `at - error`. */
  from: number
  /** Its `at + error`. */
  sure: number
}

/** One entry that the platform shows of the account. */
export interface Seen {
  /** All numbers under which the platform knows it; the first is the one that a receipt would carry. */
  ids: [string, ...string[]]
  at: number | null
  url: string | null
  /** Undefined: not told. */
  author: 'us' | 'other' | undefined
  /** Null: told that there is none. Undefined: not told. */
  app: string | null | undefined
  /** What the platform does not tell is what ours is. */
  role: Role
  /** What it answers or stands under. Null: nothing, or not told. */
  parent: string | null
  words: Grade
  /** Of `maybe`: it shows our beginning, long enough to know it by, and cut off; or ours with names for its handles. */
  begins?: boolean | undefined
  /** It shows no words at all. Undefined: not told. */
  wordless?: boolean | undefined
  /** Undefined: not told, or not yet to be relied on. */
  media: { ids: string[]; in_full: boolean } | 'none' | undefined
  /**
   * A token or record key of ours. 'size': the file's size to the byte, which an older upload of the same file has too;
   * it counts inside the window only, and so must be told apart.
   */
  key: boolean | 'size'
  /** What the connector's own fields hold against it: topic, coupon, section. */
  contradicts: string | null
  /** Read by its number, and not in the list: that it is there tells nothing of what the list leaves out. */
  by_number?: boolean | undefined
}

/** What the platform says of our key: a container, a session, a publish id; or of the call itself, by refusing its twin. */
export type Known =
  | { is: 'landed'; ids: string[]; url: string | null }
  | { is: 'open' }
  /** `again`: when to ask again. */
  | { is: 'working'; again: number }
  /** `code` 'unused': it ended without having been used; any other: the platform refused what was made of it. */
  | { is: 'dead'; code: Code | 'unused'; words: string }
  | { is: 'unknown' }
  /** `original`: the post that was there first, where the platform names it. */
  | { is: 'twin'; original: Original | null }

export interface Original {
  id: string
  at: number | null
  /** It can be read, or nobody may tell. */
  there: boolean
  /** 'once': the platform said that it is not there, and no look has asked again; 'again': this look was told the same. */
  denied?: 'once' | 'again' | undefined
}

/** One answered look. A look that failed is none. */
export interface Look {
  at: number
  known: Known | null
  seen: Seen[]
  /**
   * 'past_window': entries older than the window were shown, and times fell through ten or more of them; 'end_told': all
   * pages read to a told end; 'part': anything else; 'no_list': the platform has none. An empty list is 'part' unless
   * the platform says zero in words.
   */
  reach: 'past_window' | 'end_told' | 'part' | 'no_list'
  /** Whether our newest older receipt was in it. Null: there is none that should be. */
  canary: boolean | null
  /** More was shown than is told here. */
  cut?: boolean | undefined
}

/** Another step of ours on this account that has no receipt yet: in flight, in doubt, asked about, or out without a number. */
export interface Rival {
  /** Numbers of what may be its own among what this step saw: `claimsOf` of its evidence with this step's looks. */
  ids: string[]
  in_flight: boolean
  /** By us, and not by a person: it will know before long. */
  looked_for?: boolean | undefined
  /**
   * It began after this one, is the same post in everything (media, link, options), and nothing but words could tell them apart:
   * what may be either's is then this one's. Of two that differ in more neither yields: the one would be sent again, the other
   * never.
   */
  yields: boolean
}

export interface Evidence {
  ours: {
    role: Role
    parent: string | null
    /** Numbers of our uploads, as the platform would show them. */
    media: string[]
    /** With or without a number that we know (pulled by address). Were it left out, a picture would look like somebody else's. */
    has_media: boolean
    has_link: boolean
    /** It says something: its text is not empty. */
    wordy: boolean
  }
  /** One or two, of different keys. */
  sends: Send[]
  looks: Look[]
  /** All numbers of all steps on this platform, sandbox flag and platform account, in every workspace, removed accounts too. */
  receipts: ReadonlySet<string>
  rivals: Rival[]
  rule: {
    /** Pauses: before the first look from the end of the last call, before each further one from the one before. */
    looks: number[]
    /** So long after the end of the last call whatever landed is shown: five minutes, ten where lists lag. */
    settle: number
    /** The platform refuses a second post equal to this one. */
    twins: boolean
  }
  policy: 'look_then_send' | 'ask'
  /** Looked for after a restore: over all the time that nobody knows of, in which other posts of the same file may have gone out. */
  sought: boolean
  deleted: boolean
  /** 24 h past its time. */
  too_late: boolean
  now: number
}

/** Why a person is asked. */
export type Doubt =
  /** The platform refused it as the twin of a post that is not there. */
  | 'ghost'
  /** The platform refused it as the twin of a post that it neither names nor shows. */
  | 'twin'
  /** The platform has worked on it for a day. */
  | 'working'
  /** What the platform shows is incomplete, and stayed so. */
  | 'incomplete'
  /** The platform came for the file, or still may, and shows nothing. */
  | 'fetched'
  /** There are posts that may be ours. */
  | 'candidates'
  /** The workspace wants to be asked. */
  | 'policy'
  /** A second call was lost as well. */
  | 'second_send'
  /** The platform has no list, and would not refuse a second post. */
  | 'no_list'

export type Ruling =
  | {
      is: 'found'
      ids: string[]
      url: string | null
      proof: 'answer' | 'key' | 'words'
      /** Numbers of further posts of this step. */
      twice: string[]
    }
  /** Out, and which one is open: `published` with `url_pending`, never a question. */
  | { is: 'landed' }
  | { is: 'refused'; code: Code; words: string }
  | { is: 'wait'; until: number; why: string }
  | { is: 'send'; under: 'same_key' | 'new_key' }
  | { is: 'absent'; why: 'deleted' | 'too_late' | 'gateway' }
  /** `candidates`: what may be ours, best first, ten at most. */
  | { is: 'ask'; why: Doubt; candidates: Seen[] }

/** `rule`: the row of the table that gave it, from 1. */
export type Verdict = { rule: number } & Ruling
