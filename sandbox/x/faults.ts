/** The faults that only X plays. */
import { specialsOf } from '../kit/faults.ts'
import { limitHeaders, limits, type LimitName } from './limits.ts'
import {
  forbidden,
  noCredits,
  suspended,
  tooMany,
  unauthorized,
  usageCapped,
  type Refusal,
} from './refusal.ts'
import type { Grant } from './state.ts'
import { removeGrant, type Store } from './store.ts'

export interface Struck {
  store: Store
  call: { limit: LimitName }
  grant: Grant
  token: string
  now: number
  ms: number
}

/** Answered instead of the call, which then does nothing. */
export const ownFaults: Record<string, (struck: Struck) => Refusal> = {
  /** 429 that ends in `ms` milliseconds, rounded up to a second. */
  rate_limited({ call, now, ms }) {
    return tooMany(limitHeaders(limits[call.limit][0]?.most ?? 0, 0, now + ms))
  },
  rate_limited_bare() {
    return tooMany()
  },
  token_expired({ store, token }) {
    store.access.delete(token)
    return unauthorized()
  },
  token_revoked({ store, grant }) {
    removeGrant(store, grant)
    return unauthorized()
  },
  scope_missing() {
    return forbidden()
  },
  suspended() {
    return suspended()
  },
  credits() {
    return noCredits()
  },
  usage_capped() {
    return usageCapped()
  },
}

/** Played inside of a call, or beside it. */
export const specialFaults = [
  'media_failed', // the next video or GIF fails in processing
  'media_slow', // one more status answer of "in_progress"
  'media_lost', // a post is refused for its media, which are not known any more
  'video_too_long', // a post with a video is refused for its length
  'hidden_read', // one read without the newest post
  'hidden_text', // one list without the newest post, if X would know its twin
  'new_names', // one read knows `post.fields` only, as the newest specification does
  'no_source', // one read does not know the field `source` any more
  'dialect_posts', // one answer of the call it is set on in the other field names
  'no_limits', // one call that no rate limit counts
] as const

const anyCall = ['post', 'upload', 'status', 'read', 'alt', 'delete', 'me', 'token']
export const { isSpecial, takeSpecial } = specialsOf(specialFaults, anyCall)
