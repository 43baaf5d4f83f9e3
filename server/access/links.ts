/** Addresses of stored files that run out: for platforms that pull what they publish. */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface Links {
  /** What to append to the address of the file. */
  sign(key: string, expires: Date): string
  /** False when it is forged, for another file, or too old. */
  verify(key: string, given: { expires: string; signature: string }, now: Date): boolean
}

export function links(secretKey: string): Links {
  const secret = Buffer.from(hkdfSync('sha256', secretKey, 'crier', 'media links', 32))
  const sign = (key: string, expires: string) =>
    createHmac('sha256', secret).update(`${key}\n${expires}`).digest()
  return {
    sign(key, at) {
      const expires = String(Math.floor(at.getTime() / 1000))
      const signature = sign(key, expires).toString('base64url')
      return `?${new URLSearchParams({ expires, signature }).toString()}`
    },

    verify(key, { expires, signature }, now) {
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now.getTime()) return false
      const given = Buffer.from(signature, 'base64url')
      const right = sign(key, expires)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
