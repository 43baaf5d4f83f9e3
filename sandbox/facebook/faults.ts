/** The faults that only this emulator plays. */
import { specialsOf } from '../kit/faults.ts'
import type { Page } from './people.ts'
import { invalid, needsScope, refuse, removedApp, type Refusal } from '../kit/graph-refusals.ts'
import type { Token } from './state.ts'
import { usage } from './usage.ts'
import { removeGrant, type Store } from './store.ts'

interface Struck {
  store: Store
  token: Token
  name: string
  page: Page | undefined
  ms: number
}

/** Answered instead of the call, which then does nothing. */
export const ownFaults: Record<string, (struck: Struck) => Refusal> = {
  /** The Page's budget is used up for `ms`, told in whole minutes. */
  rate_limited({ page, ms }) {
    const headers = usage(page, 100, Math.ceil(ms / 60_000))
    return refuse(80001, '(#80001) There have been too many calls to this Page account.', {
      headers,
    })
  },
  rate_limited_app: () => refuse(4, '(#4) Application request limit reached', { transient: true }),
  rate_limited_bare: () => refuse(32, '(#32) Page request limit reached'),
  token_expired({ store, token, name }) {
    store.tokens.delete(name)
    return refuse(190, 'Error validating access token: Session has expired.', {
      subcode: token.kind === 'page' ? 467 : 463,
      status: 401,
    })
  },
  token_revoked({ store, token }) {
    removeGrant(store, token.grant)
    return removedApp()
  },
  scope_missing: () => needsScope('pages_manage_posts'),
  suspended: () =>
    refuse(190, 'Error validating access token: You cannot access the app till you log in.', {
      subcode: 459,
      status: 401,
      title: 'Account is checkpointed',
    }),
  blocked: () =>
    refuse(368, 'The action attempted has been deemed abusive or is otherwise disallowed', {
      subcode: 1390008,
      status: 403,
    }),
  duplicate: () => refuse(506, '(#506) Duplicate status message'),
  policy: () =>
    refuse(200, 'This content goes against the Community Standards', { subcode: 1404102 }),
  content: () =>
    refuse(200, 'The parameters of this post are not accepted', {
      subcode: 1363030,
      status: 403,
      user_message: 'This content cannot be posted.',
    }),
  verification: () =>
    refuse(200, 'Page Publishing Authorization is required', { subcode: 1404078 }),
  photo_format: () => invalid('Your photos couldn’t be uploaded.', 1366046),
  temporary: () => refuse(1, 'An unknown error occurred', { subcode: 1363047, transient: true }),
  invalid_metric: () => invalid('The value must be a valid insights metric'),
}

/** Played inside of a call, or beside it. */
export const specialFaults = [
  'hidden_read', // one read of a list without the newest post
  'permalink_late', // one read of an object answers 100/33
  'mentions_stripped', // the next post by an app without the feature Page Mentioning
  'media_slow', // one more look at a video still says processing
  'media_failed', // the next video fails in processing, after finish said success
] as const

const anyCall = ['post', 'upload', 'status', 'read', 'comment', 'edit', 'delete', 'me', 'token']
export const { isSpecial, takeSpecial } = specialsOf(specialFaults, anyCall, {
  late_id: 'permalink_late',
  refused_later: 'media_failed',
})
