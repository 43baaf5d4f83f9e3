/** The signed tokens of this server (HS256), and checking those of others (ES256). */
import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { z } from 'zod'

export const publicJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().min(1),
  y: z.string().min(1),
})
export type PublicJwk = z.infer<typeof publicJwk>

export interface Decoded {
  header: unknown
  payload: unknown
  signed: string
  signature: Buffer
}

export function signToken(secret: string, typ: string, payload: Record<string, unknown>) {
  const signed = `${part({ typ, alg: 'HS256' })}.${part(payload)}`
  return `${signed}.${mac(secret, signed).toString('base64url')}`
}

/** The payload of a token that we signed, or nothing. */
export function openToken(secret: string, token: string): unknown {
  const decoded = decode(token)
  if (!decoded) return undefined
  const expected = mac(secret, decoded.signed)
  const ours =
    expected.length === decoded.signature.length && timingSafeEqual(expected, decoded.signature)
  return ours ? decoded.payload : undefined
}

export function decode(token: string): Decoded | undefined {
  const [header, payload, signature, ...rest] = token.split('.')
  if (!header || !payload || !signature || rest.length) return undefined
  try {
    return {
      header: JSON.parse(Buffer.from(header, 'base64url').toString()),
      payload: JSON.parse(Buffer.from(payload, 'base64url').toString()),
      signed: `${header}.${payload}`,
      signature: Buffer.from(signature, 'base64url'),
    }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export function signedBy({ kty, crv, x, y }: PublicJwk, { signed, signature }: Decoded) {
  try {
    const key = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' })
    return verify('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }, signature)
  } catch {
    return false // the point is not on the curve
  }
}

/** RFC 7638. */
export function thumbprint({ kty, crv, x, y }: PublicJwk) {
  return sha256(JSON.stringify({ crv, kty, x, y }))
}

export function sha256(text: string) {
  return createHash('sha256').update(text).digest('base64url')
}

export function mac(secret: string, text: string) {
  return createHmac('sha256', secret).update(text).digest()
}

function part(value: unknown) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
