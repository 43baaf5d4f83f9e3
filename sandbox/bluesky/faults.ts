/**
 * Playing faults around a call. Calls are named: `post` (a put, create or applyWrites of app.bsky.feed.post), `record`
 * (such a write of anything else), `delete`, `upload` (blobs and videos), `session` (create and refresh), `token` (the
 * OAuth token endpoint), `read` (records, posts, profiles, states of videos).
 */
import { play, type Fault } from '../kit/emulator.ts'
import { brokenXrpc, refusal, type Refusal } from './answers.ts'
import { limitHeaders, rateLimited } from './limits.ts'
import { normal, type Conditions } from './record.ts'
import type { Store } from './store.ts'
import type { Call } from './xrpc.ts'

export const ownFaults = [
  'rate_limited', // 429 with ratelimit-* and retry-after; `ms` until the reset, a minute unless given
  'rate_limited_bare', // 429 without any header
  'token_expired', // the access token used ends now, so that a repetition is refused too
  'token_revoked', // the whole session ends now: a refresh is refused as well
  'scope_missing', // 403
  'suspended', // AccountTakedown
  'deactivated', // AccountDeactivated
  'old_blob_limit', // a server that takes images up to 1,000,000 bytes
  'blob_missing', // the blobs were collected: BlobNotFound until they are uploaded again
  'no_limits', // on '*': one write or sign-in that no rate limit counts
  'upstream_502', // nothing happens, UpstreamFailure
  'video_failed', // on 'upload': the video is accepted, its job fails
  'flat_job_status', // on 'upload': the job without its `jobStatus` wrapper, github.com/bluesky-social/atproto/issues/3097
] as const

/** What the ends of tokens do and say at one call. */
export interface Ends {
  expire: () => Refusal
  revoke: () => Refusal
  scope?: string
}

export interface Around {
  on: string
  names: readonly string[]
  ends?: Ends
  broken?: { status: number; body: unknown }
}

/** Runs `act` with the fault that waits for this call, if there is one. */
export async function withFault(
  { store, request, reply }: Call,
  { on, names, ends, broken = brokenXrpc }: Around,
  act: (conditions: Conditions, fault: Fault | undefined) => unknown,
) {
  const fault = store.faults.take(on, names, (name) => name !== 'no_limits')
  const refused = fault && refuse(store, fault, ends)
  if (refused) throw refused
  const conditions = fault ? conditionsOf(fault) : normal
  return play(fault, { request, reply }, () => act(conditions, fault), { ...broken, lie })
}

const lie = () => refusal(400, 'RecordNotFound', 'Could not locate record')

function conditionsOf({ fault }: Fault): Conditions {
  return {
    blob_limit: fault === 'old_blob_limit' ? 1_000_000 : undefined,
    blobs_lost: fault === 'blob_missing',
  }
}

function refuse(store: Store, { fault, ms }: Fault, ends: Ends | undefined): Refusal | undefined {
  const wait = ms || 60_000
  switch (fault) {
    case 'rate_limited': {
      const state = { points: 5000, seconds: 3600, remaining: 0, ends_at: store.now() + wait }
      return rateLimited(limitHeaders(state), wait)
    }
    case 'rate_limited_bare':
      return refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded')
    case 'token_expired':
      return ends?.expire() ?? refusal(400, 'ExpiredToken', 'Token has expired')
    case 'token_revoked':
      return ends?.revoke() ?? refusal(400, 'ExpiredToken', 'Token has been revoked')
    case 'scope_missing':
      return scopeMissing(ends?.scope ?? 'atproto')
    case 'suspended':
      return refusal(401, 'AccountTakedown', 'Account has been taken down')
    case 'deactivated':
      return refusal(401, 'AccountDeactivated', 'Account is deactivated')
    case 'upstream_502':
      return refusal(502, 'UpstreamFailure', 'Upstream Failure')
    default:
      return undefined
  }
}

export function scopeMissing(scope: string) {
  return refusal(403, 'ScopeMissingError', `Missing required scope "${scope}"`)
}
