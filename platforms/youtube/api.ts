/** Calls of the YouTube Data API v3 in the name of a channel. */
import { z } from 'zod'
import type { AccessTo } from '../kit/access.ts'
import { bodyOf, refusal, parseAnswer } from '../kit/answers.ts'
import { type Answer, type HttpCall, call, type Purpose } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import type { Account, Failure } from '../platform.ts'
import { dialect } from './errors.ts'

export const Secret = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullable(),
})

export type Access = AccessTo<'platform_account_id' | 'settings' | 'secret'>

/** Any answer at all, sent with the channel's token. */
export async function send({ tools, account }: Access, request: HttpCall): Promise<Answer> {
  const { access_token } = secretOf(account)
  const authorization = `Bearer ${access_token}`
  return call(tools, { ...request, headers: { ...request.headers, authorization } })
}

type Asking = { method: 'GET'; purpose?: Purpose } | { method: 'POST' | 'PUT'; purpose: Purpose }

/** A 2xx answer in the expected shape. `path` stands behind the `api` host. */
export async function ask<Schema extends z.ZodType>(
  access: Access,
  {
    path,
    answer: schema,
    purpose = 'read',
    ...request
  }: Asking & Omit<HttpCall, 'url' | 'method' | 'purpose'> & { path: string; answer: Schema },
): Promise<z.output<Schema>> {
  const answer = await send(access, { ...request, purpose, url: apiOf(access) + path })
  return parseAnswer(answer, schema, dialect, askedBy(access))
}

export function videoIn<Schema extends z.ZodType>(
  access: Access,
  answer: Answer,
  schema: Schema,
): z.output<Schema> {
  return bodyOf(answer, schema, dialect, askedBy(access).secrets)
}

export function refused(access: Access, answer: Answer): Failure {
  return refusal(answer, dialect, askedBy(access))
}

export function apiOf({ tools }: Access): string {
  return tools.config.hosts['api'] ?? ''
}

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}

export function askedBy({ tools, account }: Access) {
  const { access_token, refresh_token } = secretOf(account)
  const secrets = [access_token, refresh_token ?? '', tools.config.client_secret]
  return { now: tools.now(), secrets }
}
