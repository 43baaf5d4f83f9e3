/** Calls of X's API in the name of an account. */
import { z } from 'zod'
import type { AccessTo } from '../kit/access.ts'
import { bodyOf, parseAnswer } from '../kit/answers.ts'
import { type HttpCall, call } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import type { Account } from '../platform.ts'
import { dialect } from './errors.ts'

/** Ids go beyond 2^53 and are strings on the wire. */
export const Id = z.string().regex(/^[0-9]{1,19}$/)

export const Secret = z.object({
  access_token: z.string().min(1),
  /** Absent when the person did not grant `offline.access`. */
  refresh_token: z.string().min(1).nullable(),
})

export type Access = AccessTo<'platform_account_id' | 'username' | 'secret'>

interface Request<Schema> extends Omit<HttpCall, 'url'> {
  /** Behind the `api` host: '/2/tweets'. */
  path: string
  answer: Schema
  /** Asks for many things at once: what is missing is in `errors[]`, and that may be all of them. */
  many?: true
}

export async function ask<Schema extends z.ZodType>(
  { tools, account }: Access,
  { path, answer: schema, many, ...request }: Request<Schema>,
): Promise<z.output<Schema>> {
  const { access_token, refresh_token } = secretOf(account)
  const answer = await call(tools, {
    ...request,
    url: `${tools.config.hosts['api']}${path}`,
    headers: { ...request.headers, authorization: `Bearer ${access_token}` },
  })
  // Some uploads are acknowledged with an empty body.
  const acknowledged = answer.status < 300 && answer.text.trim() === ''
  const given = acknowledged ? { ...answer, json: {} } : answer
  const secrets = [access_token, refresh_token ?? '', tools.config.client_secret]
  if (many && answer.status < 300) return bodyOf(given, schema, dialect, secrets)
  return parseAnswer(given, schema, dialect, { now: tools.now(), secrets })
}

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}
