/** The table of what is to be changed where it is out, as Kysely sees it. */
import type { Generated } from 'kysely'
import type { ErrorCode } from '#rules/delivery.ts'
import type { EditState } from '#rules/edit.ts'
import type { Id, Json, Time, TimeOrNull } from './columns.ts'

export interface EditsSchema {
  edits: {
    workspace_id: number
    id: Id
    delivery_id: number
    generation: number
    post_id: number
    account_id: number
    platform: string
    sandbox: boolean
    revision: number
    state: EditState
    content: string | null
    options: Json<Record<string, unknown>>
    out_content: string | null
    out_options: Json<Record<string, unknown>>
    steps: Json<Record<string, unknown>>
    asked_by: string
    asked_at: Time
    wanted_at: Time
    due_at: TimeOrNull
    lease_token: Generated<number>
    lease_until: TimeOrNull
    error_code: ErrorCode | null
    error_message: string | null
    finished_at: TimeOrNull
  }
}
