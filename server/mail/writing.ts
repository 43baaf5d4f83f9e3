/** What mails are written with. */
import type { NoticeKind } from '#rules/notice.ts'
import type { Db } from '#store/schema.ts'

export interface Writing {
  db: Db
  base_url: string
  now: Date
  /** What people call a platform. */
  platform_name(this: void, id: string): string
  /** Where notices of these kinds are stopped. */
  stop_url(this: void, stopping: Stopping): string
}

export interface Stopping {
  workspace_id: number
  person_id: number
  kinds: readonly NoticeKind[]
}
