/** Calls of Google's APIs in the name of an account. */
import { z } from 'zod'
import type { AccessTo } from '../kit/access.ts'
import { parseAnswer } from '../kit/answers.ts'
import { type HttpCall, call, type Purpose } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import type { Account } from '../platform.ts'
import { dialect } from './errors.ts'

export const Secret = z.object({
  access_token: z.string().min(1),
  /** Absent when Google gave none: then the hour of the access token is all there is. */
  refresh_token: z.string().min(1).nullable(),
})

export type Access = AccessTo<'secret'>

type Asking =
  | { method: 'GET'; purpose?: Purpose }
  | { method: 'POST' | 'PATCH' | 'DELETE'; purpose: Purpose }
type Request<Schema> = Asking &
  Pick<HttpCall, 'json'> & {
    host: 'accounts' | 'info' | 'posts'
    path: string
    answer: Schema
  }

export async function ask<Schema extends z.ZodType>(
  { tools, account }: Access,
  { host, path, answer: schema, purpose = 'read', ...request }: Request<Schema>,
): Promise<z.output<Schema>> {
  const { access_token, refresh_token } = secretOf(account)
  const answer = await call(tools, {
    ...request,
    purpose,
    url: `${tools.config.hosts[host]}${path}`,
    headers: { authorization: `Bearer ${access_token}` },
    timeout: 60_000,
  })
  const secrets = [access_token, refresh_token ?? '', tools.config.client_secret]
  return parseAnswer(answer, schema, dialect, { now: tools.now(), secrets })
}

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}
