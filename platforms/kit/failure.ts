/** How a platform says no, or says nothing: the one error that connectors throw on purpose. */
/**
 * - `rejected`: the platform refuses this content or call; sending it again changes nothing.
 * - `later`: refused for now, certainly without effect (rate limit, unreachable before anything was written).
 * - `expired`: the access token is no longer taken; refresh once and repeat (a refused call had no effect).
 * - `reconnect`: a person must connect the account again (or unlock it on the platform).
 * - `unknown`: the answer was lost or is unreadable; it may have had its effect. Of a step that only prepares: as `later`.
 */
export type FailureKind = 'rejected' | 'later' | 'expired' | 'reconnect' | 'unknown'

/** The post that was there first, as a platform names it when it refuses a twin. */
export interface Original {
  /** What a receipt of it would carry. */
  id: string
  /** Milliseconds on the platform's clock; null: not told. */
  at: number | null
  /** False: the platform names it and does not have it, so it is no proof of anything. */
  there: boolean
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly kind: FailureKind
  /** Ours, stable, snake_case: 'duplicate_content', 'rate_limited', 'text_too_long'. */
  readonly code: string
  /** Earliest time to try again, when the platform says it. */
  readonly retry_at: Date | undefined
  /** What has to wait: this call, everything of this account, or every account of our app. */
  readonly scope: 'call' | 'account' | 'app'
  /** The platform's own words, cut to 500 characters and without secrets. */
  readonly words: string | undefined
  /** Of `duplicate_content`, when the platform names it. */
  readonly original: Original | undefined
  /** Of `unknown`: what came instead of an answer. A `page` was not the platform's own. */
  readonly lost: 'silence' | 'server_error' | 'page'
  /** Of `later`: saved steps that only prepared and are of no use any more; the next attempt takes and saves them anew. */
  readonly forget: readonly string[]

  /** `message` is for people and says what to do; it must not repeat tokens. */
  constructor(
    kind: FailureKind,
    code: string,
    message: string,
    more: {
      retry_at?: Date | undefined
      scope?: 'call' | 'account' | 'app'
      words?: string | undefined
      original?: Original | undefined
      lost?: 'silence' | 'server_error' | 'page'
      forget?: readonly string[]
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.code = code
    this.retry_at = more.retry_at
    this.scope = more.scope ?? 'call'
    this.words = more.words?.slice(0, 500)
    this.original = more.original
    this.lost = more.lost ?? 'silence'
    this.forget = more.forget ?? []
  }
}
