/** The tables of series, as Kysely sees them. */
import type { Generated, JSONColumnType } from 'kysely'
import type { AltTexts } from '#rules/media.ts'
import type { Fields, SeriesState, SeriesWhy, Waits } from '#rules/series.ts'
import type { Id, Json, Time, TimeOrNull } from './columns.ts'

export interface SeriesSchema {
  series: {
    workspace_id: number
    id: Id
    name: string
    rule: string
    starts_at: string
    timezone: string
    post: Json<Fields>
    variations: Json<Fields[]>
    /** Of its files, as they were described when it was written. */
    alt_texts: Json<AltTexts>
    account_ids: number[]
    skip: string[]
    state: SeriesState
    why: SeriesWhy | null
    confirmed_until: TimeOrNull
    waits: JSONColumnType<Waits | null, string | null | undefined, string | null>
    make_failures: Generated<number>
    post_failures: Generated<number>
    seen_until: Time
    look_at: TimeOrNull
    made_by: string
    created_via: 'rest' | 'mcp' | 'dashboard'
    created_at: Time
    updated_at: Time
  }
  occurrences: {
    workspace_id: number
    series_id: number
    local_at: string
    at: Time
    post_id: number | null
    written_at: TimeOrNull
    variation: number | null
    code: string | null
    message: string | null
    check_at: TimeOrNull
    taken_back: Generated<boolean>
  }
  former_posts: {
    workspace_id: number
    post_id: number
    series_id: number
    local_at: string
    at: Time
    variation: number | null
  }
}
