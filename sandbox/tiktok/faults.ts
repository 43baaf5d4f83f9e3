/** The faults that only TikTok plays. */
import { specialsOf } from '../kit/faults.ts'
import { refusals, type Refusal } from './refusal.ts'
import { removeGrant, type Grant, type Store } from './state.ts'

interface Struck {
  store: Store
  grant: Grant
  token: string
}

/** Answered instead of the call, which then does nothing. */
export const ownFaults: Record<string, (struck: Struck) => Refusal> = {
  /** No header tells for how long: "wait a minute". */
  rate_limited: refusals.rate_limit_exceeded,
  token_expired({ store, token }) {
    store.access.delete(token)
    return refusals.access_token_invalid()
  },
  token_revoked({ store, grant }) {
    removeGrant(store, grant)
    return refusals.access_token_invalid()
  },
  scope_missing: refusals.scope_not_authorized,
  suspended: refusals.spam_risk_user_banned_from_posting,
  too_many_posts: refusals.spam_risk_too_many_posts,
  user_cap: refusals.reached_active_user_cap,
  unaudited: refusals.unaudited_client_can_only_post_to_private_accounts,
  url_unverified: refusals.url_ownership_unverified,
  privacy_mismatch: refusals.privacy_level_option_mismatch,
}

/** Played inside of a call, or beside it. */
export const specialFaults = [
  'failed', // the post is given up in processing: `internal`
  'file_refused', // the same: `file_format_check_failed`
  'slow_processing', // one more status answer of "still processing"
  'late_id', // one PUBLISH_COMPLETE without the id of the public post, and for `ms` more if there are any
  'taken_down', // published, and FAILED when `ms` have passed: moderation
  'upload_expired', // one PUT to an upload address that has ended
  'pull_failed', // photos cannot be fetched
  'late_pull', // photos are fetched when `ms` have passed, at the first request after that
  'hidden_read', // one list of videos without the newest
  'no_limits', // one call that no limit counts
] as const

export const isOwn = (fault: string) => fault in ownFaults

const anyCall = ['post', 'upload', 'status', 'read', 'me', 'token']
export const { isSpecial, takeSpecial } = specialsOf(specialFaults, anyCall, {
  refused_later: 'taken_down',
})
