/** What a platform is to the rest of the house: a manifest (data, no I/O) and a connector (HTTP, no memory of its own). */
import type { z } from 'zod'
import type { Looking } from './evidence.ts'
import type { Audience, Followed } from './kit/audience.ts'
import type { Costing } from './kit/costs.ts'
import type { Amending, Editable } from './kit/editing.ts'
import type { Family, Kind, MediaRules } from './kit/media-rules.ts'
import type { Measured, Measuring } from './kit/metrics.ts'
import type { AccountFacts, Objecting, TextRule } from './kit/objections.ts'
import type { Knowing } from './kit/people.ts'
import type { Finding, Placing } from './kit/places.ts'
import type { Removable, Removing } from './kit/removing.ts'
import type { Account, Credentials, Json, PlatformConfig, Tools } from './tools.ts'

export { Failure, type FailureKind, type Original } from './kit/failure.ts'
export type { Edited } from './kit/editing.ts'
export type { Family, Kind, MediaRule, MediaRules, Ratio } from './kit/media-rules.ts'
export type { Person } from './kit/people.ts'
export type { Place } from './kit/places.ts'
export type { AccountFacts, TextRule } from './kit/objections.ts'
export type { Landed } from './kit/removing.ts'
export type {
  Account,
  Card,
  CardAnswer,
  ClientKey,
  Credentials,
  Json,
  PlatformConfig,
  Preview,
  Tools,
} from './tools.ts'

export interface Manifest
  extends Measured, Followed, Objecting, Removable, Editable, Costing, Placing {
  id: string
  name: string
  account_kinds: readonly ('profile' | 'page' | 'channel' | 'board' | 'business' | 'location')[]
  /** Every rule must hold. Rules may depend on the account (X Premium writes longer posts). */
  text(account?: AccountFacts): readonly TextRule[]
  /** Instead of `text`, of posts whose files are all of one family: what photos may say beside them. */
  text_with?: Readonly<Partial<Record<Family, readonly TextRule[]>>>
  media: MediaRules
  /** What a post may be published as besides, by value of the option `kind`: what that changes. */
  kinds?: Readonly<Record<string, Kind>>
  /** It carries no text (a story): what the post says is left out, with a warning. */
  wordless?: true
  /** Options that stand in posts without media only (a link to preview). */
  options_without_media?: readonly string[]
  /** Options that are not taken: of a kind, by which its rules differ. */
  refuses_options?: readonly string[]
  /** Options that a person chooses on the platform, of a kind: left out, with a warning. */
  leaves_options?: readonly string[]
  /** A post without media is none (YouTube). */
  media_required?: true
  /** A post without text, media alone. */
  text_optional: boolean
  first_comment: boolean
  /** How parts follow a post: below one another, or below the post as comments. Absent: not at all. */
  thread?: ThreadRule
  /**
   * The link in a text of which a preview is shown under a post without media, where the platform makes none by itself.
   * `options` as they were written: a poll takes its place.
   */
  link_card?(text: string, options: Readonly<Record<string, unknown>>): string | undefined
  alt_text: { max: number } | null
  /** `platform_options` as a strict Zod object; its JSON Schema is shown in the capabilities. */
  options: z.ZodObject
  scopes: readonly string[]
  /** What an app may ask for besides, when the platform has granted it more (Pages): `<PLATFORM>_SCOPES` then names all. */
  more_scopes?: readonly string[]
  /** The same text again within a day is refused as a repetition. */
  refuses_repeats?: true
  /** The version of the API in use unless `<PLATFORM>_API_VERSION` names another, and the day it stops working. */
  api_version?: { value: string; ends: string }
  /** Hosts the connector speaks to, with the production address: `api` is `<PLATFORM>_API_URL` in the environment. */
  hosts: Record<string, string>
  /** Deliveries of one account under way at once, and published in 24 h (the platform's own daily cap). */
  limits: {
    concurrent_per_account: number
    per_account_per_day: number | null
    /** What else the platform counts over 24 h of an account: steps say what they use of it (`counts`). */
    counted_per_day?: Readonly<Partial<Record<Counted, number>>>
  }
  /** Milliseconds to wait before each look after a lost answer; when they are used up and nothing is known, a person decides. */
  look_after: readonly number[]
  /** So long after the end of a lost call whatever landed is shown; five minutes unless said. */
  settle?: number
  /** A token that has ended is renewed by nothing: it is renewed days ahead. */
  renews_while_alive?: true
  /**
   * Platforms for which one consent of a person stands, this one among them: ending it for one account would end it for all
   * that came by it, in other workspaces too.
   */
  one_consent_for?: readonly string[]
  /** Whether an app of ours must be registered there; `optional`: people can connect without one. */
  client: 'required' | 'optional'
  /** The platform lets an app do without a secret. */
  public_client?: true
  /** What a person may say before they are sent there, as a form asks for it; it comes to `authorize` as `hint`. */
  hint?: { label: string; text: string }
  /** What a self-hoster must have first, in words: 'an approved developer account'. */
  needs: readonly string[]
}

