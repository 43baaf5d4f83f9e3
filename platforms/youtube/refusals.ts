/** What each reason of Google means for us. Sources and certainty: README, "Refusals". */
import type { FailureKind } from '../platform.ts'

export interface Refusal {
  kind: FailureKind
  code: string
  message: string
  scope?: 'account' | 'app'
  /** How long to wait when Google does not say. */
  until?: 'midnight' | 'day' | 'soon'
}

const reconnect = (code: string, message: string): Refusal => ({
  kind: 'reconnect',
  code,
  message,
  scope: 'account',
})
const rejected = (code: string, message: string): Refusal => ({ kind: 'rejected', code, message })
const expired: Refusal = {
  kind: 'expired',
  code: 'token_expired',
  message: 'Google no longer takes the access token.',
  scope: 'account',
}
const suspended = reconnect(
  'account_suspended',
  'YouTube has suspended or closed this channel. See to it on youtube.com, then connect it again.',
)
const missingScope = reconnect(
  'missing_scope',
  'The connection lacks a permission that this needs. Connect the channel again and leave all boxes ticked.',
)
const slower: Refusal = {
  kind: 'later',
  code: 'rate_limited',
  message: 'YouTube asks for fewer calls at once.',
  scope: 'account',
  until: 'soon',
}
const invalid = (code: string, what: string) =>
  rejected(code, `YouTube does not take ${what} of this video. Change it and try again.`)

export const REFUSALS: Readonly<Record<string, Refusal>> = {
  authError: expired,
  authorizationRequired: expired,
  required: expired,
  youtubeSignupRequired: reconnect(
    'no_channel',
    'This Google account has no YouTube channel. Create one on youtube.com, then connect it again.',
  ),
  authenticatedUserAccountClosed: suspended,
  authenticatedUserAccountSuspended: suspended,
  accountClosed: suspended,
  accountSuspended: suspended,
  channelClosed: suspended,
  channelSuspended: suspended,
  accountDelegationForbidden: reconnect(
    'account_not_yours',
    'The person who connected this channel may no longer act for it. Connect it again.',
  ),
  insufficientPermissions: missingScope,
  insufficientScopes: missingScope,
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: missingScope,
  accessNotConfigured: {
    kind: 'later',
    code: 'api_switched_off',
    message:
      'The YouTube Data API is not switched on in the Google Cloud project of this instance. Whoever runs it must switch it on.',
    scope: 'app',
    until: 'day',
  },
  SERVICE_DISABLED: {
    kind: 'later',
    code: 'api_switched_off',
    message:
      'The YouTube Data API is not switched on in the Google Cloud project of this instance. Whoever runs it must switch it on.',
    scope: 'app',
    until: 'day',
  },
  quotaExceeded: {
    kind: 'later',
    code: 'quota_exceeded',
    message:
      'The Google Cloud project of this instance has used up its quota for today. It starts anew at midnight in California.',
    scope: 'app',
    until: 'midnight',
  },
  dailyLimitExceeded: {
    kind: 'later',
    code: 'quota_exceeded',
    message:
      'The Google Cloud project of this instance has used up its quota for today. It starts anew at midnight in California.',
    scope: 'app',
    until: 'midnight',
  },
  uploadLimitExceeded: {
    kind: 'later',
    code: 'upload_limit',
    message: 'YouTube takes no more videos from this channel for up to 24 hours.',
    scope: 'account',
    until: 'day',
  },
  rateLimitExceeded: slower,
  userRateLimitExceeded: slower,
  invalidTitle: invalid('title_invalid', 'the title'),
  invalidDescription: invalid('text_invalid', 'the text'),
  invalidTags: invalid('tags_invalid', 'the tags'),
  invalidCategoryId: invalid('category_invalid', 'the category'),
  invalidPublishAt: invalid('publish_time_invalid', 'the time of publishing'),
  invalidRecordingDetails: invalid('metadata_invalid', 'the recording details'),
  invalidVideoMetadata: invalid('metadata_invalid', 'the title, the category or another field'),
  invalidVideoGameRating: invalid('metadata_invalid', 'the rating'),
  invalidFilename: invalid('metadata_invalid', 'the file name'),
  defaultLanguageNotSet: invalid('metadata_invalid', 'the language'),
  mediaBodyRequired: rejected('media_missing', 'YouTube received no video.'),
  forbiddenPrivacySetting: rejected(
    'privacy_not_allowed',
    'YouTube does not allow this privacy setting here. Choose another one.',
  ),
  forbiddenLicenseSetting: rejected('license_not_allowed', 'YouTube does not allow this license.'),
  'youtube.thumbnail/forbidden': rejected(
    'thumbnail_not_allowed',
    'YouTube lets only channels with a confirmed phone number have thumbnails of their own.',
  ),
  invalidImage: invalid('thumbnail_invalid', 'the thumbnail'),
  imageFormatUnsupported: invalid('thumbnail_invalid', 'the thumbnail'),
  imageTooTall: invalid('thumbnail_invalid', 'the thumbnail'),
  imageTooWide: invalid('thumbnail_invalid', 'the thumbnail'),
  playlistNotFound: rejected('playlist_gone', 'There is no such playlist. Check playlist_id.'),
  playlistItemsNotAccessible: rejected(
    'playlist_not_yours',
    'This channel may not add videos to the playlist. Choose one of its own.',
  ),
  playlistContainsMaximumNumberOfVideos: rejected(
    'playlist_full',
    'The playlist is full. Choose another one.',
  ),
  videoNotFound: rejected('post_gone', 'The video is no longer there.'),
  commentsDisabled: rejected(
    'comments_disabled',
    'This video takes no comments: it is private, made for kids, or comments are switched off.',
  ),
  commentTextTooLong: rejected('text_too_long', 'The comment is too long for YouTube.'),
  commentTextRequired: rejected('text_missing', 'The comment has no text.'),
  processingFailure: {
    ...slower,
    code: 'not_ready_yet',
    message: 'YouTube is not ready for this yet.',
  },
  ineligibleAccount: rejected('comments_not_allowed', 'This channel may not comment.'),
  forbidden: rejected('refused', 'YouTube does not allow this channel to do that.'),
  // Seen when a session is opened twice at once; nothing is created by it.
  ALREADY_EXISTS: {
    ...slower,
    code: 'busy',
    message: 'YouTube is still busy with an earlier try.',
  },
  conflict: { ...slower, code: 'busy', message: 'YouTube is still busy with an earlier try.' },
}
