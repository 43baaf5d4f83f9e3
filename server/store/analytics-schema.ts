/** The tables of analytics. Snapshots are what platforms told; the days are derived from them. */
import type { Counts } from '#rules/metrics.ts'
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
}
