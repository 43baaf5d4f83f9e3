/** Every code by which we say what went wrong with a delivery or a connection: one word for one thing, on every platform. */

/** What platforms refuse, and what comes instead of an answer. */
const PLATFORMS = {
  // The way there and back.
  unreachable: 'The platform could not be reached; nothing was sent.',
  no_answer: 'The platform did not answer, or the call was broken off.',
  server_error: 'The platform failed while it worked on the call.',
  gateway_page: 'Something in front of the platform answered in its place.',
  unreadable_answer: 'The platform reported success in a way that could not be read.',
  success_with_errors: 'The platform reported success and an error at once.',
  nonce_refused: 'The server asked for another nonce twice in a row.',

  // Limits.
  rate_limited: 'The platform asks us to slow down.',
  daily_limit: 'The account has posted as much as the platform takes in a day.',
  quota_exceeded: 'Our app has used up what the platform allows it.',
  credits_depleted: 'The developer account that runs this instance has no credits left.',
  app_user_cap: 'The platform lets our app post for no further account today.',
  too_many_drafts: 'Too many unpublished posts of the account wait on the platform.',
  looks_automated: 'The platform takes this for spam at the moment.',
  busy: 'The platform is still busy with an earlier try.',

  // The account.
  token_expired: 'The access token is no longer taken.',
  token_not_spread: 'A new access token is not known everywhere at the platform yet.',
  token_too_young: 'The platform renews no token that is so young.',
  token_not_renewed: 'The platform did not renew the access token, and did not end it either.',
  access_ended: 'Access was taken back, or has run out: connect the account again.',
  credentials_unusable:
    'What is stored of the connection cannot be used: connect the account again.',
  missing_scope: 'The connection lacks a permission: connect again and allow everything.',
  no_permission: 'The person has lost the role that posting needs: connect again when it is back.',
  account_suspended: 'The platform has suspended or closed the account.',
  account_restricted: 'The platform has restricted what the account may do.',
  account_locked: 'The platform wants the person to sign in there first.',
  blocked_for_now: 'The platform has blocked the account from posting for some hours.',
  account_not_found: 'The platform does not have this account.',

  // Our app.
  app_not_accepted: 'The platform does not take the client id, secret or metadata of our app.',
  app_not_approved: 'The platform has not approved our app for this.',
  app_not_audited: 'The platform has not audited our app, which limits who sees its posts.',
  app_lacks_permissions: 'Our app may not ask for these permissions.',
  api_not_enabled: 'The API is not switched on for our app.',
  api_version_ended: 'The platform has switched off the version of its API that is configured.',
  app_version: 'The platform’s own app of this person is too old.',
  unsupported_authentication: 'The platform wants a token of another kind.',
  auth_missing: 'The call was sent without a token.',
  domain_not_verified: 'The platform fetches files from verified domains only.',
  no_public_address: 'The platform fetches files itself, and this instance has no public address.',

  // What is posted.
  invalid_request: 'The platform refuses something in this post; its words say what.',
  invalid_options: 'The options of this platform are not valid.',
  refused: 'The platform refuses the call; its words may say why.',
  forbidden: 'The platform forbids this to this account.',
  not_found: 'The platform does not know what the call is about: a post, a place or a person.',
  parent_gone: 'What this part of a thread replies to is no longer there.',
  duplicate_content: 'The platform says that the same is posted already.',
  against_policy: 'The platform takes this for spam or against its rules.',
  blocked_as_spam: 'The platform says that it blocked this as spam, and may have posted it.',
  text_required: 'There is no text where one is needed.',
  text_too_long: 'The text is longer than the platform takes.',
  invalid_text: 'The platform does not take the text.',
  invalid_title: 'The platform does not take the title.',
  invalid_tags: 'The platform does not take the tags.',
  invalid_category: 'The platform does not take the category.',
  invalid_publish_time: 'The platform does not take the time of publishing.',
  invalid_metadata: 'The platform does not take a field of the video.',
  invalid_link: 'The platform does not take the link.',
  link_with_media: 'A link does not go with media.',
  no_preview: 'The page of a link could not be read: the post goes out without its card.',
  too_many_links: 'The post has more links than the platform takes.',
  too_many_cashtags: 'The post has more cashtags than the platform takes.',
  privacy_not_allowed: 'Who may see the post is not offered to this account.',
  branded_content_private: 'A paid partnership cannot be private.',
  license_not_allowed: 'The platform does not allow this license.',
  locked_private: 'The platform has made the video private.',
  comments_not_allowed: 'The platform takes no comment here from this account or app.',
  board_missing: 'No board was chosen.',
  board_gone: 'The board is no longer there.',
  section_gone: 'The section of the board is no longer there.',
  playlist_gone: 'There is no such playlist.',
  playlist_not_yours: 'The channel may not add videos to the playlist.',
  playlist_full: 'The playlist is full.',

  // Media.
  media_required: 'There is no file where one is needed.',
  too_many_media: 'There are more files than the platform takes.',
  media_type: 'The platform does not take this type of file.',
  media_rejected: 'The platform cannot use this file.',
  media_too_large: 'A file is larger than the platform takes.',
  media_dimensions: 'A picture has too many or too few pixels.',
  media_ratio: 'A picture is too wide or too tall.',
  video_duration: 'The video is longer or shorter than the platform takes.',
  frame_rate: 'The video has too many or too few frames a second.',
  invalid_thumbnail: 'The platform does not take the thumbnail.',
  thumbnail_not_allowed: 'The account may not have thumbnails of its own.',
  email_unconfirmed: 'The platform takes videos after the e-mail address is confirmed.',
  media_not_convertible: 'The file could not be made into what the platform takes.',
  media_unreadable: 'A stored file could not be read.',
  media_not_fetched: 'The platform could not fetch a file from this instance.',
  media_not_there: 'The platform does not know the uploaded media.',
  media_not_ready: 'The platform is still working on the media.',
  media_not_prepared: 'The platform failed while it prepared the media; they are sent again.',
  upload_lost: 'The platform has lost or ended the upload; it is sent again.',
  upload_address_refused: 'The platform named an upload address that is not its own.',
  publish_id_unknown: 'The platform does not know this upload.',
  publish_cancelled: 'The post was cancelled while the platform worked on it.',
  container_gone: 'What was prepared is no longer there; it is prepared anew.',
  container_untold: 'The platform does not say what became of what was prepared.',
  not_settled: 'The platform does not know everywhere yet what was just made.',
  not_prepared: 'What comes before this was not prepared.',
  video_not_kept: 'The platform did not keep the video.',

  // What became of it.
  still_processing: 'The platform has the post and is still working on it.',
  not_shown_yet: 'The post is out; which one it is, the platform does not say yet.',
  too_few_viewers: 'Too few people have seen the post for its numbers to be told.',
  too_many_posts: 'The numbers of so many posts cannot be asked for at once.',

  // Connecting.
  access_denied: 'The connection was declined.',
  authorization_failed: 'The platform sent no authorization, or does not take it.',
  state_unknown: 'The answer belongs to another sign-in, or comes too late.',
  no_sign_in: 'The platform has no such way to sign in.',
  no_refresh_token: 'The platform gave access for an hour only.',
  no_account: 'There is nothing that could be posted to.',
  not_revoked: 'The platform did not take the revocation.',
  not_configured: 'The platform is not configured on this instance.',
  invalid_credentials: 'The platform does not know this handle and password.',
  app_password_needed: 'The account needs an app password.',
  invalid_handle: 'This is no handle.',
  handle_not_found: 'Nobody has this handle.',
  invalid_did: 'This kind of DID is not known.',
  did_not_found: 'There is no document for this DID.',
  no_pds: 'The account’s document names no server.',
  invalid_server: 'The address of the server cannot be used.',
  issuer_mismatch: 'The sign-in server does not speak for this account.',
  other_account: 'Another account signed in.',
  other_server: 'The server does not speak for this account.',
  other_person: 'Another person came back from the platform.',
  other_browser: 'Another browser came back from the platform.',
} as const

