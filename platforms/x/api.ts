/** Calls of X's API in the name of an account. */
import { z } from 'zod'
import { type Answer, type Call, call, expect } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { refusal } from './errors.ts'
import { problemOf, redacted } from './problem.ts'
import type { Purpose } from './rule.ts'

/** Ids go beyond 2^53 and are strings on the wire. */
export const Id = z.string().regex(/^[0-9]{1,19}$/)

export const Secret = z.object({
  access_token: z.string().min(1),
  /** Absent when the person did not grant `offline.access`. */
  refresh_token: z.string().min(1).nullable(),
})

export interface Session {
  tools: Tools
  account: Pick<Account, 'platform_account_id' | 'username' | 'secret'>
}

interface Request<Schema> extends Omit<Call, 'url'> {
  purpose: Purpose
  /** Behind the `api` host: '/2/tweets'. */
  path: string
  answer: Schema
  /** Asks for many things at once: what is missing is in `errors[]`, and that may be all of them. */
  many?: true
}

export async function ask<Schema extends z.ZodType>(
  { tools, account }: Session,
  { purpose, path, answer: schema, many, ...request }: Request<Schema>,
): Promise<z.output<Schema>> {
  const { access_token, refresh_token } = secretOf(account)
  const answer = await call(tools, {
    ...request,
    url: `${tools.config.hosts['api']}${path}`,
    headers: { ...request.headers, authorization: `Bearer ${access_token}` },
  })
  const secrets = [access_token, refresh_token ?? '', tools.config.client_secret]
  if (answer.status < 200 || answer.status > 299) {
    throw refusal(answer, { purpose, now: tools.now(), secrets })
  }
  if (many) return expect({ ...answer, text: redacted(answer.text, secrets) }, schema)
  return understood(answer, schema, secrets)
}

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}

/** A success in the expected shape. X also answers 200 with nothing but `errors[]`, which says little about what was done. */
export function understood<Schema extends z.ZodType>(
  answer: Answer,
  schema: Schema,
  secrets: readonly string[],
): z.output<Schema> {
  if (OnlyErrors.safeParse(answer.json).success) {
    const message =
      'X reported success and errors at once; whether the call took effect is unknown.'
    const { words } = problemOf(answer, secrets)
    throw new Failure('unknown', 'success_with_errors', message, { words })
  }
  // Some uploads are acknowledged with an empty body.
  const json = answer.text.trim() === '' ? {} : answer.json
  return expect({ ...answer, json, text: redacted(answer.text, secrets) }, schema)
}

const OnlyErrors = z.object({ data: z.undefined().optional(), errors: z.array(z.unknown()).min(1) })
