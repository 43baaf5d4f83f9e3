/** The faults that only this emulator plays. */
import { specialsOf } from '../kit/faults.ts'
import type { Professional } from './people.ts'
import { invalid, needsScope, refuse, removedApp, type Refusal } from '../kit/graph-refusals.ts'
import { media } from './refusal.ts'
import type { Token } from './state.ts'
import { usage } from './usage.ts'
import { removeGrant, type Store } from './store.ts'

export interface Struck {
  store: Store
  token: Token
  name: string
  account: Professional | undefined
  ms: number
}

/** Answered instead of the call, which then does nothing. */
export const ownFaults: Record<string, (struck: Struck) => Refusal> = {
  /** The account's budget is used up for `ms`, told in whole minutes. */
  rate_limited({ account, ms }) {
    const headers = usage(account, 100, Math.ceil(ms / 60_000))
    const words = '(#80002) There have been too many calls to this Instagram account.'
    return refuse(80002, words, { headers })
  },
  rate_limited_app: () => refuse(4, '(#4) Application request limit reached', { transient: true }),
  rate_limited_bare: () => refuse(17, '(#17) User request limit reached'),
  token_expired({ store, name }) {
    store.tokens.delete(name)
    return refuse(190, 'Error validating access token: Session has expired.', { subcode: 463 })
  },
  token_revoked({ store, token }) {
    removeGrant(store, token.grant)
    return removedApp()
  },
  scope_missing: () => needsScope('instagram_business_content_publish'),
  suspended: () => media(25, 2207050, 'The Instagram account is restricted.'),
  quota: () => media(9, 2207042, 'You have reached the maximum number of posts for 24 hours.'),
  spam: () => media(4, 2207051, 'We restrict certain activity to protect our community.'),
  server: () => media(-1, 2207001, 'Instagram server error. Try again later.', true),
  not_found: () => media(24, 2207008, 'The media builder does not exist.'),
  upload_failed: () => media(-1, 2207053, 'Unknown upload error.'),
  invalid_metric: () => invalid('metric[0] must be one of the following values'),
}

/** Played inside of a call, or beside it. */
export const specialFaults = [
  'hidden_read', // one read of a list without the newest post
  'permalink_late', // one read of a post answers 100/33
  'media_slow', // the next container is IN_PROGRESS for three looks more
  'media_failed', // the next container with a video ends in ERROR
  'landed_spam', // it is published, and the answer is 4/2207051
  'pull_failed', // the next address cannot be fetched
  'no_limits', // one call that no limit counts
] as const

const anyCall = ['post', 'upload', 'status', 'read', 'comment', 'delete', 'me', 'token']
export const { isSpecial, takeSpecial } = specialsOf(specialFaults, anyCall, {
  late_id: 'permalink_late',
  refused_later: 'media_failed',
})
