/** What a connector works with: the account that it acts for, and what the house lends it. */

/** JSON, as the database keeps it. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** The account a publication goes out on. */
export interface Account {
  platform_account_id: string
  username: string
  settings: Record<string, Json>
  secret: Record<string, Json>
}

/** Tokens and whatever else is needed to act as the person. Opaque outside the connector, encrypted at rest. */
export interface Credentials {
  secret: Record<string, Json>
  /** When the access token ends; null if it does not. The service refreshes ahead of it. */
  expires_at: Date | null
  /** Whether `refresh` can ever succeed. */
  refreshable: boolean
}

/** What a connector works with. All of it comes from outside; `fetch` refuses private addresses unless they are configured. */
export interface Tools {
  fetch: Fetch
  now(): Date
  /** Aborts when the lease is lost or the service stops at once. */
  signal: AbortSignal
  /** Resolves after that many milliseconds, rejects when `signal` aborts. Used between polls. */
  sleep(ms: number): Promise<void>
  config: PlatformConfig
  /** What the page behind a link says of itself, for platforms that make no preview of their own. Never rejects. */
  card(url: string): Promise<CardAnswer>
}

/** A preview of a link: what its page says of itself, cleaned of markup and short. */
export interface Card {
  /** The link, as it was given. */
  url: string
  title: string
  description: string
  /** JPEG, at most 900,000 bytes and 1200 pixels wide. */
  picture: { bytes: Uint8Array<ArrayBuffer>; width: number; height: number } | undefined
}

/** What of it is told to people besides, and sent to no platform. */
export interface Preview extends Card {
  /** What the site calls itself, else its name on the net. */
  site: string
  /** Where the page has its picture; undefined without one. */
  picture_url: string | undefined
}

/** `refused`: why there is none, as a sentence that an author may read. */
export type CardAnswer = Card | { refused: string }

export interface PlatformConfig {
  client_id: string
  client_secret: string
  /** Where the platform sends the person back to, exactly as registered. */
  redirect_uri: string
  /** Base address per host of the manifest, without a trailing slash. It may have a path: join by concatenation. */
  hosts: Record<string, string>
  /** What the operator's app may ask for; the manifest's `scopes` unless said. */
  scopes?: readonly string[]
  /** Instead of the manifest's `api_version`. */
  version?: string
  /** The private ES256 key (a JWK) with which an app proves itself that has no secret; `client_id` is then our own document. */
  client_key?: ClientKey
}

export interface ClientKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  d: string
}

export interface FetchInit {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer> | FormData | AsyncIterable<Uint8Array>
  signal?: AbortSignal
  redirect?: 'manual'
  duplex?: 'half'
  /** Asked when everything is connected, before the first byte: an error, and nothing is written. See `silentFrom`. */
  late?: () => Error | undefined
}

/** The part of the standard `fetch` that connectors use, so that a guarded or a recording one can stand in. */
export type Fetch = (url: string, init?: FetchInit) => Promise<FetchResponse>

export interface FetchResponse {
  status: number
  headers: { get(name: string): string | null }
  body: AsyncIterable<Uint8Array> | null
}
