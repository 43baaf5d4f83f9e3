/** Proofs of possession with server nonces (RFC 9449), as the OAuth profile wants them: ES256, for every call. */
import { z } from 'zod'
import { decode, mac, publicJwk, sha256, signedBy, thumbprint } from './jwt.ts'
import { firstSeen, type Store } from './store.ts'

/** A nonce is made every 3 minutes, and the one before is still taken. */
const nonceLasts = 180_000
/** Milliseconds that a proof may be old, or its maker's clock ahead. The documents give no number. */
const proofLasts = 300_000
const ahead = 30_000

const header = z.object({
  typ: z.literal('dpop+jwt'),
  alg: z.literal('ES256'),
  jwk: publicJwk.extend({ d: z.undefined({ error: 'a private key' }).optional() }),
})

const payload = z.object({
  jti: z.string().min(1),
  htm: z.string(),
  htu: z.string(),
  iat: z.int(),
  nonce: z.string().optional(),
  ath: z.string().optional(),
})

export type ProofProblem = { error: 'use_dpop_nonce' | 'invalid_dpop_proof'; description: string }

export function currentNonce(store: Store) {
  return nonceOf(store, Math.floor(store.now() / nonceLasts))
}

/** The thumbprint of the key, or what is wrong. `token` is the access token it accompanies. */
export function checkProof(
  store: Store,
  proof: unknown,
  call: { method: string; url: string; token?: string; server: 'Authorization' | 'Resource' },
): { jkt: string } | ProofProblem {
  const bad = (description: string): ProofProblem => ({ error: 'invalid_dpop_proof', description })
  if (typeof proof !== 'string') return bad('DPoP proof required')
  const decoded = decode(proof)
  if (!decoded) return bad('DPoP proof is not a JWT')
  const head = header.safeParse(decoded.header)
  if (!head.success) return bad(`DPoP header: ${firstIssue(head.error)}`)
  const body = payload.safeParse(decoded.payload)
  if (!body.success) return bad(`DPoP payload: ${firstIssue(body.error)}`)
  if (!signedBy(head.data.jwk, decoded)) return bad('DPoP signature is wrong')

  const { jti, htm, htu, iat, nonce, ath } = body.data
  if (htm !== call.method) return bad('DPoP htm mismatch')
  if (plainUrl(htu) !== plainUrl(call.url)) return bad('DPoP htu mismatch')
  const age = store.now() - iat * 1000
  if (age > proofLasts || age < -ahead) return bad('DPoP iat is out of range')
  if (call.token === undefined ? ath !== undefined : ath !== sha256(call.token)) {
    return bad('DPoP ath mismatch')
  }
  if (nonce === undefined || !fresh(store, nonce)) {
    const description = `${call.server} server requires nonce in DPoP proof`
    return { error: 'use_dpop_nonce', description }
  }
  const jkt = thumbprint(head.data.jwk)
  if (!firstSeen(store, `proof ${jkt} ${jti}`, proofLasts + ahead))
    return bad('DPoP proof replayed')
  return { jkt }
}

function fresh(store: Store, nonce: string) {
  const at = Math.floor(store.now() / nonceLasts)
  return nonce === nonceOf(store, at) || nonce === nonceOf(store, at - 1)
}

function nonceOf({ state }: Store, at: number) {
  return mac(state.secret, `nonce ${at}`).toString('base64url')
}

/** `htu` has neither query nor fragment (RFC 9449, section 4.2). */
function plainUrl(text: string) {
  if (!URL.canParse(text)) return undefined
  const { origin, pathname, search, hash } = new URL(text)
  return search || hash ? `${origin}${pathname} with a query` : `${origin}${pathname}`
}

function firstIssue(error: z.ZodError) {
  const issue = error.issues[0]
  return `${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`
}
