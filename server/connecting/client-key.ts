/** The key with which this instance proves itself to platforms that know apps by a document: the same at every start. */
import { createECDH } from 'node:crypto'
import type { ClientKey } from '#platforms/platform.ts'
import type { SecretKey } from '#rules/keyring.ts'

/** Of P-256, less one: a private key is one of these numbers, plus one. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n - 1n

/** Another one for each platform and secret key. */
export function clientKeyOf(key: SecretKey, platform: string): ClientKey {
  // Longer than the order, so that what is left of the division is even.
  const drawn = key.derive(`client of ${platform}`, 48)
  const number = (BigInt(`0x${drawn.toString('hex')}`) % ORDER) + 1n
  const d = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(d)
  const point = curve.getPublicKey()
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: d.toString('base64url'),
  }
}
