/**
 * What went wrong, for people: a sentence for each code of the catalogue, and what settles it. `{p}` is the platform.
 * A test holds this table against the catalogue, so that no person is ever shown a code instead.
 */

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

type Said = readonly [sentence: string, mend: Mend]

export const codeWords: Readonly<Record<string, Said>> = {
  unreachable: ['{p} could not be reached', 'again'],
  no_answer: ['{p} did not answer', 'again'],
  server_error: ['{p} had trouble of its own', 'again'],
  gateway_page: ['Something in front of {p} answered in its place', 'again'],
  unreadable_answer: ['{p} answered in a way that could not be read', 'again'],
  success_with_errors: ['{p} said yes and no at once', 'again'],
  nonce_refused: ['{p} kept asking for the call to be signed anew', 'again'],

  rate_limited: ['{p} asks us to slow down', 'again'],
  daily_limit: ['The account has posted as much as {p} takes in a day', 'again'],
  quota_exceeded: ['This Crier has used up what {p} allows it', 'operator'],
  credits_depleted: ['The credits that this Crier has with {p} are used up', 'operator'],
  app_user_cap: ['{p} lets this Crier post for no further account today', 'again'],
  too_many_drafts: ['Too many unfinished posts of the account wait on {p}', 'there'],
  looks_automated: ['{p} takes this for spam at the moment', 'again'],
  busy: ['{p} is still busy with an earlier try', 'again'],

  token_expired: ['{p} does not take our access any more', 'reconnect'],
  token_not_spread: ['{p} does not know our new access everywhere yet', 'again'],
  token_too_young: ['{p} renews no access that is so young', 'again'],
  token_not_renewed: ['{p} did not renew our access', 'again'],
  access_ended: ['Our access to {p} was taken back, or has run out', 'reconnect'],
  credentials_unusable: ['What we keep of the connection to {p} cannot be used', 'reconnect'],
  missing_scope: ['A permission is missing: connect again and allow everything', 'reconnect'],
  no_permission: ['The person who connected {p} may no longer post there', 'reconnect'],
  account_suspended: ['{p} has suspended or closed the account', 'there'],
  account_restricted: ['{p} has restricted what the account may do', 'there'],
  account_locked: ['{p} wants you to sign in there first', 'there'],
  blocked_for_now: ['{p} keeps the account from posting for some hours', 'again'],
  account_not_found: ['{p} does not have this account', 'reconnect'],

  app_not_accepted: ['{p} does not take the app of this Crier', 'operator'],
  app_not_approved: ['{p} has not approved the app of this Crier for this', 'operator'],
  app_not_audited: [
    '{p} has not audited the app of this Crier, which limits who sees its posts',
    'operator',
  ],
  app_lacks_permissions: ['The app of this Crier may not ask {p} for this', 'operator'],
  api_not_enabled: ['{p} has not switched this on for the app of this Crier', 'operator'],
  api_version_ended: ['This Crier speaks a version of {p} that was switched off', 'operator'],
  app_version: ['The {p} app on your phone is too old for this: update it', 'there'],
  unsupported_authentication: ['{p} wants to be signed in to in another way', 'reconnect'],
  auth_missing: ['The call to {p} was sent without access', 'again'],
  domain_not_verified: [
    '{p} fetches files from verified addresses only, and this one is none',
    'operator',
  ],
  no_public_address: ['{p} fetches files itself, and this Crier has no public address', 'operator'],

  invalid_request: ['{p} refuses something in this post', 'edit'],
  invalid_options: ['{p} does not take the options that were chosen', 'edit'],
  refused: ['{p} refuses it', 'edit'],
  forbidden: ['{p} does not let this account do this', 'there'],
  not_found: ['{p} does not know a person, place or post that is named here', 'edit'],
  duplicate_content: ['{p} says that the same is posted already', 'edit'],
  against_policy: ['{p} takes this for spam, or against its rules', 'edit'],
  blocked_as_spam: ['{p} says that it blocked this as spam, and may have posted it', 'look'],
  text_required: ['There is no text, and {p} needs one', 'edit'],
  text_too_long: ['The text is longer than {p} takes', 'edit'],
  invalid_text: ['{p} does not take the text', 'edit'],
  invalid_title: ['{p} does not take the title', 'edit'],
  invalid_tags: ['{p} does not take the tags', 'edit'],
  invalid_category: ['{p} does not take the category', 'edit'],
  invalid_publish_time: ['{p} does not take the time of publishing', 'edit'],
  invalid_metadata: ['{p} does not take something that is said of the video', 'edit'],
  invalid_link: ['{p} does not take the link', 'edit'],
  link_with_media: ['On {p} a link does not go with files', 'edit'],
  no_preview: ['The page of the link could not be read: it goes out without its preview', 'waits'],
  too_many_links: ['The post has more links than {p} takes', 'edit'],
  too_many_cashtags: ['The post has more cashtags than {p} takes', 'edit'],
  privacy_not_allowed: ['{p} does not offer this choice of who sees it to the account', 'edit'],
  branded_content_private: ['On {p} a paid partnership cannot be private', 'edit'],
  license_not_allowed: ['{p} does not allow this licence', 'edit'],
  locked_private: ['{p} has made the video private', 'there'],
  comments_not_allowed: ['{p} takes no comment here', 'there'],
  board_missing: ['No board was chosen', 'edit'],
  board_gone: ['The board is no longer there', 'edit'],
  section_gone: ['The section of the board is no longer there', 'edit'],
  playlist_gone: ['There is no such playlist', 'edit'],
  playlist_not_yours: ['The channel may not add videos to the playlist', 'edit'],
  playlist_full: ['The playlist is full', 'edit'],

  media_required: ['There is no picture or video, and {p} needs one', 'edit'],
  too_many_media: ['There are more files than {p} takes', 'edit'],
  media_type: ['{p} does not take this type of file', 'edit'],
  media_rejected: ['{p} cannot use a file of this post', 'edit'],
  media_too_large: ['A file is larger than {p} takes', 'edit'],
  media_dimensions: ['A picture has too many or too few pixels for {p}', 'edit'],
  media_ratio: ['A picture is too wide or too tall for {p}', 'edit'],
  video_duration: ['The video is longer or shorter than {p} takes', 'edit'],
  frame_rate: ['The video has too many or too few frames a second for {p}', 'edit'],
  invalid_thumbnail: ['{p} does not take the cover picture', 'edit'],
  thumbnail_not_allowed: ['{p} does not let this account choose cover pictures', 'edit'],
  email_unconfirmed: ['{p} takes videos once the e-mail address is confirmed there', 'there'],
  media_not_convertible: ['A file could not be made into what {p} takes', 'edit'],
  media_unreadable: ['A stored file could not be read', 'operator'],
  media_not_fetched: ['{p} could not fetch a file from this Crier', 'again'],
  media_not_there: ['{p} does not know the uploaded file any more', 'again'],
  media_not_ready: ['{p} is still working on the files', 'again'],
  media_not_prepared: ['{p} failed while it prepared the files', 'again'],
  upload_lost: ['{p} has lost the upload', 'again'],
  upload_address_refused: ['{p} named an address for the upload that is not its own', 'operator'],
  publish_id_unknown: ['{p} does not know this upload', 'again'],
  publish_cancelled: ['The post was cancelled while {p} worked on it', 'again'],
  container_gone: ['What was prepared on {p} is no longer there', 'again'],
  container_untold: ['{p} does not say what became of what was prepared', 'look'],
  not_settled: ['{p} does not know everywhere yet what was just made', 'again'],
  not_prepared: ['What comes before this was not prepared', 'again'],
  video_not_kept: ['{p} did not keep the video', 'again'],

  still_processing: ['{p} has the post, and is still working on it', 'waits'],
  not_shown_yet: ['The post is out; {p} does not say yet which one it is', 'waits'],
  nothing_out: ['Nothing of it was out, so there is nothing to take down', 'look'],
  still_shown: ['{p} took the call, and shows the post still', 'waits'],
  too_few_viewers: ['Too few people have seen the post for {p} to tell its numbers', 'waits'],
  too_many_posts: ['{p} does not tell the numbers of so many posts at once', 'waits'],

  access_denied: ['The connection was declined', 'reconnect'],
  authorization_failed: ['{p} did not let us in', 'reconnect'],
  state_unknown: ['The answer of {p} belongs to another sign-in, or came too late', 'reconnect'],
  no_sign_in: ['{p} has no such way to sign in', 'reconnect'],
  no_refresh_token: ['{p} gave access for an hour only', 'reconnect'],
  no_account: ['There is nothing on {p} that could be posted to', 'reconnect'],
  not_revoked: ['{p} did not take our access back', 'there'],
  not_configured: ['{p} is not set up on this Crier', 'operator'],
  invalid_credentials: ['{p} does not know this handle and password', 'reconnect'],
  app_password_needed: ['The account needs an app password', 'reconnect'],
  invalid_handle: ['This is no handle', 'reconnect'],
  handle_not_found: ['Nobody on {p} has this handle', 'reconnect'],
  invalid_did: ['{p} names the account in a way that is not known', 'reconnect'],
  did_not_found: ['{p} has nothing under the name of the account', 'reconnect'],
  no_pds: ['{p} names no server for the account', 'reconnect'],
  invalid_server: ['The address of the server cannot be used', 'reconnect'],
  issuer_mismatch: ['The sign-in server does not speak for this account', 'reconnect'],
  other_account: ['Another account signed in', 'reconnect'],
  other_server: ['The server does not speak for this account', 'reconnect'],
  other_person: ['Another person came back from {p}', 'reconnect'],
  other_browser: ['Another browser came back from {p}', 'reconnect'],

  internal_error: ['Something went wrong on our side', 'again'],
  held_up: ['It was held up on our side', 'waits'],
  account_disconnected: ['The account has to be connected again', 'reconnect'],
  account_removed: ['The account is not connected any more', 'reconnect'],
  parent_gone: ['What the next part of the thread replies to is gone on {p}', 'there'],
  thread_unfinished: [
    'A part of the thread is out on {p}, and the rest was not sent in time',
    'again',
  ],
  outcome_unknown: [
    'The answer of {p} was lost, and nothing there tells whether it is out',
    'look',
  ],
  refused_by_gateway: [
    'Something in front of {p} answered twice in its place, and the post is not there',
    'again',
  ],
  platform_silent: ['{p} answers nobody at the moment', 'again'],
  platform_limit: ['{p} takes nothing from this Crier for now', 'again'],
  account_limit: ['{p} takes nothing from this account for now', 'again'],
  paused: ['Publishing is paused', 'waits'],
  twin_in_doubt: ['An equal post of this account is being looked for first', 'waits'],
  given_up: ['The post was deleted before this was sent', 'again'],
  missed_window: ['Its time had passed by more than a day', 'again'],
}

/** A code that is newer than this page still gets a sentence. */
const unheard: Said = ['{p} did not take it', 'again']

export function wordsOfCode(code: string, platform: string): string {
  return (codeWords[code] ?? unheard)[0].replaceAll('{p}', platform)
}

export function mendOf(code: string): Mend {
  return (codeWords[code] ?? unheard)[1]
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