export interface ThreadRule {
  as: 'chain' | 'comments'
  /** No two parts may say the same: the platform takes the second for a repetition. */
  distinct?: true
  /** The number that the address of a post tells: what comes behind it replies to that. Absent: none is told. */
  id_in?(url: string): string | undefined
}

/** What `authorize` and `exchange` agree on; kept encrypted, bound to `state`, for the minutes between the two. */
export interface Authorization {
  url: string
  keep: Record<string, Json>
}

/** Something a person can post to, as offered after `exchange`. */
export interface Offered {
  platform_account_id: string
  kind: Manifest['account_kinds'][number]
  name: string
  username: string
  avatar_url: string | null
  /** Facts that rules and steps depend on, never secrets: `{subscription_type: 'Premium'}`, `{pds: 'https://…'}`. */
  settings: Record<string, Json>
  credentials: Credentials
}

export interface PublicationMedia {
  id: number
  mime_type: string
  size_bytes: number
  width: number | null
  height: number | null
  duration: number | null
  alt_text: string | null
  /** The bytes, streamed from the blob store; may be opened again. `start` and `end` (exclusive) select a range. */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>
  /**
   * A signed address the platform can pull from, or undefined when this instance has no public address. Another one in every
   * call: read it where the call is made.
   */
  url: string | undefined
}

/** One part of a thread behind the post itself. */
export interface PublicationPart {
  text: string
  media: readonly PublicationMedia[]
}

/** One post on one account: everything a connector needs to publish it. */
export interface Publication {
  /** Stable over all attempts of this delivery: seed for chosen keys and nonces. */
  delivery_id: number
  text: string
  first_comment: string | null
  media: readonly PublicationMedia[]
  /** What follows the post, in order: steps `part_2`, `part_3` and so on, and their preparations `part_2_…`. */
  thread?: readonly PublicationPart[]
  /** Already parsed by the manifest's `options`. */
  options: Record<string, unknown>
}

export interface Receipt {
  platform_post_id: string
  platform_url: string | null
}

/** Results of the steps done so far, by step name. */
export type Saved = Readonly<Record<string, Json>>

/**
 * A step is the unit of safety: its result is saved before the next one starts, and a restart continues behind the last
 * saved one. The engine decides what may be repeated from `effect`:
 * - `prepares`: nobody can see it (uploads, containers, polls, choosing a key): repeated at will.
 * - `publishes_once`: visible and not repeatable, the point of no return. Its start is committed before the request
 *   leaves, and after a lost answer `find` looks before anything is sent again.
 * - `publishes_again`: visible, but the same call a second time changes nothing (a chosen record key): repeated under that key
 *   when a look says that nothing is there yet.
 */
