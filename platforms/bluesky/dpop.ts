/** DPoP (RFC 9449): each call proves that the caller holds the key its tokens are bound to. */
import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Answer, type HttpCall, call } from '../kit/http.ts'
import type { Tools } from '../platform.ts'
import { signJwt } from './jwt.ts'

/** A private ES256 key as a JWK; lives among the encrypted credentials. */
export const DpopKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})
export type DpopKey = z.output<typeof DpopKey>

/** The nonce a server gave last; good for some minutes, so it is kept no longer than a connector call. */
export interface Nonce {
  value: string | undefined
}

export function newKey(): DpopKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return DpopKey.parse(privateKey.export({ format: 'jwk' }))
}

export interface Claims {
  method: string
  url: string
  now: Date
  nonce?: string | undefined
  /** The access token the proof goes with. */
  token?: string | undefined
}

export function proof(key: DpopKey, { method, url, now, nonce, token }: Claims): string {
  const { kty, crv, x, y } = key
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }
  const payload = {
    jti: randomUUID(),
    htm: method,
    htu: url.replace(/[?#].*$/, ''),
    iat: Math.floor(now.getTime() / 1000),
    nonce,
    ath: token && createHash('sha256').update(token).digest('base64url'),
  }
  return signJwt(key, header, payload)
}

interface Proving {
  key: DpopKey
  nonce: Nonce
  token?: string
}

/**
 * Sends a call with a proof, and once more with the server's nonce when it asks for one. Servers check the nonce before
 * they look at anything else in the call (measured on @atproto/pds 0.5.35), so a refresh token is not used up by it.
 */
export async function send(tools: Tools, make: () => HttpCall, proving: Proving): Promise<Answer> {
  const answer = await sendOnce(tools, make(), proving)
  return asksForNonce(answer) ? sendOnce(tools, make(), proving) : answer
}

/** One call with the nonce known so far; whatever the answer is, it brings the next nonce. */
export async function sendOnce(
  tools: Tools,
  request: HttpCall,
  { key, nonce, token }: Proving,
): Promise<Answer> {
  const { method, url } = request
  const headers = {
    ...request.headers,
    dpop: proof(key, { method, url, now: tools.now(), nonce: nonce.value, token }),
    ...(token && { authorization: `DPoP ${token}` }),
  }
  const answer = await call(tools, { ...request, headers })
  nonce.value = answer.headers.get('dpop-nonce') ?? nonce.value
  return answer
}

/** 400 with a name from an authorization server, 401 with a header from a PDS. */
function asksForNonce({ status, headers, json }: Answer): boolean {
  if ((status !== 400 && status !== 401) || !headers.get('dpop-nonce')) return false
  const named = z.object({ error: z.literal('use_dpop_nonce') }).safeParse(json).success
  return named || /use_dpop_nonce/.test(headers.get('www-authenticate') ?? '')
}
