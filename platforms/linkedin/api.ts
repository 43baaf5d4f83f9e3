/** Calls of LinkedIn's API in the name of a member or a Page. */
import { z } from 'zod'
import type { AccessTo } from '../kit/access.ts'
import { bodyOf, isTaken, unreadable } from '../kit/answers.ts'
import { type Answer, type HttpCall, call } from '../kit/http.ts'
import { secretAs } from '../kit/oauth.ts'
import type { Account, Json, Receipt } from '../platform.ts'
import { dialect, refused } from './errors.ts'
import { manifest } from './manifest.ts'

export const Urn = z.string().regex(/^urn:li:[A-Za-z]+:[A-Za-z0-9_-]+$/)

export const Secret = z.object({
  access_token: z.string().min(1),
  /** LinkedIn gives them to approved apps only. */
  refresh_token: z.string().min(1).nullable(),
  /** A refresh does not extend it. */
  refresh_ends_at: z.iso.datetime().nullable().catch(null),
  issued_at: z.iso.datetime().optional().catch(undefined),
})

export type Access = AccessTo<'platform_account_id' | 'settings' | 'secret'>

export interface Request extends Omit<HttpCall, 'url'> {
  /** Behind the `api` host: '/rest/posts'. */
  path: string
  /** Rest.li's word for what the verb alone does not say. */
  action?: 'FINDER' | 'DELETE' | 'PARTIAL_UPDATE' | 'BATCH_GET'
}

/** The raw answer of a success: LinkedIn puts ids into headers. */
export async function send(access: Access, { path, action, ...request }: Request) {
  const { tools } = access
  return callWithToken(access, {
    ...request,
    url: `${tools.config.hosts['api']}${path}`,
    headers: {
      ...request.headers,
      ...(action && { 'x-restli-method': action }),
      'linkedin-version': tools.config.version ?? manifest.api_version?.value ?? '',
      'x-restli-protocol-version': '2.0.0',
    },
  })
}

export async function ask<Schema extends z.ZodType>(
  access: Access,
  { answer: schema, ...request }: Request & { answer: Schema },
): Promise<z.output<Schema>> {
  const answer = await send(access, request)
  return bodyOf(answer, schema, dialect, secretsOf(access))
}

/** With the account's token, to an address that the caller vouches for. */
export async function callWithToken(access: Access, request: HttpCall): Promise<Answer> {
  const { tools, account } = access
  const { access_token, issued_at } = secretOf(account)
  const answer = await call(tools, {
    ...request,
    headers: { ...request.headers, authorization: `Bearer ${access_token}` },
  })
  if (isTaken(answer, dialect)) return answer
  throw refused(answer, { now: tools.now(), secrets: secretsOf(access) }, issued_at)
}

/** A post's public address follows from its URN, whichever kind of URN it is. */
export function addressOf({ tools }: Access, urn: string): string {
  return `${tools.config.hosts['web']}/feed/update/${urn}/`
}

export function receiptOf(access: Access, urn: string): Json {
  return { platform_post_id: urn, platform_url: addressOf(access, urn) } satisfies Receipt
}

/** Comments come back whole; of posts there is nothing but the header. */
const Created = z.object({ id: z.string() })

/** The URN of what was created; a proxy that drops headers would lose it, and then nobody knows it. */
export function createdId(answer: Answer, access: Access): string {
  const id =
    answer.headers.get('x-restli-id') ??
    answer.headers.get('x-linkedin-id') ??
    Created.safeParse(answer.json).data?.id
  const { success, data } = z.string().min(1).max(200).safeParse(id)
  if (success) return decoded(data)
  throw unreadable(answer, dialect, secretsOf(access))
}

export function secretOf(account: Pick<Account, 'secret'>): z.output<typeof Secret> {
  return secretAs(Secret, account)
}

function secretsOf({ tools, account }: Access) {
  const { access_token, refresh_token } = secretOf(account)
  return [access_token, refresh_token ?? '', tools.config.client_secret]
}

function decoded(id: string) {
  return /%[0-9a-f]{2}/i.test(id) ? decodeURIComponent(id) : id
}
