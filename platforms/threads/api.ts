/** Calls of the Threads API in the name of an account. */
import { z } from 'zod'
import type { AccessTo } from '../kit/access.ts'
import { parseAnswer } from '../kit/answers.ts'
import { call, type Purpose } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import { withIds } from '../meta/graph.ts'
import type { Account } from '../platform.ts'
import { dialect } from './errors.ts'

/** Ids go beyond 2^53 and are strings on the wire. */
export const Id = z.string().regex(/^[0-9]{1,20}$/)

export const Secret = z.object({
  access_token: z.string().min(1),
  issued_at: z.iso.datetime(),
})

export type Access = AccessTo<'secret' | 'username'>

type Request<Schema> = Asking & {
  /** Behind the version: '/me/threads'. */
  path: string
  params: Record<string, string | undefined>
  answer: Schema
}

type Asking = { method: 'GET'; purpose?: Purpose } | { method: 'POST' | 'DELETE'; purpose: Purpose }

export async function ask<Schema extends z.ZodType>(
  { tools, account }: Access,
  { method, purpose = 'read', path, params, answer: schema }: Request<Schema>,
): Promise<z.output<Schema>> {
  const { access_token } = secretOf(account)
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const all = Object.fromEntries([...given, ['access_token', access_token]])
  const url = `${tools.config.hosts['api']}/v1.0${path}`
  const answer = await call(
    tools,
    method !== 'POST'
      ? { purpose, method, url: `${url}?${new URLSearchParams(all).toString()}` }
      : { purpose, method, url, form: all },
  )
  const secrets = [access_token, tools.config.client_secret]
  return parseAnswer(withIds(answer), schema, dialect, { now: tools.now(), secrets })
}

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}
