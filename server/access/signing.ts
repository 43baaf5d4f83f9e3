/** Signatures of what we give out and get back: signed with the present key, known under each that the instance holds. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Keyring, ringOf } from '#rules/keyring.ts'

export interface Signer {
  /** In base64url. */
  sign: (text: string) => string
  holds: (text: string, given: string) => boolean
}

/** `bytes`: how many of a signature are given out. */
export function signer(keys: Keyring | string, purpose: string, bytes = 32): Signer {
  const ring = ringOf(keys)
  const under = (key: Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest().subarray(0, bytes).toString('base64url')
  return {
    sign: (text) => under(ring.first.derive(purpose), text),
    // Letter by letter: several texts stand for the same bytes, of which one is ours.
    holds: (text, given) =>
      ring.all.some((key) => sameText(under(key.derive(purpose), text), given)),
  }
}

function sameText(right: string, given: string) {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
