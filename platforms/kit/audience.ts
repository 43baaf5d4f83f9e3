/** What a platform tells of an account itself: how many follow it, and what else it counts there. */
import { z } from 'zod'
import type { Account, Tools } from '../tools.ts'

/** All that is ever told of an account; the service has the same list (rules/metrics.ts), and a test compares them. */
export const accountMetrics = ['followers', 'following', 'posts', 'views', 'likes'] as const
export type AccountMetric = (typeof accountMetrics)[number]

/** As it stands, whole numbers. Null: not offered, or missing from this answer; never a 0 in its place. */
export type AccountCounts = Record<AccountMetric, number | null>

/** The part of a manifest. Absent: the platform tells nothing of accounts that we read. */
export interface Followed {
  audience?: {
    offers: readonly AccountMetric[]
    /** Anybody may read them: `account.secret` is empty. */
    public?: true
  }
}

/** The part of a connector; there exactly when the manifest has its part. Asked once a day. */
export interface Audience {
  audience?(account: Account, tools: Tools): Promise<AccountCounts>
}

/** Everything that is not given is not offered. */
export function accountCounts(known: Partial<AccountCounts>): AccountCounts {
  const none = { followers: null, following: null, posts: null, views: null, likes: null }
  return { ...none, ...known }
}

/** A number that is missing or odd does not spoil the others. */
export const Told = z
  .int()
  .min(0)
  .nullish()
  .catch(null)
  .transform((count) => count ?? null)
