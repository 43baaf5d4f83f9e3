/** Limits of the specification (section 8) and ours where it is silent. Capabilities and field errors read them here. */
export const limits = {
  content_chars: 10_000,
  first_comment_chars: 10_000,
  key_name_chars: 255,
  invitations_open: 100,
  workspaces_owned: 20,
  accounts_per_leash: 1_000,
  posts_per_day_max: 1_000_000,
  requests_per_minute_max: 1_000_000,
  reason_chars: 500,
  tag_chars: 50,
  alt_text_chars: 500,
  single_upload_bytes: 90 * 1024 * 1024,
  chunk_size: 8 * 1024 * 1024,
  filename_chars: 255,
  folder_chars: 255,
  tags_per_item: 50,
  search_chars: 200,
  url_chars: 2048,
  /** Where a plan does not say. */
  open_uploads: 100,
  /** Hours after which an upload that nobody completed is forgotten. */
  upload_hours: 24,
  /** Days for which a deleted media item can be brought back. */
  media_kept_days: 30,
  /** Days for which the deletion of a workspace can be taken back. */
  workspace_kept_days: 7,
  per_page_max: 200,
  posts_per_page: 20,
  /** Where a total is for people and models to look at. */
  total_told: 10_000,
  media_per_page: 15,
  media_per_batch: 200,
  media_per_tool: 50,
  /** Files of one zip, and their bytes together. */
  files_per_zip: 5_000,
  zip_bytes: 20 * 1024 * 1024 * 1024,
  /** Named one by one, in an address that every proxy lets pass. */
  ids_per_zip: 300,
  accounts_per_post: 50,
  account_sets: 200,
  queues: 50,
  account_set_name_chars: 100,
  snippets: 200,
  snippet_name_chars: 100,
  /** Versions and options of one. */
  snippet_bytes: 65_536,
  /** Of a workspace: its own and those of labels. */
  utm_templates: 100,
  utm_parameters: 10,
  utm_value_chars: 200,
  utm_hosts: 50,
  calendars: 20,
  calendar_name_chars: 100,
  media_per_post: 35,
  /** Of a workspace, but for those that ended. */
  series: 500,
  series_name_chars: 100,
  variations_per_series: 50,
  skips_per_series: 366,
  /** How many days ahead a series makes its posts. */
  series_days_ahead: 14,
  occurrences_told: 10,
  occurrences_previewed: 100,
  /** Behind the post itself. */
  parts_per_thread: 24,
  external_id_chars: 200,
  metadata_bytes: 4096,
  labels_per_post: 20,
  label_chars: 50,
  /** Of a list of labels, the commonest. */
  listed_labels: 1000,
  /** By one call that renames a label or takes it away. */
  relabelled_posts: 1000,
  note_chars: 2000,
  wait_seconds: 30,
  events_per_page: 100,
  event_types: 60,
  webhooks: 50,
  webhook_description_chars: 255,
  /** Of what is sent; what is longer goes out as ids. */
  webhook_body_bytes: 20_000,
  /** Of what is answered, as it is kept. */
  webhook_answer_bytes: 1024,
  /** Days before its access ends at which an account that nobody can renew says so. */
  expiring_days: 7,
  idempotency_key_chars: 255,
  /** Hours for which the answer to an idempotency key is kept. */
  idempotency_hours: 24,
  /** Repetitions of one call that are not counted as requests. */
  free_replays: 10,
  /** Milliseconds within which an identical MCP call without a key is taken for the same call. */
  double_dispatch_ms: 5_000,
  /** Hours between the times of two posts within which the same words are a double. */
  double_hours: 24,
  body_bytes: 1024 * 1024,
  posts_per_batch: 500,
  posts_per_tool: 50,
  /** A year, by which many posts are moved at once. */
  shift_minutes: 366 * 24 * 60,
  /** So many posts with all that they may have. */
  batch_body_bytes: 16 * 1024 * 1024,
  /** Of a file inside of a tool call. */
  inline_bytes: 3 * 1024 * 1024,
  /** Such a file in base64, and what is said of it. */
  mcp_body_bytes: 5 * 1024 * 1024,
} as const

export interface Plan {
  /** Posts a calendar month (UTC); null is without limit. */
  monthly_posts: number | null
  max_upload_bytes: number
  /** All files of a workspace together; null is without limit. */
  storage_bytes: number | null
  /** Resumable uploads that are open at once. */
  open_uploads: number
}

const MB = 1024 * 1024

export const plans: Record<string, Plan> = {
  free: {
    monthly_posts: 30,
    max_upload_bytes: 400 * MB,
    storage_bytes: 5 * 1024 * MB,
    open_uploads: limits.open_uploads,
  },
  unlimited: {
    monthly_posts: null,
    max_upload_bytes: 1024 * MB,
    storage_bytes: null,
    open_uploads: limits.open_uploads,
  },
}
