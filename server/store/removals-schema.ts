/** The table of what is to be taken down, as Kysely sees it. */
import type { Generated } from 'kysely'
import type { ErrorCode } from '#rules/delivery.ts'
import type { RemovalState } from '#rules/removal.ts'
import type { Id, Json, Time, TimeOrNull } from './columns.ts'

export interface RemovalsSchema {
  removals: {
    workspace_id: number
    id: Id
    delivery_id: number
    generation: number
    post_id: number
    account_id: number
    platform: string
    sandbox: boolean
    state: RemovalState
    steps: Json<Record<string, unknown>>
    asked_by: string
    asked_at: Time
    wanted_at: Time
    due_at: TimeOrNull
    lease_token: Generated<number>
    lease_until: TimeOrNull
    error_code: ErrorCode | null
    error_message: string | null
    act_url: string | null
    finished_at: TimeOrNull
  }
}
