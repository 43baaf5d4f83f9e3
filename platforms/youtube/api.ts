/** Calls of the YouTube Data API v3 in the name of a channel. */
import { z } from 'zod'
import { bodyOf, refusal, understood } from '../kit/answers.ts'
import { type Answer, type Call, call, type Purpose } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import type { Account, Failure, Tools } from '../platform.ts'
import { dialect } from './errors.ts'

export const Secret = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullable(),
})

export interface Session {
  tools: Tools
  account: Pick<Account, 'platform_account_id' | 'settings' | 'secret'>
}

/** Any answer at all, sent with the channel's token. */
export async function send({ tools, account }: Session, request: Call): Promise<Answer> {
  const { access_token } = secretOf(account)
  const authorization = `Bearer ${access_token}`
  return call(tools, { ...request, headers: { ...request.headers, authorization } })
}

type Asking = { method: 'GET'; purpose?: Purpose } | { method: 'POST' | 'PUT'; purpose: Purpose }

/** A 2xx answer in the expected shape. `path` stands behind the `api` host. */
export async function ask<Schema extends z.ZodType>(
  session: Session,
  {
    path,
    answer: schema,
    purpose = 'read',
    ...request
  }: Asking & Omit<Call, 'url' | 'method' | 'purpose'> & { path: string; answer: Schema },
): Promise<z.output<Schema>> {
  const answer = await send(session, { ...request, purpose, url: apiOf(session) + path })
  return understood(answer, schema, dialect, askedBy(session))
}

export function videoIn<Schema extends z.ZodType>(
  session: Session,
  answer: Answer,
  schema: Schema,
): z.output<Schema> {
  return bodyOf(answer, schema, dialect, askedBy(session).secrets)
}

export function refused(session: Session, answer: Answer): Failure {
  return refusal(answer, dialect, askedBy(session))
}

export function apiOf({ tools }: Session): string {
  return tools.config.hosts['api'] ?? ''
}

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}

export function askedBy({ tools, account }: Session) {
  const { access_token, refresh_token } = secretOf(account)
  const secrets = [access_token, refresh_token ?? '', tools.config.client_secret]
  return { now: tools.now(), secrets }
}
