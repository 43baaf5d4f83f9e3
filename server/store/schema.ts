/** Every table, as Kysely sees it. The migrations are the truth; this is their mirror for the compiler. */
import type { ColumnType, Generated, JSONColumnType, Kysely } from 'kysely'
import type { Ticket } from '#rules/connect.ts'
import type {
  BlockedReason,
  Candidate,
  DeliveryStatus,
  ErrorCode,
  InDoubt,
} from '#rules/delivery.ts'
import type { Leash } from '#rules/leash.ts'
import type { AccountHealth, PlatformContent, PostStatus, SocialAccount } from '#rules/post.ts'
import type { RiskCode } from '#rules/risk.ts'
import type { SlotTime, Weekday } from '#rules/schedule.ts'
import type { Snippet, SnippetKind } from '#rules/snippet.ts'
import type { Part, Split, ThreadAs } from '#rules/thread.ts'
import type { UtmTemplate, Wording } from '#rules/utm.ts'
import type { AnalyticsSchema } from './analytics-schema.ts'
import type { Id, Json, Time, TimeOrNull } from './columns.ts'
import type { EventsSchema } from './events-schema.ts'
import type { Field } from '#rules/revision.ts'
import type { InstanceSchema } from './instance-schema.ts'
import type { MediaSchema } from './media-schema.ts'
import type { EditsSchema } from './edits-schema.ts'
import type { NoticesSchema } from './notices-schema.ts'
import type { PeopleSchema } from './people-schema.ts'
import type { RemovalsSchema } from './removals-schema.ts'
import type { SeriesSchema } from './series-schema.ts'
import type { OAuthSchema } from './oauth-schema.ts'

/** What a platform said of an account, as its manifest and connector read it. */
export type PlatformJson =
  | string
  | number
  | boolean
  | null
  | PlatformJson[]
  | { [key: string]: PlatformJson }

