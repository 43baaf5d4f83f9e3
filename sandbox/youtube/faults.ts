/** The faults that only YouTube plays. */
import { specialsOf } from '../kit/faults.ts'
import { authError, quotaExceeded, type Refusal, refuse, scopeMissing } from './refusal.ts'
import { type Grant, removeGrant, type Store } from './store.ts'

export interface Struck {
  store: Store
  grant: Grant
  token: string
}

/** Answered instead of the call, which then does nothing. */
export const ownFaults: Record<string, (struck: Struck) => Refusal> = {
  /** Google says no time to wait for. */
  rate_limited() {
    return refuse(403, 'global', 'rateLimitExceeded', 'Rate Limit Exceeded')
  },
  token_expired({ store, token }) {
    store.access.delete(token)
    return authError()
  },
  token_revoked({ store, grant }) {
    removeGrant(store, grant)
    return authError()
  },
  scope_missing() {
    return scopeMissing()
  },
  suspended() {
    const words = 'The YouTube account of the authenticated user is suspended.'
    return refuse(403, 'youtube.common', 'authenticatedUserAccountSuspended', words)
  },
  no_channel() {
    return refuse(401, 'youtube.header', 'youtubeSignupRequired', 'Unauthorized')
  },
  quota_exceeded() {
    return quotaExceeded()
  },
  upload_limit() {
    const words = 'The user has exceeded the number of videos they may upload.'
    return refuse(400, 'youtube.video', 'uploadLimitExceeded', words)
  },
  service_disabled() {
    const words = 'YouTube Data API v3 has not been used in this project before or it is disabled.'
    return refuse(403, 'usageLimits', 'accessNotConfigured', words)
  },
  backend_503() {
    return refuse(503, 'global', 'backendError', 'Backend Error')
  },
  /** Seen for a moment when a session is begun. */
  already_exists() {
    return refuse(409, 'global', 'conflict', 'Requested entity already exists', {
      status: 'ALREADY_EXISTS',
    })
  },
}

/** Played inside of a call, or beside it. */
export const specialFaults = [
  'short_308', // half of what came is kept, and the answer says so
  'session_lost', // the session is forgotten: 404
  'private_lock', // the new video is private whatever was asked: an app that was not audited
  'processing_slow', // the new video is processed after `ms` more
  'processing_failed', // … or not at all: codec
  'video_rejected', // processed, then rejected as a duplicate; `refused_later` does so after its `ms`
  'playlist_lags', // one insert into a playlist that does not know the new video yet
  'list_lags', // one list without the newest video or comment
  'unverified', // one look at a channel that may not have long videos
  'no_limits', // one call that no quota counts
] as const

const anyCall = [
  'post',
  'upload',
  'status',
  'comment',
  'thumbnail',
  'playlist',
  'caption',
  'read',
  'me',
  'update',
  'delete',
]
export const { isSpecial, takeSpecial } = specialsOf(specialFaults, anyCall, {
  refused_later: 'video_rejected',
})
