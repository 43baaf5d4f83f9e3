/** Calls of TikTok's API in the name of an account. */
import { z } from 'zod'
import type { AccessTo } from '../kit/access.ts'
import { accepted, bodyOf } from '../kit/answers.ts'
import { call, type Purpose } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import type { Account } from '../platform.ts'
import { dialect } from './errors.ts'

/** Post ids go beyond 2^53 and are strings in all that we keep. */
export const Id = z.string().regex(/^[0-9]{1,20}$/)

export const Secret = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  /** When the refresh token ends, ISO. */
  refresh_ends_at: z.string(),
})

export type Access = AccessTo<'secret'>

interface Request<Schema> {
  /** Most of TikTok's questions are POSTs as well. */
  purpose?: Purpose
  method?: 'GET'
  /** Behind the `api` host. */
  path: string
  json?: unknown
  answer: Schema
}

/** The `data` of an answer, in the expected shape. */
export async function ask<Schema extends z.ZodType>(
  { tools, account }: Access,
  { purpose = 'read', method, path, json: body, answer: schema }: Request<Schema>,
): Promise<z.output<Schema>> {
  const { access_token, refresh_token } = secretOf(account)
  const secrets = [access_token, refresh_token, tools.config.client_secret]
  const answer = await call(tools, {
    purpose,
    method: method ?? 'POST',
    url: `${tools.config.hosts['api']}${path}`,
    headers: { authorization: `Bearer ${access_token}` },
    ...(method === 'GET' ? {} : { json: body ?? {} }),
  })
  const taken = accepted(answer, dialect, { now: tools.now(), secrets })
  const json = Envelope.safeParse(exact(answer.text)).data?.data
  return bodyOf({ ...taken, json }, schema, dialect, secrets)
}

const Envelope = z.object({ data: z.unknown() })

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}

/** The ids of published posts come as numbers that JSON cannot hold: they are made strings before anybody reads them. */
function exact(text: string): unknown {
  const quoted = text.replace(
    /("publica(?:l|lly|ly)y?_available_post_id"\s*:\s*\[)([^\]]*)(\])/g,
    (_, before: string, ids: string, after: string) =>
      `${before}${ids.replace(/"?(\d+)"?/g, '"$1"')}${after}`,
  )
  try {
    return JSON.parse(quoted)
  } catch {
    return undefined
  }
}
