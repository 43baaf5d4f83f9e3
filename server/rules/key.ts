/** API keys on the wire: `<id>|<secret>`. Pure, chance comes from the caller. */
import { createHash, timingSafeEqual } from 'node:crypto'

/** The parts of a token, or undefined when it has not the form of one. */
export function parseToken(token: string) {
  const match = /^([1-9]\d{0,14})\|([A-Za-z0-9_-]{20,200})$/.exec(token)
  return match ? { id: Number(match[1]), secret: match[2] ?? '' } : undefined
}

/** 256 bits of chance need no slow hash; SHA-256 keeps the guard cheap. */
export function hashSecret(secret: string) {
  return createHash('sha256').update(secret).digest()
}

export function sameSecret(secret: string, hash: Buffer) {
  return timingSafeEqual(hashSecret(secret), hash)
}

/** Enough to recognise a key by, too little to guess it. */
export function previewOf(secret: string) {
  return `${secret.slice(0, 4)}…${secret.slice(-4)}`
}

/** Whom a key's calls are kept under. */
export function credentialOfKey(id: number) {
  return `key:${id}`
}

/** The key behind a credential; undefined when it is of another kind. */
export function keyIdOf(credential: string) {
  const [, id] = /^key:(\d{1,15})$/.exec(credential) ?? []
  return id === undefined ? undefined : Number(id)
}
