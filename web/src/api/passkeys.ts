import { CrierError } from '@crier/sdk'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'
import type { Person } from './types.ts'

export interface Passkey {
  id: number
  name: string
  /** Whether it is copied to other devices by whoever made it. */
  backed_up: boolean
  created_at: string
  last_used_at: string | null
}

export interface Passkeys {
  passkeys: Passkey[]
  /** How many somebody may have. */
  most: number
  /** The one address where they are; null where there are none. */
  origin: string | null
  why: 'address' | 'http' | 'provider' | null
  needs_password: boolean
  needs_code: boolean
}

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: () => ask<Passkeys>('GET', '/passkeys'),
})

// Few have one: what speaks to the browser comes when it is needed.
const load = () => import('@simplewebauthn/browser')

/** Whether this browser knows passkeys, at this address. */
export function hasPasskeys(origin: string | null | undefined) {
  return origin === window.location.origin && 'PublicKeyCredential' in window
}

/** Whether it offers them where the address is typed. */
export async function offersInField() {
  return (
    'PublicKeyCredential' in window &&
    ((await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false)
  )
}

/** Makes one. `proof` holds password and code, where they are needed. Undefined: the person or the browser did not go on. */
export async function addPasskey(name: string, proof: Record<string, string>) {
  const optionsJSON = await ask<Parameters<Browser['startRegistration']>[0]['optionsJSON']>(
    'POST',
    '/passkeys/offer',
    proof,
  )
  const { startRegistration } = await load()
  const response = await startRegistration({ optionsJSON }).catch(unlessRefused)
  if (!response) return undefined
  return ask<{ passkey: Passkey }>('POST', '/passkeys', { name, response })
}

/**
 * Who signs in by one. `inField`: offered with the addresses that the browser knows, until somebody takes one or `isOver`.
 * Undefined: the person or the browser did not go on.
 */
export async function signInByPasskey({
  inField = false,
  isOver = () => false,
}: { inField?: boolean; isOver?: () => boolean } = {}) {
  const { startAuthentication } = await load()
  const optionsJSON = await ask<Parameters<Browser['startAuthentication']>[0]['optionsJSON']>(
    'POST',
    '/sign-in/passkey/challenge',
  )
  if (isOver()) return undefined
  const given = { optionsJSON, useBrowserAutofill: inField }
  const response = await startAuthentication(given).catch(unlessRefused)
  // Two answers would be two sessions, and the first would end under what it asks.
  if (!response || isOver()) return undefined
  return ask<{ person: Person }>('POST', '/sign-in/passkey', { response })
}

/** Ends what was offered. */
export async function stopOffering() {
  const { WebAuthnAbortService } = await load()
  WebAuthnAbortService.cancelCeremony()
}

type Browser = Awaited<ReturnType<typeof load>>

/** Whatever a browser says of why it did not: it does not tell a refusal from a mistake, on purpose. */
function unlessRefused(error: unknown) {
  if (error instanceof CrierError) throw error
  return undefined
}
