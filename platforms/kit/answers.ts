/**
 * What an answer means, for every platform alike. First: is it an answer of the platform at all, in its own shape? Gateways
 * and firewalls speak with the same statuses, and know nothing of what became of a call. Only what was read is looked up in
 * the platform's table.
 */
import type { z } from 'zod'
import { Failure, type Lost, type Original } from './failure.ts'
import { type Answer, doubt } from './http.ts'
import { bare, type Redacted } from './redaction.ts'
import { FAILED, meaningOf, type Row, rowFor, waitOf } from './refusals.ts'
import { retryAfter } from './retry-after.ts'

/** A refusal as it was read. */
export interface Told {
  /** Whatever the platform numbers or names it by. */
  codes: readonly (number | string)[]
  subcode?: number | undefined
  words: string
  /** The platform says itself that it will pass. */
  transient?: boolean
  /** Of a refused twin. */
  original?: Original | undefined
}

/** How one platform says no. */
export interface Dialect {
  /** As people know it. */
  name: string
  /** Undefined: these are not the platform's words, or they refuse nothing. */
  read(answer: Answer): Told | undefined
  /** The first that fits is taken; behind them all stands what every platform's statuses mean. */
  rows: readonly Row[]
  redacted: Redacted
  /** Waits that are told by other headers than `Retry-After`. */
  wait?(answer: Answer, now: Date): Wait | undefined
}

export interface Wait {
  retry_at: Date
  scope?: 'account' | 'app'
}

export interface Asked {
  now: Date
  secrets: readonly string[]
  /** Instead of what the row says. */
  scope?: 'call' | 'account' | 'app' | undefined
}

/** A success in the expected shape; anything else is the `Failure` that it means. */
export function parseAnswer<Schema extends z.ZodType>(
  answer: Answer,
  schema: Schema,
  dialect: Dialect,
  asked: Asked,
): z.output<Schema> {
  return bodyOf(accepted(answer, dialect, asked), schema, dialect, asked.secrets)
}

/** A success, whatever its body says: an upload that was taken. A page is none. */
export function accepted(answer: Answer, dialect: Dialect, asked: Asked): Answer {
  if (isTaken(answer, dialect)) return answer
  throw refusal(answer, dialect, asked)
}

export function isTaken(answer: Answer, dialect: Dialect): boolean {
  return isSuccess(answer) && !isMarkup(answer) && !dialect.read(answer)
}

/** The body of a success in the expected shape; an unreadable one may have had its effect all the same. */
export function bodyOf<Schema extends z.ZodType>(
  answer: Answer,
  schema: Schema,
  dialect: Dialect,
  secrets: readonly string[],
): z.output<Schema> {
  const { success, data, error } = schema.safeParse(answer.json)
  if (success) return data
  throw unreadable(answer, dialect, secrets, error)
}

/** A success that does not say what it must. */
export function unreadable(
  answer: Answer,
  { name, redacted }: Dialect,
  secrets: readonly string[],
  cause?: unknown,
): Failure {
  const message = `${name} gave an answer that could not be read.`
  const words = redacted(`${answer.status} ${answer.text}`, secrets)
  const lost = lostTo(answer)
  return new Failure(doubt(answer.purpose), 'unreadable_answer', message, { words, lost, cause })
}

/** The `Failure` that an answer means which is no success. */
export function refusal(answer: Answer, dialect: Dialect, asked: Asked): Failure {
  const told = dialect.read(answer)
  return told ? meant(answer, told, dialect, asked) : unread(answer, dialect, asked)
}

/** The platform has spoken: its own table first, then what the statuses of all platforms mean. */
function meant(answer: Answer, told: Told, dialect: Dialect, asked: Asked): Failure {
  const { purpose, status } = answer
  const words = dialect.redacted(told.words, asked.secrets)
  const said = { ...told, words, purpose, status }
  const own = rowFor(dialect.rows, said)
  // Whoever fails, or says that it will pass, has refused nothing for good.
  const passes = status >= 500 || told.transient === true
  const row =
    own && !(passes && own.kind === 'rejected') ? own : passes ? FAILED : meaningOf([], said)
  return failureOf(row, answer, { words, original: told.original }, dialect, asked)
}

/** Something else has. */
function unread(answer: Answer, dialect: Dialect, asked: Asked): Failure {
  const { status, purpose } = answer
  const { name, redacted, rows } = dialect
  const words = redacted(bare(answer), asked.secrets)
  if (status === 429) {
    const row = meaningOf(rows, { status, purpose, codes: [], words: '' })
    return failureOf(row, answer, { words }, dialect, asked)
  }
  if (isSuccess(answer)) return unreadable(answer, dialect, asked.secrets)
  const [code, message] =
    status >= 500
      ? (['server_error', `${name} failed; whether the call took effect is not known.`] as const)
      : (['gateway_page', `Something in front of ${name} answered in its place.`] as const)
  const retry_at = retryAfter(answer, asked.now)
  return new Failure(doubt(purpose), code, message, { words, retry_at, lost: lostTo(answer) })
}

function failureOf(
  row: Row,
  answer: Answer,
  said: { words: string; original?: Original | undefined },
  dialect: Dialect,
  asked: Asked,
): Failure {
  const { code } = row
  const { now } = asked
  const kind = row.kind === 'unknown' ? doubt(answer.purpose) : row.kind
  const told = dialect.wait?.(answer, now)
  const until = told?.retry_at ?? retryAfter(answer, now)
  const limit = code === 'rate_limited' ? told?.scope : undefined
  return new Failure(kind, code, row.message.replace('{platform}', dialect.name), {
    retry_at: kind === 'later' || kind === 'unknown' ? waitOf(row, until, now) : undefined,
    scope: asked.scope ?? limit ?? row.scope,
    words: said.words,
    original: code === 'duplicate_content' ? said.original : undefined,
    lost: code === 'server_error' || code === 'success_with_errors' ? 'server_error' : undefined,
  })
}

/** What came instead of the platform's words. */
function lostTo({ status, text, json }: Answer): Lost {
  if (isMarkup({ text })) return 'page'
  // Its own words, broken off.
  if (json === undefined && /^\s*[{[]/.test(text)) return 'silence'
  if (status >= 500) return 'server_error'
  return status >= 300 || (json === undefined && text.trim()) ? 'page' : 'silence'
}

const isSuccess = ({ status }: Answer) => status >= 200 && status < 300
const isMarkup = ({ text }: Pick<Answer, 'text'>) => /^\s*</.test(text)
