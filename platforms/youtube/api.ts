/** Calls of the YouTube Data API v3 in the name of a channel. */
import { z } from 'zod'
import { type Answer, type Call, call, expect } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import type { Account, Failure, Tools } from '../platform.ts'
import { refusal } from './errors.ts'
import { redacted } from './problem.ts'

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

/** A 2xx answer in the expected shape. `path` stands behind the `api` host. */
export async function ask<Schema extends z.ZodType>(
  session: Session,
  { path, answer: schema, ...request }: Omit<Call, 'url'> & { path: string; answer: Schema },
): Promise<z.output<Schema>> {
  const answer = await send(session, { ...request, url: apiOf(session) + path })
  if (answer.status < 200 || answer.status > 299) throw refused(session, answer)
  return understood(session, answer, schema)
}

export function understood<Schema extends z.ZodType>(
  session: Session,
  answer: Answer,
  schema: Schema,
): z.output<Schema> {
  return expect({ ...answer, text: redacted(answer.text, secretsOf(session)) }, schema)
}

export function refused(session: Session, answer: Answer): Failure {
  return refusal(answer, { now: session.tools.now(), secrets: secretsOf(session) })
}

export function apiOf({ tools }: Session): string {
  return tools.config.hosts['api'] ?? ''
}

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}

function secretsOf({ tools, account }: Session): string[] {
  const { access_token, refresh_token } = secretOf(account)
  return [access_token, refresh_token ?? '', tools.config.client_secret]
}