export interface Schema
  extends
    AnalyticsSchema,
    EventsSchema,
    InstanceSchema,
    MediaSchema,
    NoticesSchema,
    PeopleSchema,
    OAuthSchema,
    EditsSchema,
    RemovalsSchema,
    SeriesSchema {
  workspaces: {
    id: Id
    name: string
    plan: string
    timezone: Generated<string>
    in_doubt: Generated<InDoubt>
    schedule_updated_at: Generated<string>
    /** What is put on links; null: nothing. */
    utm: Json<UtmTemplate[]> | null
    utm_updated_at: TimeOrNull
    /** Since when people hold what is due. */
    held_at: TimeOrNull
    held_reason: string | null
    /** When everything of it is erased; null: it stays. See store/deletions.ts. */
    erase_at: TimeOrNull
    erase_asked_at: TimeOrNull
    /** The credential; null: the command line. */
    erase_asked_by: string | null
    /** There is no way back any more. */
    erasing_at: TimeOrNull
    created_at: Time
  }
  keys: {
    workspace_id: number
    id: Id
    name: string
    secret_hash: Buffer
    preview: string
    abilities: Json<string[]>
    leash: Json<Leash>
    /** The credential that made it; null: the command line, or nobody remembers. */
    created_by: string | null
    last_used_at: TimeOrNull
    created_at: Time
    revoked_at: TimeOrNull
  }
  accounts: {
    workspace_id: number
    id: Id
    platform: string
    kind: SocialAccount['kind']
    platform_account_id: string
    name: string
    username: string
    avatar_url: string | null
    settings: Json<Record<string, PlatformJson>>
    /** Sealed; see seal.ts. */
    secret: Buffer
    token_expires_at: TimeOrNull
    refreshable: boolean
    /** Counts refreshes, so that whoever waited for the lock sees that it was done. */
    token_version: Generated<number>
    /** While somebody refreshes: until when the others wait. */
    refreshing_until: TimeOrNull
    health: Generated<AccountHealth>
    health_message: string | null
    sandbox: boolean
    paused_until: TimeOrNull
    /** Since when people hold what is due. */
    held_at: TimeOrNull
    held_reason: string | null
    connected_at: Time
    removed_at: TimeOrNull
  }
  account_sets: {
    workspace_id: number
    id: Id
    name: string
    account_ids: number[]
    created_at: Time
    updated_at: Time
  }
  snippets: {
    workspace_id: number
    id: Id
    name: string
    kind: SnippetKind
    content: string
    first_comment: string | null
    platform_content: Json<Snippet['platform_content']>
    platform_options: Json<Snippet['platform_options']>
    created_at: Time
    updated_at: Time
  }
  queues: {
    workspace_id: number
    id: Id
    name: string
    account_ids: number[]
    times: Json<SlotTime[]>
    /** Minutes. */
    jitter: number
    held_at: TimeOrNull
    created_at: Time
    updated_at: Time
  }
  calendars: {
    workspace_id: number
    id: Id
    name: string
    token_hash: Buffer
    with_text: boolean
    account_ids: Json<number[]> | null
    created_by: string
    created_at: Time
  }
  compositions: {
    workspace_id: number
    person_id: number
    uuid: string
    rev: number
    title: string
    post_id: number | null
    body: JSONColumnType<object>
    updated_at: Time
  }
  post_revisions: {
    workspace_id: number
    post_id: number
    number: number
    at: Time
    by: string | null
    changed: Field[]
    body: JSONColumnType<object>
  }
  connects: {
    state_hash: Buffer
    workspace_id: number
    platform: string
    sandbox: boolean
    keep: Buffer
    /** Whose browser must come back; null: the one that a link was opened in, told by its cookie. */
    person_id: number | null
    ticket: JSONColumnType<Ticket | null, string | null, string | null>
    browser_hash: Buffer | null
    expires_at: Time
  }
  offers: {
    token_hash: Buffer
    workspace_id: number
    person_id: number | null
    ticket: JSONColumnType<Ticket | null, string | null, string | null>
    platform: string
    sandbox: boolean
    accounts: Buffer
    expires_at: Time
  }
  used_tickets: { ticket: string; expires_at: Time }
  posts: {
    workspace_id: number
    id: Id
    content: string
    first_comment: string | null
    platform_options: Json<Record<string, Record<string, unknown>>>
    platform_content: Json<PlatformContent[]>
    /** Null: as the workspace has it. */
    in_doubt: Generated<InDoubt | null>
    /** Null: it is no thread, on no account. */
    thread: Json<Part[]> | null
    thread_as: Generated<ThreadAs | null>
    split: Generated<Split | null>
    status: PostStatus
    scheduled_at: TimeOrNull
    published_at: TimeOrNull
    error_message: string | null
    /** First day of the month it is charged to, or null. */
    charged_month: string | null
    created_via: 'rest' | 'mcp' | 'dashboard'
    created_by: string
    created_at: Time
    updated_at: Time
    deleted_at: TimeOrNull
    /** A draft that somebody on a leash wants out, and who that is. */
    approval_asked_at: TimeOrNull
    approval_asked_by: string | null
    /** When that was asked of the post for the first time, whatever was answered. */
    approval_first_asked_at: TimeOrNull
    /** Why not; empty without a word. */
    approval_declined: string | null
    external_id: string | null
    metadata: JSONColumnType<
      Record<string, unknown> | null,
      string | null | undefined,
      string | null
    >
    labels: Generated<string[]>
    note: string | null
  }
  deliveries: {
    workspace_id: number
    id: Id
    post_id: number
    account_id: number
    position: number
    platform: string
    sandbox: boolean
    status: Generated<DeliveryStatus>
    /** When its author wants it out; a later `due_at` is us waiting for the platform. */
    wanted_at: TimeOrNull
    /** A time of its own, not before its post's. */
    own_at: TimeOrNull
    /** From when until when another run of the service may have sent it: a backup was restored. */
    restored_from: TimeOrNull
    restored_until: TimeOrNull
    /** In which queue its post stands, and at which slot; it may go out a little later. */
    queue_id: number | null
    queue_slot: TimeOrNull
    /** When a pending delivery may be claimed; null while its post is a draft or deleted. */
    due_at: TimeOrNull
    lease_token: Generated<number>
    /** While publishing: when somebody else may take it over. */
    lease_until: TimeOrNull
    attempt: Generated<number>
    steps: Json<Record<string, unknown>>
    /** Of a thread: what goes there, the post itself first. */
    parts: Json<Part[]> | null
    /** What goes out there, where that is not the text as written; see rules/utm.ts. */
    wording: Json<Wording> | null
    /** Which publishing of it this is: what was taken down may be published anew. */
    generation: Generated<number>
    platform_post_id: string | null
    platform_url: string | null
    error_code: ErrorCode | null
    error_message: string | null
    blocked_reason: BlockedReason | null
    warnings: Json<string[]>
    published_at: TimeOrNull
    /** When its numbers are asked for next; null before it is published and after the last time. */
    measure_at: TimeOrNull
    /** Tries in a row that brought nothing. */
    measure_tries: Generated<number>
    /** Since when the platform says that the post is not there; final when `measure_at` is null. */
    gone_at: TimeOrNull
    /** What a person is shown who has to say whether it is out. */
    candidates: Json<Candidate[]> | null
    /** When it is looked for next although it is settled: an open question, an address that is still owed, a second send. */
    watch_at: TimeOrNull
    watches: Generated<number>
    /** A call of it is being looked for: it holds no place in its account's line. */
    in_doubt: Generated<boolean>
  }
  risks: {
    workspace_id: number
    post_id: number
    /** 0: the whole post. */
    account_id: number
    code: RiskCode
    since: Time
    over_at: TimeOrNull
  }
  /** A view: of what is still to go out. */
  standing_risks: {
    workspace_id: ColumnType<number, never, never>
    post_id: ColumnType<number, never, never>
    account_id: ColumnType<number | null, never, never>
    code: ColumnType<RiskCode, never, never>
    since: ColumnType<string, never, never>
  }
  receipts: {
    platform: string
    sandbox: boolean
    platform_account_id: string
    id: string
    workspace_id: number
    delivery_id: number
    step: string
    at: Time
  }
  account_choices: { workspace_id: number; account_id: number; choices: Json<object> }
  /** See store/pulls.ts: either somebody came or nobody may. */
  pulls: {
    workspace_id: number
    delivery_id: number
    step: string
    began: Time
    fetched_at: TimeOrNull
    closed_at: TimeOrNull
  }
  attempts: {
    workspace_id: number
    delivery_id: number
    number: number
    worker: string
    started_at: Time
    finished_at: TimeOrNull
    step: string | null
    outcome: string | null
    code: ErrorCode | null
    words: string | null
    request_id: string | null
  }
  pauses: { platform: string; sandbox: boolean; until: Time; reason: string }
  circuits: {
    platform: string
    sandbox: boolean
    /** The first few that found the platform silent since it last answered. */
    accounts: number[]
    /** How often in a row it was found silent, by several accounts or by a probe. */
    opened: number
    /** Left alone until then. */
    until: Time | null
    /** A delivery is asking whether it is back; with its lease another one may ask. */
    probe_until: Time | null
    /** A page was among what was found: something in front of the platform answers for it. */
    pages: Generated<boolean>
  }
  /** Times of the week at which posts go out; without an account: of all that have none of their own. */
  schedule_entries: {
    workspace_id: number
    account_id: number | null
    weekday: Weekday
    time: string
  }
  usage: { workspace_id: number; month: string; used: number }
  /** What is charged without a limit, and what is given back: see usage.ts. */
  usage_parts: { workspace_id: number; month: string; part: number; used: number }
  /** Posts that one credential put on schedule or published, by days of the workspace's zone. */
  daily_posts: { workspace_id: number; credential: string; day: string; used: number }
  replies: {
    workspace_id: number
    credential: string
    key: string
    fingerprint: Buffer
    status: number
    /** Sealed: an answer may hold a new key's token. */
    body: Buffer
    /** How often it was asked for again. */
    replays: Generated<number>
    created_at: Time
  }
}

export type Db = Kysely<Schema>

/** Where a query runs and for whom: no statement on a workspace's rows goes without it. */
export interface Scope {
  readonly db: Db
  readonly workspace_id: number
  /** The only accounts that exist for whoever asks; absent: all. Posts that go to others do not exist either. */
  readonly account_ids?: readonly number[] | undefined
}
