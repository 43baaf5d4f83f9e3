/** oidc-provider wants a key to sign with. We give out opaque tokens, so nothing is ever signed; but it is always the same key. */
import { createPrivateKey } from 'node:crypto'
import type { SecretKey } from '#rules/keyring.ts'

/** PKCS #8 around the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export function signingKey(key: SecretKey) {
  const seed = key.derive('oauth signing key')
  const der = Buffer.concat([PREFIX, seed])
  const { kty, crv, d, x } = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  })
  if (!kty || !crv || !d || !x) throw new Error('An Ed25519 key has these parts.')
  return { kty, crv, d, x, use: 'sig', alg: 'EdDSA', kid: `unused-${key.id}` }
}
