/**
 * Sessions by app password. Access tokens live 2 hours and are not looked up; refresh tokens live 90 days and are, and a
 * used one works for 2 more hours, giving the same successor (measured on PDS 0.5.35, 2026-11-20).
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Person } from '../kit/emulator.ts'
import { refusal } from './answers.ts'
import { openToken, signToken } from './jwt.ts'
import { later, type Store } from './store.ts'

const accessLasts = 2 * 3600
const refreshLasts = 90 * 86_400
const grace = 2 * 3600

const claims = z.object({
  scope: z.enum(['com.atproto.appPass', 'com.atproto.refresh']),
  sub: z.string(),
  jti: z.string(),
  exp: z.number(),
})

export function openSession(store: Store, did: string) {
  return pair(store, did, newRefresh(store, did, randomUUID()))
}

/** A successor is made once; a repetition within the grace period gets the same one again. */
export function refreshSession(store: Store, id: string, did: string) {
  const old = store.state.refreshes.get(id)
  if (!old || old.expires_at <= store.now()) throw revoked()
  const next = old.next ?? randomUUID()
  old.next = next
  old.expires_at = Math.min(old.expires_at, later(store, grace))
  if (!store.state.refreshes.has(next)) newRefresh(store, did, next)
  return pair(store, did, next)
}

export function deleteSession(store: Store, id: string) {
  store.state.refreshes.delete(id)
  store.touch()
}

/** As if the person had deleted the app password. */
export function endSessionsOf(store: Store, { id }: Pick<Person, 'id'>) {
  for (const [key, { did }] of store.state.refreshes) {
    if (did === id) store.state.refreshes.delete(key)
  }
  store.touch()
}

/** Reads a token of `scope`; refuses as the server does. An expired refresh token may still be deleted. */
export function readSession(
  store: Store,
  token: string,
  scope: 'com.atproto.appPass' | 'com.atproto.refresh',
  { expired = false } = {},
) {
  const read = claims.safeParse(openToken(store.state.secret, token))
  if (!read.success) throw refusal(400, 'InvalidToken', 'Token could not be verified')
  if (read.data.scope !== scope) throw refusal(400, 'InvalidToken', 'Bad token scope')
  const over = read.data.exp * 1000 <= store.now() || store.state.spoiled.has(read.data.jti)
  if (over && !expired) throw refusal(400, 'ExpiredToken', 'Token has expired')
  return { did: read.data.sub, id: read.data.jti }
}

export function revoked() {
  return refusal(400, 'ExpiredToken', 'Token has been revoked')
}

function newRefresh(store: Store, did: string, id: string) {
  store.state.refreshes.set(id, { id, did, expires_at: later(store, refreshLasts) })
  return id
}

function pair(store: Store, did: string, refreshId: string) {
  const iat = Math.floor(store.now() / 1000)
  const sign = (typ: string, scope: string, jti: string, lasts: number) =>
    signToken(store.state.secret, typ, { scope, sub: did, jti, iat, exp: iat + lasts })
  store.touch()
  return {
    accessJwt: sign('at+jwt', 'com.atproto.appPass', randomUUID(), accessLasts),
    refreshJwt: sign('refresh+jwt', 'com.atproto.refresh', refreshId, refreshLasts),
  }
}
