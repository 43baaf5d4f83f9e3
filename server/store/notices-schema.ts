/** The tables of notices, as Kysely sees them. */
import type { Generated } from 'kysely'
import type { Item, NoticeKind, Way } from '#rules/notice.ts'
import type { Json, Time, TimeOrNull } from './columns.ts'

export interface NoticesSchema {
  notices: {
    workspace_id: number
    person_id: number
    id: Generated<number>
    kind: NoticeKind
    cause: string
    event_seq: number | null
    count: number
    items: Json<Item[]>
    first_at: Time
    last_at: Time
    due_at: TimeOrNull
    sent_at: TimeOrNull
    mailed: Generated<number>
    read_at: TimeOrNull
  }
  notice_ways: { workspace_id: number; person_id: number; kind: NoticeKind; way: Way }
  notice_days: {
    workspace_id: number
    person_id: number
    daily_at: string
    timezone: string | null
  }
  notice_feed: { one: Generated<boolean>; seq: number; looked_at: TimeOrNull }
}