interface StepOf<Effect extends string> {
  /** Unique in the list and stable over attempts: 'upload_0', 'post', 'comment'. */
  name: string
  effect: Effect
  /** What the post can do without (a first comment, a link's preview): its failure is a warning on the delivery, never a failure of it. */
  follow_up?: true
  run: (saved: Saved) => Promise<Json>
}

/** What platforms count of a day besides posts. */
export type Counted = 'containers' | 'reels'

/** Uses up one of what the platform counts, of `left` that are needed; throws where there is no room for all of them. */
export type UseUp = (what: Counted, left: number) => Promise<void>

export interface PreparingStep extends StepOf<'prepares'> {
  /** It uses one of these up, whether or not a post comes of it; of reels only if it succeeds. */
  counts?: Counted
  /** `useUp`: asked before each that it makes beyond what it `counts`. */
  run: (saved: Saved, useUp?: UseUp) => Promise<Json>
}

/** Looked for by evidence, which publishing judges. */
export interface PublishingStep
  extends StepOf<'publishes_once' | 'publishes_again'>, Looking<Saved> {
  /**
   * The platform comes for our files because of this call, under addresses that only this call carries. `needed`: there is no
   * post without them, so that there is none where nobody came. `told`: that somebody came is told, nothing more.
   */
  files_fetched?: 'needed' | 'told'
}

export type Step = PreparingStep | PublishingStep

/** One value that an option may have, as the account has it now. */
export interface Choice {
  value: string
  /** As the person knows it. */
  name: string
  /** The value of the option that this one belongs to: the board of a section. */
  within?: string
  /** What else helps to choose: `secret`. */
  note?: string
}

/** What a platform says of an account, for whoever writes a post there. */
export interface Creator {
  /** As the platform shows it beside posts. */
  nickname: string | null
  /** What its owner has switched off, as these options of a post do: what a post asks for changes nothing there. */
  switched_off: string[]
  longest_video_seconds: number | null
  may_post_now: boolean
  /** Why not. */
  reason: string | null
}

/** Values by option. */
export interface Choices {
  options: Readonly<Record<string, readonly Choice[]>>
  /** False: there are more than were read. */
  complete: boolean
  creator?: Creator
  /** What posts are held against while they are written changes with them. */
  settings?: Record<string, Json>
}

export interface Connector extends Measuring, Audience, Removing, Amending, Finding, Knowing {
  manifest: Manifest
  /** Where to send the person. `hint` is what they typed first where a platform needs it (a Bluesky handle). */
  authorize(request: { state: string; hint?: string }, tools: Tools): Promise<Authorization>
  /** The query of the callback. Throws `Failure('rejected', 'access_denied', …)` when the person said no. */
  exchange(
    answer: Record<string, string>,
    keep: Record<string, Json>,
    tools: Tools,
  ): Promise<Offered[]>
  /** What describes our app to the platform, where that is a document at an address of ours; `client_id` is the address. */
  client_document?(config: PlatformConfig): Record<string, Json>
  /** Sign-in without a redirect (Bluesky app passwords): the fields to ask for, and what they give. */
  sign_in?: {
    fields: readonly { name: string; label: string; secret: boolean }[]
    run(values: Record<string, string>, tools: Tools): Promise<Offered[]>
  }
  /** New credentials. The old ones may be dead afterwards: the caller holds the account's lock and saves before use. */
  refresh(account: Account, tools: Tools): Promise<Credentials>
  /** What has changed of `settings`: asked when a new token was saved, so not often. A Failure changes nothing. */
  settings?(account: Account, tools: Tools): Promise<Record<string, Json> | undefined>
  /** What the options of a post may be on this account: its boards, its playlists. Asked when somebody chooses. */
  choices?(account: Account, tools: Tools): Promise<Choices>
  /** Ends the access that the person gave, where the platform lets us. The account is forgotten here whatever comes of it. */
  revoke?(account: Account, tools: Tools): Promise<void>
  /** The steps in order. The non-follow-up publishing step must be called 'post' and its result is a `Receipt`. */
  publish(publication: Publication, account: Account, tools: Tools): readonly Step[]
}
