/** The faults that only Threads plays. */
import { specialsOf } from '../kit/faults.ts'
import {
  blocked,
  expired,
  graph,
  mediaNotFound,
  notPermitted,
  restricted,
  revoked,
  tooMany,
  type Refusal,
} from './refusal.ts'
import type { Store } from './store.ts'

export interface Struck {
  store: Store
  token: string
  person_id: string
}

/** Answered instead of the call, which then does nothing. */
export const ownFaults: Record<string, (struck: Struck) => Refusal> = {
  /** How long it lasts is told by nothing. */
  rate_limited: () => tooMany(),
  token_expired({ store, token }) {
    const known = store.tokens[token]
    if (known) known.until = 0
    return expired()
  },
  token_revoked({ store, person_id }) {
    for (const [token, known] of Object.entries(store.tokens))
      if (known.person_id === person_id) delete store.tokens[token]
    return revoked()
  },
  scope_missing: () => notPermitted(),
  suspended: () => restricted(),
  blocked: () => blocked(),
  transient: () =>
    graph(500, { code: 2, message: 'Service temporarily unavailable', transient: true }),
  /** Also for a container that is finished. */
  media_not_found: () => mediaNotFound(),
}

/** Played inside of a call. */
export const specialFaults = [
  'container_slow', // the next container stays IN_PROGRESS for 30 seconds
  'download_failed', // the next file cannot be downloaded
  'hidden_read', // one list without the newest post
  'parent_late', // one container of a reply whose parent is there, and not yet everywhere
  'no_permalink', // one look at a post that has no permalink yet
  'places_unapproved', // one search for places by an app that may look for Menlo Park only
  'no_limits', // one call that no limit counts
] as const

const anyCall = ['post', 'upload', 'status', 'read', 'delete', 'me', 'token']
export const { isSpecial, takeSpecial } = specialsOf(specialFaults, anyCall, {
  late_id: 'no_permalink',
  refused_later: 'download_failed',
})
