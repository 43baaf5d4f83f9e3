/**
 * OAuth sessions. "Refresh token replayed" ends the whole session, the newest tokens included (measured, 2026-11-20).
 * Tokens carry the session's id and their generation under a MAC: whatever is older than the session's is a replay.
 */
import { randomUUID } from 'node:crypto'
import { oauthRefusal } from './answers.ts'
import { mac } from './jwt.ts'
import { later, type Grant, type Store } from './store.ts'

/** Seconds. Answered as 3599 (measured, 2026-11-20). */
const accessLasts = 3600
/** Public clients: two weeks for both. Confidential ones: three months, and two years (read in the atproto source, as of 2026-11-20). */
const lasts = {
  public: { refresh: 14 * 86_400, session: 14 * 86_400 },
  confidential: { refresh: 90 * 86_400, session: 730 * 86_400 },
}

export function openGrant(
  store: Store,
  of: Pick<Grant, 'did' | 'client_id' | 'jkt' | 'scope' | 'confidential'>,
) {
  const grant: Grant = {
    ...of,
    id: randomUUID(),
    generation: 0,
    created_at: store.now(),
    issued_at: store.now(),
    access_expires_at: later(store, accessLasts),
  }
  store.state.grants.set(grant.id, grant)
  return grant
}

export function endGrant(store: Store, { id }: Grant) {
  store.state.grants.delete(id)
  store.touch()
}

/** The next generation; the access token of the one before ends too. */
export function rotate(
  store: Store,
  token: string,
  { client_id, jkt }: { client_id: string; jkt: string },
) {
  const invalid = (description: string) => oauthRefusal(400, 'invalid_grant', description)
  const read = readToken(store, 'ref', token)
  const grant = read && store.state.grants.get(read.id)
  if (!grant) throw invalid('Invalid refresh token')
  if (grant.client_id !== client_id) throw invalid('Token was not issued to this client')
  if (grant.jkt !== jkt) throw invalid('DPoP proof does not match the expected JKT')
  if (read.generation !== grant.generation) {
    endGrant(store, grant)
    throw invalid('Refresh token replayed')
  }
  const { refresh, session } = grant.confidential ? lasts.confidential : lasts.public
  const over =
    store.now() > grant.issued_at + refresh * 1000 ||
    store.now() > grant.created_at + session * 1000
  if (over) {
    endGrant(store, grant)
    throw invalid('Refresh token expired')
  }
  grant.generation += 1
  grant.issued_at = store.now()
  grant.access_expires_at = later(store, accessLasts)
  return grant
}

export function tokensOf(store: Store, grant: Grant) {
  store.touch()
  return {
    access_token: makeToken(store, 'tok', grant),
    token_type: 'DPoP',
    refresh_token: makeToken(store, 'ref', grant),
    scope: grant.scope,
    expires_in: accessLasts - 1,
    sub: grant.did,
  }
}

/** The living session of an access token. */
export function grantOfAccess(store: Store, token: string) {
  const read = readToken(store, 'tok', token)
  const grant = read && store.state.grants.get(read.id)
  return grant && grant.generation === read.generation && grant.access_expires_at > store.now()
    ? grant
    : undefined
}

/** The session of any token of it, old or new. */
export function grantOf(store: Store, token: string) {
  const read = readToken(store, 'ref', token) ?? readToken(store, 'tok', token)
  return read && store.state.grants.get(read.id)
}

function makeToken(
  store: Store,
  kind: 'tok' | 'ref',
  { id, generation }: Pick<Grant, 'id' | 'generation'>,
) {
  const head = `${kind}.${id}.${generation}`
  return `${head}.${mac(store.state.secret, head).toString('base64url')}`
}

function readToken(store: Store, kind: 'tok' | 'ref', token: string) {
  const [, id = '', number = ''] = token.split('.')
  const generation = Number(number)
  return token === makeToken(store, kind, { id, generation }) ? { id, generation } : undefined
}
