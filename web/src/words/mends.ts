/** What settles each thing that can go wrong, whatever the language. A test holds this table against the catalogue of codes. */

/** What settles a thing that went wrong. */
export type Mend =
  /** Crier does it by itself. */
  | 'waits'
  /** The same once more may do. */
  | 'again'
  /** What is posted has to be another thing. */
  | 'edit'
  /** The account has to be connected again. */
  | 'reconnect'
  /** Something that the person does on the platform; then once more. */
  | 'there'
  /** Whoever runs this Crier. */
  | 'operator'
  /** Somebody looks, and says whether it is there. */
  | 'look'

const mends = {
  unreachable: 'again',
  no_answer: 'again',
  server_error: 'again',
  gateway_page: 'again',
  unreadable_answer: 'again',
  success_with_errors: 'again',
  nonce_refused: 'again',
  rate_limited: 'again',
  daily_limit: 'again',
  quota_exceeded: 'operator',
  credits_depleted: 'operator',
  app_user_cap: 'again',
  too_many_drafts: 'there',
  looks_automated: 'again',
  busy: 'again',
  token_expired: 'reconnect',
  token_not_spread: 'again',
  token_too_young: 'again',
  token_not_renewed: 'again',
  access_ended: 'reconnect',
  credentials_unusable: 'reconnect',
  missing_scope: 'reconnect',
  no_permission: 'reconnect',
  account_suspended: 'there',
  account_restricted: 'there',
  account_locked: 'there',
  blocked_for_now: 'again',
  account_not_found: 'reconnect',
  app_not_accepted: 'operator',
  app_not_approved: 'operator',
  app_not_audited: 'operator',
  app_lacks_permissions: 'operator',
  api_not_enabled: 'operator',
  api_version_ended: 'operator',
  app_version: 'there',
  unsupported_authentication: 'reconnect',
  auth_missing: 'again',
  domain_not_verified: 'operator',
  no_public_address: 'operator',
  invalid_request: 'edit',
  invalid_options: 'edit',
  refused: 'edit',
  forbidden: 'there',
  not_found: 'edit',
  duplicate_content: 'edit',
  against_policy: 'edit',
  blocked_as_spam: 'look',
  text_required: 'edit',
  text_too_long: 'edit',
  invalid_text: 'edit',
  invalid_title: 'edit',
  invalid_tags: 'edit',
  invalid_category: 'edit',
  invalid_publish_time: 'edit',
  invalid_metadata: 'edit',
  invalid_link: 'edit',
  link_with_media: 'edit',
  no_preview: 'waits',
  too_many_links: 'edit',
  too_many_cashtags: 'edit',
  privacy_not_allowed: 'edit',
  branded_content_private: 'edit',
  license_not_allowed: 'edit',
  locked_private: 'there',
  comments_not_allowed: 'there',
  board_missing: 'edit',
  board_gone: 'edit',
  section_gone: 'edit',
  playlist_gone: 'edit',
  playlist_not_yours: 'edit',
  playlist_full: 'edit',
  media_required: 'edit',
  too_many_media: 'edit',
  media_type: 'edit',
  media_rejected: 'edit',
  media_too_large: 'edit',
  media_dimensions: 'edit',
  media_ratio: 'edit',
  video_duration: 'edit',
  frame_rate: 'edit',
  invalid_thumbnail: 'edit',
  thumbnail_not_allowed: 'edit',
  email_unconfirmed: 'there',
  media_not_convertible: 'edit',
  media_unreadable: 'operator',
  media_not_fetched: 'again',
  media_not_there: 'again',
  media_not_ready: 'again',
  media_not_prepared: 'again',
  upload_lost: 'again',
  upload_address_refused: 'operator',
  publish_id_unknown: 'again',
  publish_cancelled: 'again',
  container_gone: 'again',
  container_untold: 'look',
  not_settled: 'again',
  not_prepared: 'again',
  video_not_kept: 'again',
  still_processing: 'waits',
  not_shown_yet: 'waits',
  nothing_out: 'look',
  still_shown: 'waits',
  too_few_viewers: 'waits',
  too_many_posts: 'waits',
  access_denied: 'reconnect',
  authorization_failed: 'reconnect',
  state_unknown: 'reconnect',
  no_sign_in: 'reconnect',
  no_refresh_token: 'reconnect',
  no_account: 'reconnect',
  not_revoked: 'there',
  not_configured: 'operator',
  invalid_credentials: 'reconnect',
  app_password_needed: 'reconnect',
  invalid_handle: 'reconnect',
  handle_not_found: 'reconnect',
  invalid_did: 'reconnect',
  did_not_found: 'reconnect',
  no_pds: 'reconnect',
  invalid_server: 'reconnect',
  issuer_mismatch: 'reconnect',
  other_account: 'reconnect',
  other_server: 'reconnect',
  other_person: 'reconnect',
  other_browser: 'reconnect',
  internal_error: 'again',
  held_up: 'waits',
  account_disconnected: 'reconnect',
  account_reconnected: 'again',
  account_removed: 'reconnect',
  parent_gone: 'there',
  thread_unfinished: 'again',
  outcome_unknown: 'look',
  refused_by_gateway: 'again',
  platform_silent: 'again',
  platform_limit: 'again',
  account_limit: 'again',
  paused: 'waits',
  twin_in_doubt: 'waits',
  given_up: 'again',
  missed_window: 'again',
} as const satisfies Record<string, Mend>
export type Code = keyof typeof mends

export function isCode(code: string): code is Code {
  return Object.hasOwn(mends, code)
}

/** A code that is newer than this page may be tried again. */
export function mendOf(code: string): Mend {
  return isCode(code) ? mends[code] : 'again'
}

/** After which nobody knows whether the call had its effect. */
const lost = new Set([
  'no_answer',
  'server_error',
  'gateway_page',
  'unreadable_answer',
  'success_with_errors',
  'internal_error',
])

export function isLostAnswer(code: string | null) {
  return code !== null && lost.has(code)
}
