/** The tables of events and webhooks, as Kysely sees them. */
import type { ColumnType, Generated } from 'kysely'
import type { EventType } from '#rules/event.ts'
import type { DisabledWhy, SendState } from '#rules/webhook.ts'
import type { Id, Json, Time, TimeOrNull } from './columns.ts'

interface EventColumns {
  workspace_id: number
  uuid: string
  type: EventType
  post_id: number | null
  delivery_id: number | null
  account_id: number | null
  media_id: number | null
  actor: string
  data: Json<Record<string, unknown>>
  at: Time
}

export interface EventsSchema {
  /** Not numbered yet; written by triggers. */
  fresh_events: EventColumns & {
    id: ColumnType<number, never, never>
    /** The transaction that wrote it, savepoints within it included. */
    made_in: ColumnType<string, never, never>
  }
  events: EventColumns & { seq: number }
  /** One row. */
  event_counter: {
    one: ColumnType<boolean, never, never>
    seq: number
    pruned_seq: number
    epoch: string
    origin: string
  }
  webhooks: {
    workspace_id: number
    id: Id
    url: string
    description: string
    types: string[] | null
    account_ids: number[] | null
    /** Sealed; see webhook-secrets.ts. */
    secret: Buffer
    old_secret: Buffer | null
    old_until: TimeOrNull
    position: number
    failing_since: TimeOrNull
    failures: Generated<number>
    dead_told: Generated<boolean>
    disabled_at: TimeOrNull
    disabled_why: DisabledWhy | null
    made_by: string
    created_at: Time
    updated_at: Time
  }
  /** Behind the newest old one, which stands with its webhook. */
  webhook_old_secrets: {
    workspace_id: number
    id: Id
    webhook_id: number
    secret: Buffer
    until: Time
  }
  webhook_sends: {
    workspace_id: number
    id: Id
    webhook_id: number
    event_seq: number
    state: Generated<SendState>
    tries: Generated<number>
    due_at: Time
    lease_token: Generated<number>
    lease_until: TimeOrNull
    last_at: TimeOrNull
    last_status: number | null
    last_error: string | null
    ms: number | null
    answer: string | null
    created_at: Time
  }
}
