/** What the console's routes answer; the rest is typed by the SDK. */
import type { ApiKey, GetAccountsAnswer } from '@crier/sdk'

export type Leash = ApiKey['leash']
export type Account = GetAccountsAnswer['accounts'][number]

export interface State {
  sign_up: 'first' | 'open' | 'invitation' | 'closed'
  /** Whether people may sign in by passwords. */
  passwords: boolean
  /** The provider that people sign in by. */
  oidc: { name: string } | null
  /** The one address where people sign in by passkeys; null: nobody does. */
  passkeys: string | null
  version: string
  sandbox: boolean
  sandbox_url: string | null
}

export interface Person {
  id: number
  name: string
  email: string
  email_confirmed: boolean
  /** A language tag; null: as the browser has it. */
  locale: string | null
  /** A zone of their own; null: the browser's, and the workspace's in mails. */
  timezone: string | null
}

/** By a password; where a second factor is missing, nobody is signed in so far. */
export type SignedIn = { person: Person; second_factor?: undefined } | { second_factor: true }

export type Role = 'owner' | 'editor' | 'author' | 'viewer'

export interface Workspace {
  id: number
  name: string
  role: Role
  timezone: string
  in_doubt: 'look_then_send' | 'ask'
  plan: string
  /** When it is erased: an owner asked to delete it. Null: it stays. */
  erase_at: string | null
}

export interface Me {
  person: Person
  workspaces: Workspace[]
}

/** Where what happens behind this answer begins, in each workspace. */
export type Cursors = Record<string, string>

/** Whether somebody is known by the provider, and what it takes to be that. */
export interface Identity {
  linked: boolean
  needs_password: boolean
}

export interface Session {
  id: number
  created_at: string
  last_used_at: string
  address: string
  agent: string
  current: boolean
}

export interface Invitation {
  id: number
  email: string
  role: Role
  created_at: string
  expires_at: string
}

export interface Members {
  members: { person: Person; role: Role; joined_at: string }[]
  invitations: Invitation[]
}

export interface Choice {
  platform: string
  name: string
  sandbox: boolean
  fields: { name: string; label: string; secret: boolean }[] | null
  hint: { label: string; text: string } | null
}

/** A platform that is not set up for real. */
export interface Lacking {
  platform: string
  name: string
  /** Environment variables. */
  missing: string[]
  /** What whoever runs the instance needs first, in words. */
  needs: string[]
}

/** As whoever runs the instance sees a platform. Of its secret it is told whether there is one. */
export interface PlatformApp {
  platform: string
  name: string
  callback: string
  source: 'environment' | 'stored' | null
  client_id: string | null
  has_secret: boolean
  needs_secret: boolean
  variables: string[]
}

export interface Instance {
  platforms: PlatformApp[]
  warnings: string[]
}

/** What a platform says of an app. */
export interface AppTrial {
  verdict: 'good' | 'id' | 'secret' | 'app' | 'callback' | 'unreachable' | 'unclear'
  words: string | null
}

export interface Examination {
  base_url: string
  steps: { step: string; result: 'ok' | 'broken' | 'skipped'; found: string; mend?: string }[]
}

export interface Choices {
  choices: Choice[]
  lacking: Lacking[]
}

export interface Offer {
  platform: string
  sandbox: boolean
  accounts: {
    platform_account_id: string
    kind: string
    name: string
    username: string
    avatar_url: string | null
    connected: boolean
  }[]
  expires_at: string
}

/** A list of tools, as a person ticks it for an app. */
export interface Toolset {
  name: string
  title: string
  can: string[]
}

export interface Consent {
  client: {
    id: string
    name: string
    uri: string | null
    logo_uri: string | null
    verified: boolean
  }
  redirect: { uri: string; host: string; loopback: boolean }
  scopes: string[]
  toolsets: Toolset[]
  workspaces: { id: number; name: string; role: Role }[]
}

export interface Grant {
  id: number
  client: { name: string; uri: string | null }
  redirect_host: string
  created_at: string
  last_used_at: string | null
  leash: Leash
  paused: boolean
  /** Null: it was let in before there was a choice. */
  toolsets: string[] | null
  person: { id: number; name: string }
}

export type NoticeKind =
  | 'decision'
  | 'maybe_twice'
  | 'reconnect'
  | 'removal_failed'
  | 'edit_failed'
  | 'at_risk'
  | 'post_failed'
  | 'expiring'
  | 'approval'
  | 'series'
  | 'webhook'
  | 'key_ending'
  | 'plan'

export interface ToldInParts {
  /** Of posts, or of accounts where it is about those. */
  number: number
  /** Why. */
  code: string | null
  places: { platform: string; names: string[] }[]
  /** Of the key or the series. */
  name: string | null
  at: string | null
}

export interface Told {
  id: number
  kind: NoticeKind
  title: string
  lines: string[]
  /** The same, for whoever says it in another language. */
  parts: ToldInParts
  count: number
  /** That have to be connected again, by what they are called; the latest last. */
  accounts: { id: number | null; name: string | null; platform: string | null }[]
  /** The latest first; `at`: when it went out or shall, `place`: a path of this service. */
  posts: { id: number; text: string; at: string | null; place: string }[]
  /** Posts that are not named. */
  more: number
  /** Paths of this service. */
  places: string[]
  last_at: string
  read_at: string | null
  /** Nothing of it is left to do. */
  settled: boolean
}

export interface Notices {
  notices: Told[]
  /** For the next page. */
  before: number | null
  unread: number
}

export type Way = 'off' | 'daily' | 'at_once'

export interface NoticePreferences {
  kinds: { kind: NoticeKind; label: string; way: Way; usual: Way }[]
  daily_at: string
  timezone: string | null
  own_timezone: string | null
  workspace_timezone: string
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export interface Schedule {
  timezone: string
  entries: { weekday: Weekday; time: string; account_id: number | null }[]
  updated_at: string
}
