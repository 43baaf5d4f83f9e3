/** Calls of the Threads API in the name of an account. */
import { z } from 'zod'
import { type Answer, call, expect } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import type { Account, Tools } from '../platform.ts'
import { refusal } from './errors.ts'
import { redacted } from './problem.ts'

/** Ids go beyond 2^53 and are strings on the wire. */
export const Id = z.string().regex(/^[0-9]{1,20}$/)

export const Secret = z.object({
  access_token: z.string().min(1),
  issued_at: z.iso.datetime(),
})

export interface Session {
  tools: Tools
  account: Pick<Account, 'secret' | 'username'>
}

interface Request<Schema> {
  method: 'GET' | 'POST'
  /** Behind the version: '/me/threads'. */
  path: string
  params: Record<string, string | undefined>
  answer: Schema
}

export async function ask<Schema extends z.ZodType>(
  { tools, account }: Session,
  { method, path, params, answer: schema }: Request<Schema>,
): Promise<z.output<Schema>> {
  const { access_token } = secretOf(account)
  const given = Object.entries(params).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const all = Object.fromEntries([...given, ['access_token', access_token]])
  const url = `${tools.config.hosts['api']}/v1.0${path}`
  const answer = await call(
    tools,
    method === 'GET'
      ? { method, url: `${url}?${new URLSearchParams(all).toString()}` }
      : { method, url, form: all },
  )
  return understood(answer, schema, { tools, secrets: [access_token] })
}

/** A success in the expected shape. Meta also answers 200 with nothing but an `error`. */
export function understood<Schema extends z.ZodType>(
  answer: Answer,
  schema: Schema,
  { tools, secrets }: { tools: Tools; secrets: readonly string[] },
): z.output<Schema> {
  const hidden = [...secrets, tools.config.client_secret]
  const fine =
    answer.status >= 200 && answer.status < 300 && !OnlyError.safeParse(answer.json).success
  if (!fine) throw refusal(answer, hidden, tools.now())
  return expect({ ...answer, text: redacted(answer.text, hidden) }, schema)
}

const OnlyError = z.object({ error: z.object({}), id: z.undefined().optional() })

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}
