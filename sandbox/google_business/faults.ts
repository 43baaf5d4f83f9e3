/** The faults that only Business Profile plays. */
import { specialsOf } from '../kit/faults.ts'
import {
  denied,
  disabled,
  exhausted,
  scopeMissing,
  unauthenticated,
  type Refusal,
} from './refusal.ts'
import { removeGrant, type Grant, type Store } from './state.ts'

interface Struck {
  store: Store
  grant: Grant
  token: string
}

/** Answered instead of the call, which then does nothing. */
export const ownFaults: Record<string, (struck: Struck) => Refusal> = {
  /** No header tells for how long. */
  rate_limited: exhausted,
  token_expired({ store, token }) {
    store.access.delete(token)
    return unauthenticated()
  },
  token_revoked({ store, grant }) {
    removeGrant(store, grant)
    return unauthenticated()
  },
  scope_missing: scopeMissing,
  suspended: () => denied('The location is suspended.'),
  role_lost: () => denied(),
  api_disabled: disabled,
}

/** Played inside of a call, or beside it. */
export const specialFaults = [
  'rejected', // 200, and the post is REJECTED
  'rejected_later', // 200 and PROCESSING; REJECTED after `ms`, or a second
  'no_address', // one look at a post that has no address yet
  'slow_processing', // PROCESSING for a minute more
  'hidden_read', // one list without the newest post
  'no_limits', // one call that no limit counts
] as const

export const isOwn = (fault: string) => fault in ownFaults

const anyCall = ['post', 'upload', 'status', 'read', 'me', 'token', 'delete']
export const { isSpecial, takeSpecial } = specialsOf(specialFaults, anyCall, {
  late_id: 'no_address',
  refused_later: 'rejected_later',
})
