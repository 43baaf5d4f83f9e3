/** Addresses of stored files that run out: for platforms that pull what they publish. */
import type { Keyring } from '#rules/keyring.ts'
import { signer } from './signing.ts'

export interface Links {
  /** What to append to the address of the file. `call` names the call that carries it, if one does (`rules/pull.ts`). */
  sign(key: string, expires: Date, call?: string): string
  /** False when it is forged, for another file or call, or too old. */
  verify(key: string, given: Signed, now: Date): boolean
}

export interface Signed {
  expires: string
  signature: string
  call?: string | undefined
}

export function links(keys: Keyring | string): Links {
  const { sign, holds } = signer(keys, 'media links')
  const textOf = (key: string, expires: string, call: string | undefined) =>
    [key, expires, ...(call === undefined ? [] : [call])].join('\n')
  return {
    sign(key, at, call) {
      const expires = String(Math.floor(at.getTime() / 1000))
      const signature = sign(textOf(key, expires, call))
      const named = call === undefined ? {} : { call }
      return `?${new URLSearchParams({ expires, ...named, signature }).toString()}`
    },

    verify(key, { expires, signature, call }, now) {
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= now.getTime()) return false
      return holds(textOf(key, expires, call), signature)
    },
  }
}
