/**
 * What a look tells of a call whose answer was lost: what the platform shows of the account, and what it says of our key.
 * A connector reports it and never decides: publishing judges, once, for all platforms. Times are milliseconds on the
 * platform's clock.
 */
import type { Code } from './kit/codes.ts'
import type { Json } from './tools.ts'

export type Role = 'post' | 'reply' | 'comment' | 'repost' | 'story' | 'other'

/** What one step puts on the platform, as a look would show it. */
export interface Ours {
  role: Role
  /** What it answers or stands under: a number of the platform. Null: nothing. */
  parent: string | null
  /** As it was sent. Where several fields are filled, joined with a line break, in the order of `Shown.text`. */
  text: string
  /** An address sent beside the text: a pin's link, a link card's. */
  link?: string | undefined
  /** Numbers of our uploads, as the platform would show them. */
  media: string[]
  /** With files at all, with or without numbers that we know. */
  has_media: boolean
  /** Our app as the platform would show it; null: it shows none, or by a name that only posts of ours tell. */
  app: string | null
  /** The platform refuses a second post equal to this one. */
  twins: boolean
}

/** The words of an entry as the platform shows them, without what it added by itself (a link to the post's own media). */
export interface Shown {
  text: string
  /** The links it tells. `as`: how one stands in `text`, null outside of it. `address`: where it leads, null where it is hidden. */
  links?: readonly { as: string | null; address: string | null }[] | undefined
  /** The mentions it tells. `of`: numbers and handles of whom it is, as they would stand in the text that we send. */
  mentions?: readonly { as: string; of?: readonly string[] | undefined }[] | undefined
}

/** One entry that the platform shows of the account. What it does not tell is undefined, and never guessed. */
export interface Sight {
  /** All numbers under which the platform knows it; the first is the one that a receipt would carry. */
  ids: [string, ...string[]]
  at: number | null
  url: string | null
  author: 'us' | 'other' | undefined
  /** Null: told that there is none. */
  app: string | null | undefined
  role: Role
  parent: string | null
  shown: Shown
  media: { ids: string[]; in_full: boolean } | 'none' | undefined
  /** It carries a token or record key of ours. 'size': the file's size to the byte, which an older upload has too. */
  key: boolean | 'size'
  /** What the connector's own fields hold against it: topic, coupon, section. */
  contradicts: string | null
}

/** What the platform says of our key: a container, a session, a publish id. */
export type Known =
  | { is: 'landed'; ids: string[]; url: string | null }
  /** Not used yet: the same call under the same key cannot publish twice. */
  | { is: 'open' }
  /** `again`: when to ask again. */
  | { is: 'working'; again: number }
  /** 'unused': it ended without having been used. */
  | { is: 'dead'; code: Code | 'unused'; words: string }
  /** A 404, an ended session, an error that may be an outage: never "not landed". */
  | { is: 'unknown' }

/**
 * - `past_window`: entries older than the window were shown, and times fell through ten or more of them.
 * - `end_told`: all pages were read to an end that the platform told. An empty list counts only where it says zero.
 * - `part`: anything else.
 * - `no_list`: the platform has none for such a post.
 */
export type Reach = 'past_window' | 'end_told' | 'part' | 'no_list'

export interface Looked {
  /** Null: the step has no key. */
  known: Known | null
  seen: Sight[]
  reach: Reach
  /** Posts that we know to be ours (`LookWindow.own`), read by their numbers: they show what the platform calls our app. */
  own?: Sight[] | undefined
  /** Whether the post that was denied (`LookWindow.denied`) is there after all; where it may not be read, the refusal stands. */
  there?: boolean | undefined
}

export interface LookWindow {
  from: Date
  /** Milliseconds by which the platform's clock is ahead of ours: for times that we wrote, which it shows as they are. */
  ahead?: number | undefined
  /** Counts from 1. */
  look: number
  /**
   * Numbers of posts that this account surely made as the app that it made the lost call as, the newest first, a few. For
   * platforms that tell the app by a name which we cannot know beforehand.
   */
  own?: readonly string[] | undefined
  /** What the last `Failure` of the step told (`Failure.kept`). */
  kept?: Json | undefined
  /** The post whose twin a second call was refused as, and which the platform then said is not there: to be asked for again. */
  denied?: string | undefined
}

/** What was found, for a step to make its result of. */
export interface Located {
  ids: string[]
  url: string | null
}

/** How a step that publishes is looked for after its answer was lost. */
export interface Looking<Saved> {
  ours: (saved: Saved) => Ours
  /** What the platform shows since `from` and says of our key. A look that fails throws a `Failure`. */
  look: (saved: Saved, window: LookWindow) => Promise<Looked>
  /** What the step would have answered; a `Failure` with `kept` where it is there and not settled. */
  result: (located: Located, saved: Saved) => Promise<Json> | Json
  /** Steps that only prepared and make up the key (a container): forgotten before it is sent under a new one. */
  key_of?: readonly string[]
  /**
   * The same where nothing is known of what prepared it, since another run of the service may have sent it (a backup was
   * restored): by words and times alone, from the lists. Absent: none of the three reads what preparations saved.
   */
  unsaved?: Pick<Looking<Saved>, 'ours' | 'look' | 'result'>
}

/** How far a newest-first list reached, from the times that it told in its order. */
export function reachOf(
  times: readonly (number | null)[],
  { from, ended }: { from: number; ended: boolean },
): Reach {
  if (ended) return 'end_told'
  const told = times.filter((time) => time !== null)
  const falling = told.every((time, index) => index === 0 || time <= (told[index - 1] ?? time))
  const older = told.some((time) => time < from)
  return falling && older && told.length >= 10 ? 'past_window' : 'part'
}
