/** Signatures of what we give out and get back: signed with the present key, known under each that the instance holds. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Keyring, ringOf } from '#rules/keyring.ts'

export interface Signer {
  sign: (text: string) => Buffer
  holds: (text: string, given: Buffer) => boolean
}

/** `bytes`: how many of a signature are given out. */
export function signer(keys: Keyring | string, purpose: string, bytes = 32): Signer {
  const ring = ringOf(keys)
  const under = (key: Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, bytes)
  return {
    sign: (text) => under(ring.first.derive(purpose), text),
    holds: (text, given) =>
      ring.all.some((key) => {
        const right = under(key.derive(purpose), text)
        return given.length === right.length && timingSafeEqual(given, right)
      }),
  }
}
