/** The tables of events and webhooks, as Kysely sees them. */
import type { ColumnType } from 'kysely'
import type { EventType } from '#rules/event.ts'
import type { Json, Time } from './columns.ts'

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
  fresh_events: EventColumns & { id: ColumnType<number, never, never> }
  events: EventColumns & { seq: number }
  /** One row. */
  event_counter: {
    one: ColumnType<boolean, never, never>
    seq: number
    pruned_seq: number
    epoch: string
    origin: string
  }
}
