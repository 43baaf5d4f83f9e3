/** The faults that only LinkedIn plays. */
import { specialsOf } from '../kit/faults.ts'
import {
  denied,
  expiredToken,
  notPermitted,
  revokedToken,
  tooMany,
  versionDead,
  type Refusal,
} from './refusal.ts'
import { removeGrant, type Grant, type Store } from './store.ts'

export interface Struck {
  store: Store
  grant: Grant
  token: string
  version: string
}

/** Answered instead of the call, which then does nothing. */
export const ownFaults: Record<string, (struck: Struck) => Refusal> = {
  /** How long it lasts is told by nothing. */
  rate_limited: () => tooMany(),
  token_expired({ store, token }) {
    delete store.access[token]
    return expiredToken()
  },
  token_revoked({ store, grant }) {
    removeGrant(store, grant)
    return revokedToken()
  },
  /** A token of the first seconds that not all machines know yet; nothing is revoked. */
  token_too_fresh: () => revokedToken(),
  scope_missing: () => notPermitted('partnerApiPosts.CREATE'),
  suspended: () => denied('Member is restricted'),
  version_dead: ({ version }) => versionDead(version),
}

/** Played inside of a call. */
export const specialFaults = [
  'media_slow', // the next upload stays in PROCESSING for ten seconds
  'media_failed', // the next upload ends in PROCESSING_FAILED
  'scopes_dropped', // the next consent silently grants openid and profile only
  'ghost_twin', // the next post is refused as the twin of one that nobody has, under a number made for it (one report)
  'no_refresh', // the next answer with tokens has no refresh token, as for self-serve apps
] as const

const anyCall = [
  'post',
  'upload',
  'finalize',
  'status',
  'read',
  'comment',
  'token',
  'me',
  'accounts',
]
export const { isSpecial, takeSpecial } = specialsOf(specialFaults, anyCall)
