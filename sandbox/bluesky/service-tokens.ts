/**
 * Tokens between services: `iss` lets `aud` call `lxm` (atproto.com/specs/xrpc, "Inter-Service Authentication"). Real
 * ones are signed by the account's key; here PDS and video service share a secret.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { refusal } from './answers.ts'
import { bearer } from './authenticate.ts'
import { openToken, signToken } from './jwt.ts'
import type { Store } from './store.ts'
import type { Call } from './xrpc.ts'

const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  lxm: z.string().optional(),
  exp: z.number(),
})

export function makeServiceToken(store: Store, payload: z.infer<typeof claims>) {
  return signToken(store.state.secret, 'JWT', { ...payload, jti: randomUUID() })
}

/** The DID of the account that lets us act; a token without a method is for any. */
export function checkServiceToken(
  call: Call,
  { audiences, lxm }: { audiences: readonly string[]; lxm: string },
) {
  const { store } = call
  const read = claims.safeParse(openToken(store.state.secret, bearer(call)))
  if (!read.success) throw refusal(401, 'BadJwt', 'poorly formatted jwt')
  const { iss, aud, exp } = read.data
  if (exp * 1000 <= store.now()) throw refusal(401, 'JwtExpired', 'jwt expired')
  if (!audiences.includes(aud)) {
    throw refusal(401, 'BadJwtAudience', 'jwt audience does not match service did')
  }
  if (read.data.lxm !== undefined && read.data.lxm !== lxm) {
    throw refusal(401, 'BadJwtLexiconMethod', `bad jwt lexicon method ("lxm"). must match: ${lxm}`)
  }
  return iss
}
