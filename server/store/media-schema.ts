/** The tables of the media library, as Kysely sees them. */
import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { FieldErrors } from '#rules/problem.ts'
import type { Id, Json, Time, TimeOrNull } from './columns.ts'

export interface MediaSchema {
  media: {
    workspace_id: number
    id: Id
    original_name: string
    mime_type: string
    size_bytes: number
    /** Items with the same bytes share it. */
    blob_key: string
    thumbnail_key: string | null
    width: number | null
    height: number | null
    duration: number | null
    video_codec: string | null
    audio_codec: string | null
    frame_rate: number | null
    pages: number | null
    animated: Generated<boolean>
    sha256: string | null
    folder: string | null
    tags: Generated<string[]>
    alt_text: string | null
    /** The item that it was made of, which may be gone. */
    derived_from: number | null
    /** The credential that brought it in; null: of before that was kept. */
    created_by: string | null
    /** What the search looks through, in lower case. */
    words: ColumnType<string, never, never>
    created_at: Time
    /** What is said of it was changed then; `created_at` before anything was. */
    updated_at: Time
    /** Soft-deleted: still served for the posts that show it. */
    deleted_at: TimeOrNull
    /** Its bytes are gone. */
    purged_at: TimeOrNull
  }
  post_media: {
    workspace_id: number
    post_id: number
    position: number
    media_id: number
    /** What goes out with it: the file's own when it was attached. */
    alt_text: string | null
    in_thread: Generated<boolean>
  }
  /** Images in the form that a platform takes; see rules/fit.ts. */
  renditions: {
    workspace_id: number
    blob_key: string
    /** What it was made to fit into. */
    max_bytes: number
    /** Pixels; 0: no matter. */
    max_short_side: number
    rendition_key: string
    mime_type: string
    size_bytes: number
    width: number
    height: number
  }
  uploads: {
    workspace_id: number
    id: string
    filename: string
    mime_type: string
    size_bytes: number
    chunk_size: number
    sha256: string | null
    folder: string | null
    tags: string[]
    alt_text: string | null
    blob_key: string
    /** The credential; null: of before that was kept. */
    opened_by: string | null
    /** What the blob store calls it. */
    store_id: string
    /** What the blob store answered for each chunk, in order. */
    parts: Json<string[]>
    received_bytes: Generated<number>
    /** Who may write now, and until when. */
    writer: string | null
    writing_until: TimeOrNull
    /** What it became. */
    media_id: number | null
    /** Why it never will: the field errors that completing answered. */
    refusal: JSONColumnType<FieldErrors | null, string | null | undefined, string | null>
    created_at: Time
    expires_at: Time
  }
  /** Bytes that no item points to: not yet, or no longer. */
  loose_blobs: { workspace_id: number; blob_key: string; remove_at: Time }
}

/** What publishing is told of an item. */
export type WorkFile = Pick<
  Selectable<MediaSchema['media']>,
  | 'id'
  | 'mime_type'
  | 'size_bytes'
  | 'blob_key'
  | 'width'
  | 'height'
  | 'duration'
  | 'alt_text'
  | 'animated'
>
