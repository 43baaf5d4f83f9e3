/**
 * The token endpoint of every platform: what it grants, and what its refusals mean. Only a refusal that was read, and that
 * the platform is known to end access by, ends an account. A page, a bare status, a cut body, a limit, a failure and words
 * that nobody knows are reasons to ask again: the old token works for a while yet.
 */
import type { z } from 'zod'
import { type Asked, bodyOf, type Dialect, refusal, type Told } from './answers.ts'
import { type Failure, retold } from './failure.ts'
import { type Answer, call, type HttpCall } from './http.ts'
import { appNotAccepted, codeRefused, connectionEnded } from './oauth.ts'
import { type Condition, isMet } from './refusals.ts'
import type { Tools } from '../tools.ts'

/** How one platform's endpoint speaks. */
export interface TokenDialect extends Dialect {
  /** By which words it ends access for good; OAuth's own is `invalid_grant` (RFC 6749, 5.2). */
  ends: readonly Condition[]
  /** By which words, besides OAuth's, it does not know our app. */
  strangers?: readonly Condition[]
  /** For people: what has ended, as a sentence before "Connect it again."; how long a code lives. */
  why?: { ended?: string; code?: string }
}

export const INVALID_GRANT: Condition = { code: ['invalid_grant'] }
const STRANGERS: readonly Condition[] = [
  { code: ['invalid_client', 'unauthorized_client', 'invalid_client_metadata'] },
]

interface Granting extends Asked {
  /** A token that we have for a new one; else a code that a person brought. */
  renewing: boolean
}

/** Asks once: a refresh token that is used twice may end the account. */
export async function grant<Schema extends z.ZodType>(
  tools: Tools,
  request: Omit<HttpCall, 'purpose'>,
  schema: Schema,
  dialect: TokenDialect,
  asked: Pick<Granting, 'secrets' | 'renewing'>,
): Promise<z.output<Schema>> {
  const answer = await call(tools, { ...request, purpose: 'sign_in' })
  return granted(answer, schema, dialect, { ...asked, now: tools.now() })
}

export function granted<Schema extends z.ZodType>(
  answer: Answer,
  schema: Schema,
  dialect: TokenDialect,
  asked: Granting,
): z.output<Schema> {
  const told = dialect.read(answer)
  if (told) throw refused(answer, told, dialect, asked)
  if (answer.status < 200 || answer.status > 299) throw refusal(answer, dialect, asked)
  // Whatever it holds, it may hold tokens: no word of it is kept.
  return bodyOf({ ...answer, text: '(not kept)' }, schema, dialect, [])
}

function refused(answer: Answer, told: Told, dialect: TokenDialect, asked: Granting): Failure {
  const { name, ends, strangers = [], redacted, why = {} } = dialect
  const { renewing } = asked
  const words = redacted(told.words, asked.secrets)
  const said = { ...told, words, status: answer.status, purpose: answer.purpose }
  // Whoever fails has decided nothing.
  if (answer.status < 500) {
    if (isMet([...STRANGERS, ...strangers], said)) return appNotAccepted(name, renewing, words)
    if (isMet(ends, said)) {
      return renewing
        ? connectionEnded(name, words, { why: why.ended })
        : codeRefused(words, why.code)
    }
  }
  const failure = refusal(answer, dialect, asked)
  if (failure.kind === 'later') return failure
  if (failure.kind === 'reconnect') return failure
  return renewing ? notRenewed(failure, name) : codeRefused(words, why.code)
}

/** A refusal that says not a word about the token: the account need not be connected again. */
export function notRenewed(failure: Failure, name: string): Failure {
  const message = `${name} did not renew the access of this account. It is asked again.`
  return retold(failure, { kind: 'later', code: 'token_not_renewed', message, scope: 'account' })
}
