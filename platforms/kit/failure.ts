/** How a platform says no, or says nothing: the one error that connectors throw on purpose. */
import type { Json } from '../tools.ts'
import type { Code } from './codes.ts'

/**
 * - `rejected`: the platform refuses this content or call; sending it again changes nothing.
 * - `later`: refused for now, certainly without effect (rate limit, unreachable before anything was written).
 * - `expired`: the access token is no longer taken; refresh once and repeat (a refused call had no effect).
 * - `reconnect`: a person must connect the account again (or unlock it on the platform).
 * - `unknown`: the answer was lost or is unreadable; it may have had its effect. Of a step that only prepares: as `later`.
 */
export type FailureKind = 'rejected' | 'later' | 'expired' | 'reconnect' | 'unknown'

/**
 * What came instead of an answer: nothing, or half of one; the platform's own failure; something that the platform did not
 * write, as a gateway in front of it does.
 */
export type Lost = 'silence' | 'server_error' | 'page'

/** The post that was there first, as a platform names it when it refuses a twin. */
export interface Original {
  /** What a receipt of it would carry. */
  id: string
  /** Milliseconds on the platform's clock; null: not told. */
  at: number | null
  /** False: the platform names it and does not have it, so it is no proof of anything. */
  there: boolean
}

interface More {
  retry_at?: Date | undefined
  scope?: 'call' | 'account' | 'app' | undefined
  words?: string | undefined
  original?: Original | undefined
  lost?: Lost | undefined
  forget?: readonly string[]
  kept?: Json | undefined
  cause?: unknown
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly kind: FailureKind
  /** Ours, stable: one of `codes.ts`. */
  readonly code: Code
  /** Earliest time to try again, when the platform says it. */
  readonly retry_at: Date | undefined
  /** What has to wait: this call, everything of this account, or every account of our app. */
  readonly scope: 'call' | 'account' | 'app'
  /** The platform's own words, cut to 500 characters and without secrets. */
  readonly words: string | undefined
  /** Of `duplicate_content`, when the platform names it. */
  readonly original: Original | undefined
  /** Undefined: the platform has answered. */
  readonly lost: Lost | undefined
  /** Of `unknown`: what the answer told all the same (the number of a post that is still being checked), for looks at it. */
  readonly kept: Json | undefined
  /** Of `later`: saved steps that only prepared and are of no use any more; the next attempt takes and saves them anew. */
  readonly forget: readonly string[]

  /** `message` is for people and says what to do; it must not repeat tokens. */
  constructor(kind: FailureKind, code: Code, message: string, more: More = {}) {
    super(message, { cause: more.cause })
    this.kind = kind
    this.code = code
    this.retry_at = more.retry_at
    this.scope = more.scope ?? 'call'
    // The cut may go through a pair of surrogates, and half of one cannot be stored.
    this.words = more.words?.slice(0, 500).toWellFormed()
    this.original = more.original
    this.lost = more.lost
    this.kept = more.kept
    this.forget = more.forget ?? []
  }
}

/** The same refusal, understood otherwise by whoever knows more of what was asked. */
export function retold(
  failure: Failure,
  changed: More & { kind?: FailureKind; code?: Code; message?: string },
): Failure {
  const { kind, code, message, retry_at, scope, words, original, lost, forget, kept } = failure
  const more = { retry_at, scope, words, original, lost, forget, kept, cause: failure, ...changed }
  return new Failure(changed.kind ?? kind, changed.code ?? code, changed.message ?? message, more)
}
