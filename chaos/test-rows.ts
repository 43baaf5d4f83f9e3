/** Rows of evidence, for tests. */
import type { DeliveryRow } from './evidence.ts'

/** Published in one attempt, by an answer that was heard. */
export function deliveryRow(change: Partial<DeliveryRow> = {}): DeliveryRow {
  return {
    workspace_id: 1,
    id: 7,
    post_id: 3,
    account_id: 2,
    platform: 'x',
    platform_account_id: '55',
    username: 'ada_types',
    status: 'published',
    due_at: null,
    platform_post_id: 'p1',
    error_code: null,
    blocked_reason: null,
    warnings: [],
    attempt: 1,
    generation: 1,
    watched: false,
    lost: false,
    proof: null,
    resent: false,
    steps: {},
    commented: false,
    ...change,
  }
}
