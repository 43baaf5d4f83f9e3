/** The faults that only Pinterest plays. */
import { specialsOf } from '../kit/faults.ts'
import { noBoard, type Refusal, refuse, scopeMissing, tooMany, unauthorized } from './refusal.ts'
import { type Grant, removeGrant, type Store } from './store.ts'

export interface Struck {
  store: Store
  grant: Grant | undefined
  token: string
  ms: number
}

/** Answered instead of the call, which then does nothing. */
export const ownFaults: Record<string, (struck: Struck) => Refusal> = {
  /** 429 that ends in `ms` milliseconds, rounded up to a second. */
  rate_limited({ ms }) {
    return tooMany(Math.ceil(ms / 1000))
  },
  token_expired({ store, token }) {
    store.access.delete(token)
    return unauthorized()
  },
  token_revoked({ store, grant }) {
    if (grant) removeGrant(store, grant)
    return unauthorized()
  },
  scope_missing() {
    return scopeMissing()
  },
  suspended() {
    return refuse(403, 3, 'Authorization failed. Your account has been suspended.')
  },
  spam() {
    const words =
      "Sorry! You've hit a block (Pins) we have in place to combat spam. Please try again later!"
    return refuse(403, 9, words)
  },
  trial_pending() {
    return refuse(
      403,
      3,
      'Your application consumer type is not supported, please contact support.',
    )
  },
  board_gone() {
    return noBoard()
  },
}

/** Played inside of a call, or beside it. */
export const specialFaults = [
  'media_slow', // the next upload is processed after `ms` more
  'media_failed', // … or not at all
  'image_unreachable', // an address of a picture cannot be fetched
  'hidden_read', // one list without the newest pin
  'created_200', // the pin is answered with 200
  'trial', // only its owner sees the new pin
  'no_limits', // one call that no rate limit counts
] as const

const anyCall = ['post', 'upload', 'status', 'read', 'me', 'delete', 'token']
export const { isSpecial, takeSpecial } = specialsOf(specialFaults, anyCall)
