/** The names by which TikTok refuses, and what each means. Sources: README.md, “Refusals”. */
import type { Code } from '../kit/codes.ts'
import type { Row } from '../kit/refusals.ts'

type Meaning = Omit<Row, 'on'>

const DAY = 24 * 60

const tooMany: Meaning = {
  kind: 'later',
  code: 'daily_limit',
  message:
    'TikTok takes no more posts of this account today (about 15 in 24 hours, over all apps).',
  wait: DAY,
  scope: 'account',
}
const banned: Meaning = {
  kind: 'reconnect',
  code: 'account_restricted',
  message:
    'TikTok has banned this account from posting. Settle that on TikTok, then connect it again.',
  scope: 'account',
}
const unscoped: Meaning = {
  kind: 'reconnect',
  code: 'missing_scope',
  message:
    'The account was connected without a permission that is needed. Connect it again and allow everything that is asked.',
  scope: 'account',
}
const invalid: Meaning = {
  kind: 'rejected',
  code: 'invalid_request',
  message: 'TikTok refuses a part of this post. The words of TikTok may say which.',
}
const media = (code: Code, message: string): Meaning => ({ kind: 'rejected', code, message })
/** This service may be starting again just then. */
const notFetched = (message: string): Meaning => ({
  kind: 'later',
  code: 'media_not_fetched',
  message,
  wait: 2,
})
const spam: Meaning = {
  kind: 'rejected',
  code: 'against_policy',
  message: 'TikTok takes this post for spam and has not published it.',
}

/** `error.code` of any answer. */
export const rows: readonly Row[] = [
  { on: { code: ['invalid_params', 'invalid_param'] }, ...invalid },
  {
    on: { code: ['invalid_file_upload'] },
    ...media('media_rejected', 'TikTok does not take this file.'),
  },
  {
    on: { code: ['app_version_check_failed'] },
    kind: 'rejected',
    code: 'app_version',
    message: 'The TikTok app of this person is too old for posts from other services.',
  },
  {
    on: { code: ['access_token_invalid'] },
    kind: 'expired',
    code: 'token_expired',
    message: 'The access token is no longer taken.',
  },
  { on: { code: ['scope_not_authorized'] }, ...unscoped },
  { on: { code: ['scope_permission_missed'] }, ...unscoped },
  { on: { code: ['spam_risk_too_many_posts'] }, ...tooMany },
  { on: { code: ['spam_risk_user_banned_from_posting'] }, ...banned },
  {
    on: { code: ['spam_risk_too_many_pending_share'] },
    kind: 'later',
    code: 'too_many_drafts',
    message: 'Five drafts wait in the TikTok app; publish or delete them there.',
    wait: DAY,
    scope: 'account',
  },
  {
    on: { code: ['reached_active_user_cap'] },
    kind: 'later',
    code: 'app_user_cap',
    message: 'TikTok lets this app post for no further account today. An audited app may.',
    wait: DAY,
    scope: 'app',
  },
  {
    on: { code: ['unaudited_client_can_only_post_to_private_accounts'] },
    kind: 'rejected',
    code: 'app_not_audited',
    message:
      'TikTok has not audited this app yet. Until then it may only post with privacy_level SELF_ONLY, and only while the account is set to private in the TikTok app. Set both, or apply for the audit in the developer portal.',
  },
  {
    on: { code: ['url_ownership_unverified'] },
    kind: 'rejected',
    code: 'domain_not_verified',
    message:
      'TikTok fetches photos from verified domains only. Verify the public address of this service in TikTok’s developer portal (URL properties).',
  },
  {
    on: { code: ['privacy_level_option_mismatch'] },
    kind: 'rejected',
    code: 'privacy_not_allowed',
    message:
      'This account may not use that privacy level any more. Choose one that TikTok offers for it.',
  },
  {
    on: [{ code: ['rate_limit_exceeded'] }, { status: [429] }],
    kind: 'later',
    code: 'rate_limited',
    message: 'TikTok asks to slow down; the post goes out when the limit is over.',
    wait: 1.5,
    scope: 'account',
  },
  {
    on: { code: ['internal_error'] },
    kind: 'unknown',
    code: 'server_error',
    message: 'TikTok had an error of its own; whether the call took effect is not known.',
  },
  {
    on: { code: ['invalid_publish_id'] },
    kind: 'rejected',
    code: 'publish_id_unknown',
    message: 'TikTok does not know this upload any more.',
  },
  {
    on: { code: ['token_not_authorized_for_specified_publish_id'] },
    kind: 'rejected',
    code: 'publish_id_unknown',
    message: 'This upload was begun by another account.',
  },
]

/** `fail_reason` of a post that TikTok gave up on: nothing of it is or will be seen. */
export const failReasons: readonly Row[] = [
  {
    on: { code: ['file_format_check_failed'] },
    ...media(
      'media_rejected',
      'TikTok does not take this file: its format or codec is none of those it knows.',
    ),
  },
  {
    on: { code: ['duration_check_failed'] },
    ...media('video_duration', 'TikTok does not take a video of this length from this account.'),
  },
  {
    on: { code: ['frame_rate_check_failed'] },
    ...media('frame_rate', 'TikTok takes videos of 23 to 60 frames a second.'),
  },
  {
    on: { code: ['picture_size_check_failed'] },
    ...media(
      'media_dimensions',
      'TikTok takes pictures with sides of 360 to 4096 pixels, photos up to 1080p.',
    ),
  },
  // "Some parts of the TikTok server may currently be unavailable. This is a retryable error": FAILED is an end, so nothing is seen twice.
  {
    on: { code: ['internal'] },
    kind: 'later',
    code: 'media_not_prepared',
    message: 'TikTok failed to process this post and has not published it. It is sent again.',
    wait: 1,
  },
  {
    on: { code: ['video_pull_failed'] },
    ...notFetched('TikTok could not fetch the video. It will be asked again.'),
  },
  {
    on: { code: ['photo_pull_failed'] },
    ...notFetched(
      'TikTok could not fetch the photos from the public address of this service, and will be asked again. Check that it can be reached from outside, without redirects.',
    ),
  },
  {
    on: { code: ['publish_cancelled'] },
    ...media('publish_cancelled', 'The post was cancelled while TikTok worked on it.'),
  },
  {
    on: { code: ['auth_removed'] },
    kind: 'reconnect',
    code: 'access_ended',
    message: 'The person has ended the access on TikTok. Connect the account again.',
    scope: 'account',
  },
  { on: { code: ['spam_risk_too_many_posts'] }, ...tooMany },
  { on: { code: ['spam_risk_user_banned_from_posting'] }, ...banned },
  {
    on: { code: ['spam_risk_text'] },
    kind: 'rejected',
    code: 'against_policy',
    message:
      'TikTok takes the text for spam or against its guidelines, and has not published the post.',
  },
  { on: { code: ['spam_risk'] }, ...spam },
]
