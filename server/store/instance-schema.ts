/** What the instance knows of itself, as Kysely sees it. */
import type { Generated } from 'kysely'
import type { Time, TimeOrNull } from './columns.ts'

export interface InstanceSchema {
  /** One row; see store/instance.ts. */
  instance: {
    one: Generated<boolean>
    /** The mark of the folder that the embedded cluster lies in. */
    home: string | null
    /** Opens under the right SECRET_KEY only. */
    sealed_word: Buffer | null
    /** While the key is changed: opens under the one before. Values may still be sealed with that. */
    old_sealed_word: Buffer | null
    /** Name of the key that was changed last, and seals nothing any more. */
    dropped_key: string | null
    /** Keys by which platforms know this instance, sealed: they stay when SECRET_KEY changes. */
    client_keys: Buffer | null
    version: string | null
    held_at: TimeOrNull
    /** When the backup was made that it was restored from, until it is resumed. */
    restored_from: TimeOrNull
    closed_as: 'moving' | 'moved' | 'retired' | null
    closed_at: TimeOrNull
    /** Where its database is by now, without a password. */
    moved_to: string | null
  }
  /** One row, once somebody has read a calendar; see store/calendars.ts. */
  calendar_id: {
    one: Generated<boolean>
    id: string | null
  }
  /** See store/platform-apps.ts. */
  platform_apps: {
    platform: string
    client_id: string
    client_secret: Buffer
    changed_at: Time
  }
}
