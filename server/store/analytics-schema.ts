/** The tables of analytics. Snapshots are what platforms told; days and totals are derived from them. */
import type { AccountCounts, Counts } from '#rules/metrics.ts'
import type { Generated } from 'kysely'
import type { Time } from './columns.ts'

export interface AnalyticsSchema {
  /** Totals since publishing, as they were told. */
  snapshots: Counts & {
    workspace_id: number
    delivery_id: number
    /** Which of the ages it was taken at, from 1; see rules/metrics.ts. */
    number: number
    taken_at: Time
  }
  /** What snapshots of that day added, by the workspace's zone. */
  delivery_days: Counts & {
    workspace_id: number
    delivery_id: number
    day: string
    post_id: number
    account_id: number
  }
  /** The sums of delivery_days. */
  account_days: Counts & { workspace_id: number; account_id: number; day: string }
  /** The sums of delivery_days over all days, with what posts are listed by. */
  delivery_totals: Counts & {
    workspace_id: number
    delivery_id: number
    post_id: number
    account_id: number
    /** Of the post. */
    published_at: Time
    measured_at: Time
  }
  /** The sums of delivery_totals over all accounts of a post. */
  post_totals: Counts & {
    workspace_id: number
    post_id: number
    published_at: Time
    engagement_rate: number | null
  }
  /** What platforms told of accounts, as it stood then. */
  account_snapshots: AccountCounts & { workspace_id: number; account_id: number; taken_at: Time }
  /** When an account is asked next; one without a row never was. */
  account_measures: {
    workspace_id: number
    account_id: number
    measure_at: Time
    tries: Generated<number>
  }
}
