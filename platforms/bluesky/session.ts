/** Credentials as they are kept, and calls made with them. */
import { z } from 'zod'
import { call } from '../kit/http.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { DpopKey, type Nonce, send, sendOnce } from './dpop.ts'
import { read, type Request, toCall } from './xrpc.ts'

export const Secret = z.discriminatedUnion('type', [
  z.object({ type: z.literal('app_password'), access_jwt: z.string(), refresh_jwt: z.string() }),
  z.object({
    type: z.literal('oauth'),
    access_token: z.string(),
    refresh_token: z.string().nullable(),
    key: DpopKey,
    token_endpoint: z.string(),
    client_id: z.string(),
    /** Absent: of an earlier version, whose clients proved nothing. */
    issuer: z.string().optional(),
  }),
])
export type Secret = z.output<typeof Secret>

export interface PdsSession {
  did: string
  pds: string
  ask<Schema extends z.ZodType>(
    request: Omit<Request, 'host'>,
    schema: Schema,
  ): Promise<z.output<Schema>>
}

/** A small call that fetches a nonce, so that no file is sent only to be refused for the lack of one. */
const NONCE = { method: 'GET', nsid: 'com.atproto.server.getSession' } as const

/** Calls to the PDS of an account, in its name. */
export function session(account: Account, tools: Tools): PdsSession {
  const pds = z.string().safeParse(account.settings['pds']).data ?? ''
  const nonce: Nonce = { value: undefined }
  return {
    did: account.platform_account_id,
    pds,
    async ask(request, schema) {
      const secret = secretOf(account)
      const make = () => toCall({ ...request, host: pds })
      if (secret.type === 'oauth') {
        const proving = { key: secret.key, nonce, token: secret.access_token }
        if (request.body && !nonce.value)
          await sendOnce(tools, toCall({ ...NONCE, host: pds }), proving)
        return read(await send(tools, make, proving), schema, tools)
      }
      const plain = make()
      const headers = { ...plain.headers, authorization: `Bearer ${secret.access_jwt}` }
      return read(await call(tools, { ...plain, headers }), schema, tools)
    },
  }
}

export function secretOf(account: Account): Secret {
  const { data } = Secret.safeParse(account.secret)
  if (data && account.settings['pds']) return data
  throw new Failure(
    'reconnect',
    'access_ended',
    'The stored session is incomplete. Connect the account again.',
  )
}
