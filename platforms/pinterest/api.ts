/** Calls of Pinterest's API v5 in the name of an account. */
import { z } from 'zod'
import type { AccessTo } from '../kit/access.ts'
import { parseAnswer } from '../kit/answers.ts'
import { type HttpCall, call } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import type { Account } from '../platform.ts'
import { dialect } from './errors.ts'

export const Secret = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullable(),
})

export type Access = AccessTo<'platform_account_id' | 'settings' | 'secret'>

/** A 2xx answer in the expected shape. `path` stands behind the `api` host. */
export async function ask<Schema extends z.ZodType>(
  { tools, account }: Access,
  { path, answer: schema, ...request }: Omit<HttpCall, 'url'> & { path: string; answer: Schema },
): Promise<z.output<Schema>> {
  const { access_token, refresh_token } = secretOf(account)
  const answer = await call(tools, {
    ...request,
    url: `${tools.config.hosts['api']}${path}`,
    headers: { ...request.headers, authorization: `Bearer ${access_token}` },
  })
  const secrets = [access_token, refresh_token ?? '', tools.config.client_secret]
  return parseAnswer(answer, schema, dialect, { now: tools.now(), secrets })
}

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}
