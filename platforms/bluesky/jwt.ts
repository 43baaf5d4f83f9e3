/** What we sign ourselves: proofs and assertions, with ES256. */
import { createPrivateKey, sign } from 'node:crypto'
import type { ClientKey } from '../platform.ts'

export function signJwt(key: ClientKey, header: object, payload: object): string {
  const text = `${encode(header)}.${encode(payload)}`
  const { kty, crv, x, y, d } = key
  const privateKey = createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(text), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}

function encode(value: unknown) {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
