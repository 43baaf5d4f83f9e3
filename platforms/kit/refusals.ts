/** One form of table for what platforms refuse; `answers.ts` reads it. Each platform keeps its rows as data. */
import type { Code } from './codes.ts'
import type { FailureKind } from './failure.ts'
import type { Purpose } from './http.ts'

/** When a row applies: all that is named must fit. */
export interface Condition {
  status?: readonly number[]
  /** Numbers or names that the platform gives. */
  code?: readonly (number | string)[]
  subcode?: readonly number[]
  words?: RegExp
  purpose?: readonly Purpose[]
}

export interface Row {
  /** Of several, one must fit. */
  on: Condition | readonly Condition[]
  kind: FailureKind
  code: Code
  /** What has to wait, or is of no use any more; this call alone unless said. */
  scope?: 'account' | 'app'
  /** Minutes, or until when. A rate limit that names its end lasts until then; all else at least as long as this. */
  wait?: number | ((now: Date) => Date)
  /** For people, with what to do. `{platform}` stands for its name. */
  message: string
}

export interface Said {
  status: number
  purpose: Purpose
  codes: readonly (number | string)[]
  subcode?: number | undefined
  words: string
}

/** The first that fits; behind the platform's own rows stands what every platform's statuses mean. */
export function meaningOf(rows: readonly Row[], said: Said): Row {
  return rowFor(rows, said) ?? rowFor(COMMON, said) ?? FAILED
}

export function rowFor(rows: readonly Row[], said: Said): Row | undefined {
  return rows.find(({ on }) => isMet(on, said))
}

export function isMet(on: Row['on'], said: Said): boolean {
  return (isList(on) ? on : [on]).some((one) => fits(one, said))
}

function fits({ status, code, subcode, words, purpose }: Condition, said: Said): boolean {
  return (
    (!status || status.includes(said.status)) &&
    (!purpose || purpose.includes(said.purpose)) &&
    (!code || code.some((one) => said.codes.includes(one))) &&
    (!subcode || (said.subcode !== undefined && subcode.includes(said.subcode))) &&
    (!words || words.test(said.words))
  )
}

const isList = (on: Row['on']): on is readonly Condition[] => Array.isArray(on)

const MINUTE = 60_000

/** When it may be tried again, as the platform or the row says. */
export function waitOf({ code, wait }: Row, told: Date | undefined, now: Date): Date | undefined {
  const least = typeof wait === 'number' ? new Date(now.getTime() + wait * MINUTE) : wait?.(now)
  if (!told || !least) return told ?? least
  if (code === 'rate_limited') return told
  return told > least ? told : least
}

export const from = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

const FAILED: Row = {
  on: {},
  kind: 'unknown',
  code: 'server_error',
  message: '{platform} failed while it worked on the call; whether it took effect is not known.',
}

/** What a status means of which the platform's own table knows nothing, once the platform itself has spoken. */
export const COMMON: readonly Row[] = [
  {
    on: { status: from(200, 299) },
    kind: 'unknown',
    code: 'success_with_errors',
    message:
      '{platform} reported success and an error at once; whether the call took effect is not known.',
  },
  {
    on: { status: [401] },
    kind: 'expired',
    code: 'token_expired',
    scope: 'account',
    message: '{platform} no longer takes the access token of this account.',
  },
  {
    on: { status: [403] },
    kind: 'rejected',
    code: 'forbidden',
    message: '{platform} forbids this call. Its words may say why.',
  },
  {
    on: { status: [404, 410] },
    kind: 'rejected',
    code: 'not_found',
    message: '{platform} does not know what this call is about.',
  },
  {
    on: { status: [413] },
    kind: 'rejected',
    code: 'media_too_large',
    message: 'A file is larger than {platform} takes.',
  },
  {
    on: { status: [429] },
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: 2,
    message: '{platform} asks us to slow down; the post goes out when the limit is over.',
  },
  {
    on: { status: [400, 422] },
    kind: 'rejected',
    code: 'invalid_request',
    message: '{platform} refuses something in this call. Its words may say what.',
  },
  {
    on: { status: from(400, 499).filter((status) => status !== 408) },
    kind: 'rejected',
    code: 'refused',
    message: '{platform} refuses this call. Its words may say why.',
  },
  FAILED,
]
