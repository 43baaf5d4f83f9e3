/** The atproto profile of OAuth: pushed request, PKCE, DPoP, and an issuer that is checked against the account it names. */
import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type Authorization, Failure, type Json, type Offered, type Tools } from '../platform.ts'
import { assertion, client, scope } from './client.ts'
import { authorizationServer, entryway, issuerOf } from './discovery.ts'
import { DpopKey, newKey, send } from './dpop.ts'
import { redact } from './errors.ts'
import { identify, identityOf } from './identity.ts'
import { offered } from './profile.ts'
import { credentialsOf, token } from './tokens.ts'
import { read } from './xrpc.ts'

const Kept = z.object({
  state: z.string(),
  issuer: z.string(),
  token_endpoint: z.string(),
  client_id: z.string(),
  redirect_uri: z.string(),
  verifier: z.string(),
  key: DpopKey,
  /** The account the person named first, if they did. */
  did: z.string().nullable(),
})

const Pushed = z.object({ request_uri: z.string() })

export async function authorize(
  { state, hint }: { state: string; hint?: string },
  tools: Tools,
): Promise<Authorization> {
  const identity = hint ? await identify(hint, tools) : undefined
  const issuer = identity ? await issuerOf(identity.pds, tools) : await entryway(tools)
  const server = await authorizationServer(issuer, tools)
  const { token_endpoint } = server
  const { client_id, redirect_uri } = client(tools)
  const verifier = randomBytes(32).toString('base64url')
  const key = newKey()

  const form = {
    client_id,
    redirect_uri,
    scope,
    state,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(identity && { login_hint: identity.handle ?? identity.did }),
  }
  const url = server.pushed_authorization_request_endpoint
  const make = () => ({
    purpose: 'sign_in' as const,
    method: 'POST' as const,
    url,
    form: { ...form, ...assertion(client_id, issuer, tools) },
  })
  const answer = await send(tools, make, { key, nonce: { value: undefined } })
  const { request_uri } = read(answer, Pushed, tools, 'call')

  const page = new URLSearchParams({ client_id, request_uri }).toString()
  const did = identity?.did ?? null
  return {
    url: `${server.authorization_endpoint}?${page}`,
    keep: { state, issuer, token_endpoint, client_id, redirect_uri, verifier, key, did },
  }
}

export async function exchange(
  answer: Record<string, string>,
  keep: Record<string, Json>,
  tools: Tools,
): Promise<Offered[]> {
  const kept = Kept.parse(keep)
  const { token_endpoint, client_id, redirect_uri, verifier, key } = kept
  if (answer['error']) throw declined(answer)
  if (answer['state'] !== kept.state || answer['iss'] !== kept.issuer || !answer['code']) {
    throw new Failure(
      'rejected',
      'state_unknown',
      'This answer belongs to another sign-in. Start again.',
    )
  }

  const form = {
    grant_type: 'authorization_code',
    code: answer['code'],
    code_verifier: verifier,
    client_id,
    redirect_uri,
  }
  const { issuer } = kept
  const tokens = await token(form, { token_endpoint, key, issuer }, tools)
  if (kept.did && tokens.sub !== kept.did) {
    throw new Failure(
      'rejected',
      'other_account',
      'Somebody else signed in than the handle that was typed.',
    )
  }
  // Any server can claim any account; only the one that the account's own PDS names may.
  const identity = await identityOf(tokens.sub, tools)
  if ((await issuerOf(identity.pds, tools)) !== kept.issuer) {
    throw new Failure(
      'rejected',
      'issuer_mismatch',
      'The sign-in server does not speak for this account.',
    )
  }
  const credentials = credentialsOf(tokens, { key, token_endpoint, client_id, issuer }, tools)
  return [await offered(identity, credentials, tools)]
}

function declined(answer: Record<string, string>) {
  const words = redact(`${answer['error'] ?? ''} ${answer['error_description'] ?? ''}`.trim())
  return answer['error'] === 'access_denied'
    ? new Failure('rejected', 'access_denied', 'The request to connect was declined.', { words })
    : new Failure('rejected', 'authorization_failed', 'Bluesky could not complete the sign-in.', {
        words,
      })
}