/** What the service itself decides. */
const SERVICE = {
  internal_error: 'An error of ours came in between.',
  held_up: 'The delivery was held up on our side, and goes on.',
  account_disconnected: 'The account must be connected again.',
  account_reconnected: 'The account was connected again after this was due: retry sends it.',
  account_removed: 'The account is not connected any more.',
  outcome_unknown: 'Nobody can tell whether it is out: a person looks.',
  refused_by_gateway: 'Two calls met a gateway’s page, and the post is not there.',
  platform_silent: 'The platform answers nobody at the moment; deliveries wait.',
  platform_limit: 'The platform takes nothing from this service for now; deliveries wait.',
  account_limit: 'The platform takes nothing from this account for now; deliveries wait.',
  paused: 'A person paused publishing; deliveries wait until somebody resumes it.',
  twin_in_doubt: 'An equal post of the account is being looked for first.',
  given_up: 'The post was deleted before this was sent.',
  missed_window: 'Its time has passed by more than 24 hours.',
  nothing_out: 'Nothing of it was out, so there is nothing to take down.',
  still_shown: 'The platform took the call, and shows the post still.',
  thread_unfinished: 'A part of the thread is out, and what is missing was not sent in time.',
} as const

export const CODES = { ...PLATFORMS, ...SERVICE }
export type Code = keyof typeof CODES

/** In order, for documents and schemas. */
export const codes: readonly Code[] = Object.keys(CODES).filter(isCode)

export function isCode(text: string): text is Code {
  return Object.hasOwn(CODES, text)
}
