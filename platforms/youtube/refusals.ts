/** What each reason of Google means for us. Sources and certainty: README, "Refusals". */
import type { Code } from '../kit/codes.ts'
import type { Row } from '../kit/refusals.ts'
import { nextMidnight } from './pacific.ts'

type Meaning = Omit<Row, 'on'>

/** Minutes to wait when Google does not say. */
const SOON = 2
const DAY = 24 * 60

const reconnect = (code: Code, message: string): Meaning => ({
  kind: 'reconnect',
  code,
  message,
  scope: 'account',
})
const rejected = (code: Code, message: string): Meaning => ({ kind: 'rejected', code, message })
const expired: Meaning = {
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
const slower: Meaning = {
  kind: 'later',
  code: 'rate_limited',
  message: 'YouTube asks for fewer calls at once.',
  scope: 'account',
  wait: SOON,
}
const invalid = (code: Code, what: string) =>
  rejected(code, `YouTube does not take ${what} of this video. Change it and try again.`)

/** What names a domain stands before the reason alone. */
export const rows: readonly Row[] = [
  { on: { code: ['authError', 'authorizationRequired', 'required'] }, ...expired },
  {
    on: { code: ['youtubeSignupRequired'] },
    ...reconnect(
      'no_account',
      'This Google account has no YouTube channel. Create one on youtube.com, then connect it again.',
    ),
  },
  {
    on: {
      code: [
        'authenticatedUserAccountClosed',
        'authenticatedUserAccountSuspended',
        'accountClosed',
        'accountSuspended',
        'channelClosed',
        'channelSuspended',
      ],
    },
    ...suspended,
  },
  {
    on: { code: ['accountDelegationForbidden'] },
    ...reconnect(
      'no_permission',
      'The person who connected this channel may no longer act for it. Connect it again.',
    ),
  },
  {
    on: {
      code: ['insufficientPermissions', 'insufficientScopes', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'],
    },
    ...missingScope,
  },
  {
    on: { code: ['accessNotConfigured', 'SERVICE_DISABLED'] },
    kind: 'later',
    code: 'api_not_enabled',
    message:
      'The YouTube Data API is not switched on in the Google Cloud project of this instance. Whoever runs it must switch it on.',
    scope: 'app',
    wait: DAY,
  },
  {
    on: { code: ['quotaExceeded', 'dailyLimitExceeded'] },
    kind: 'later',
    code: 'quota_exceeded',
    message:
      'The Google Cloud project of this instance has used up its quota for today. It starts anew at midnight in California.',
    scope: 'app',
    wait: nextMidnight,
  },
  {
    on: { code: ['uploadLimitExceeded'] },
    kind: 'later',
    code: 'daily_limit',
    message: 'YouTube takes no more videos from this channel for up to 24 hours.',
    scope: 'account',
    wait: DAY,
  },
  { on: [{ code: ['rateLimitExceeded', 'userRateLimitExceeded'] }, { status: [429] }], ...slower },
  { on: { code: ['invalidTitle'] }, ...invalid('invalid_title', 'the title') },
  { on: { code: ['invalidDescription'] }, ...invalid('invalid_text', 'the text') },
  { on: { code: ['invalidTags'] }, ...invalid('invalid_tags', 'the tags') },
  { on: { code: ['invalidCategoryId'] }, ...invalid('invalid_category', 'the category') },
  {
    on: { code: ['invalidPublishAt'] },
    ...invalid('invalid_publish_time', 'the time of publishing'),
  },
  {
    on: { code: ['invalidRecordingDetails'] },
    ...invalid('invalid_metadata', 'the recording details'),
  },
  {
    on: { code: ['invalidVideoMetadata'] },
    ...invalid('invalid_metadata', 'the title, the category or another field'),
  },
  { on: { code: ['invalidVideoGameRating'] }, ...invalid('invalid_metadata', 'the rating') },
  { on: { code: ['invalidFilename'] }, ...invalid('invalid_metadata', 'the file name') },
  { on: { code: ['defaultLanguageNotSet'] }, ...invalid('invalid_metadata', 'the language') },
  {
    on: { code: ['mediaBodyRequired'] },
    ...rejected('media_required', 'YouTube received no video.'),
  },
  {
    on: { code: ['forbiddenPrivacySetting'] },
    ...rejected(
      'privacy_not_allowed',
      'YouTube does not allow this privacy setting here. Choose another one.',
    ),
  },
  {
    on: { code: ['forbiddenLicenseSetting'] },
    ...rejected('license_not_allowed', 'YouTube does not allow this license.'),
  },
  {
    on: { code: ['youtube.thumbnail/forbidden'] },
    ...rejected(
      'thumbnail_not_allowed',
      'YouTube lets only channels with a confirmed phone number have thumbnails of their own.',
    ),
  },
  {
    on: { code: ['invalidImage', 'imageFormatUnsupported', 'imageTooTall', 'imageTooWide'] },
    ...invalid('invalid_thumbnail', 'the thumbnail'),
  },
  {
    on: { code: ['playlistNotFound'] },
    ...rejected('playlist_gone', 'There is no such playlist. Check playlist_id.'),
  },
  {
    on: { code: ['playlistItemsNotAccessible'] },
    ...rejected(
      'playlist_not_yours',
      'This channel may not add videos to the playlist. Choose one of its own.',
    ),
  },
  {
    on: { code: ['playlistContainsMaximumNumberOfVideos'] },
    ...rejected('playlist_full', 'The playlist is full. Choose another one.'),
  },
  { on: { code: ['videoNotFound'] }, ...rejected('not_found', 'The video is no longer there.') },
  {
    on: { code: ['commentsDisabled'] },
    ...rejected(
      'comments_not_allowed',
      'This video takes no comments: it is private, made for kids, or comments are switched off.',
    ),
  },
  {
    on: { code: ['commentTextTooLong'] },
    ...rejected('text_too_long', 'The comment is too long for YouTube.'),
  },
  {
    on: { code: ['commentTextRequired'] },
    ...rejected('text_required', 'The comment has no text.'),
  },
  {
    on: { code: ['processingFailure'] },
    ...slower,
    code: 'media_not_ready',
    message: 'YouTube is not ready for this yet.',
  },
  {
    on: { code: ['ineligibleAccount'] },
    ...rejected('comments_not_allowed', 'This channel may not comment.'),
  },
  {
    on: { code: ['captionExists'] },
    ...rejected('duplicate_content', 'The video has captions of this language and name already.'),
  },
  {
    on: { code: ['invalidMetadata', 'nameTooLong'] },
    ...rejected('invalid_options', 'YouTube does not take the language or the name of captions.'),
  },
  {
    on: { code: ['contentRequired'] },
    ...rejected('media_required', 'YouTube received captions without content.'),
  },
  // Seen when a session is opened twice at once; nothing is created by it.
  {
    on: [{ code: ['conflict', 'ALREADY_EXISTS'] }, { status: [409] }],
    ...slower,
    code: 'busy',
    message: 'YouTube is still busy with an earlier try.',
  },
]
