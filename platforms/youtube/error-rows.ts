/** Every refusal of YouTube that is documented or was seen, and what becomes of it; the tests walk it. README, "Refusals". */
import type { Reply } from '../../test/scripted-platform.ts'
import { refusing } from './testing.ts'

interface Row {
  /** The call, and what is answered. */
  row: string
  reply: Reply
  kind: string
  code: string
  /** What waits, and for how long. */
  more?: string
}

const row = (name: string, reply: Reply, outcome: string): Row => {
  const [kind = '', code = '', ...rest] = outcome.split(' ')
  return { row: name, reply, kind, code, ...(rest.length && { more: rest.join(' ') }) }
}

/** To the opening of a session. 12:00 UTC on 20 November is 04:00 in California: 20 hours are left of the day there. */
const uploads: readonly Row[] = [
  row('opening, authError', refusing(401, 'authError', 'global'), 'expired token_expired account'),
  row(
    'opening, authorizationRequired',
    refusing(401, 'authorizationRequired', 'global'),
    'expired token_expired account',
  ),
  row(
    'opening, youtubeSignupRequired',
    refusing(401, 'youtubeSignupRequired', 'youtube.header'),
    'reconnect no_channel account',
  ),
  row(
    'opening, authenticatedUserAccountSuspended',
    refusing(403, 'authenticatedUserAccountSuspended', 'youtube.common'),
    'reconnect account_suspended account',
  ),
  row(
    'opening, authenticatedUserAccountClosed',
    refusing(403, 'authenticatedUserAccountClosed', 'youtube.common'),
    'reconnect account_suspended account',
  ),
  row(
    'opening, accountDelegationForbidden',
    refusing(403, 'accountDelegationForbidden', 'youtube.common'),
    'reconnect account_not_yours account',
  ),
  row(
    'opening, insufficientPermissions',
    refusing(403, 'insufficientPermissions', 'global'),
    'reconnect missing_scope account',
  ),
  row(
    'opening, quotaExceeded',
    refusing(403, 'quotaExceeded', 'youtube.quota'),
    'later quota_exceeded app 72000 s',
  ),
  row(
    'opening, rateLimitExceeded',
    refusing(403, 'rateLimitExceeded', 'global'),
    'later rate_limited account 120 s',
  ),
  row(
    'opening, userRateLimitExceeded',
    refusing(403, 'userRateLimitExceeded', 'global'),
    'later rate_limited account 120 s',
  ),
  row(
    'opening, uploadLimitExceeded',
    refusing(400, 'uploadLimitExceeded', 'youtube.video'),
    'later upload_limit account 86400 s',
  ),
  row(
    'opening, accessNotConfigured',
    refusing(403, 'accessNotConfigured', 'usageLimits'),
    'later api_switched_off app 86400 s',
  ),
  row('opening, forbidden', refusing(403, 'forbidden', 'youtube.video'), 'rejected refused'),
  row(
    'opening, invalidTitle',
    refusing(400, 'invalidTitle', 'youtube.video'),
    'rejected title_invalid',
  ),
  row(
    'opening, invalidDescription',
    refusing(400, 'invalidDescription', 'youtube.video'),
    'rejected text_invalid',
  ),
  row(
    'opening, invalidTags',
    refusing(400, 'invalidTags', 'youtube.video'),
    'rejected tags_invalid',
  ),
  row(
    'opening, invalidCategoryId',
    refusing(400, 'invalidCategoryId', 'youtube.video'),
    'rejected category_invalid',
  ),
  row(
    'opening, invalidPublishAt',
    refusing(400, 'invalidPublishAt', 'youtube.video'),
    'rejected publish_time_invalid',
  ),
  row(
    'opening, invalidVideoMetadata',
    refusing(400, 'invalidVideoMetadata', 'youtube.video'),
    'rejected metadata_invalid',
  ),
  row(
    'opening, invalidRecordingDetails',
    refusing(400, 'invalidRecordingDetails', 'youtube.video'),
    'rejected metadata_invalid',
  ),
  row(
    'opening, invalidFilename',
    refusing(400, 'invalidFilename', 'youtube.video'),
    'rejected metadata_invalid',
  ),
  row(
    'opening, invalidVideoGameRating',
    refusing(400, 'invalidVideoGameRating', 'youtube.video'),
    'rejected metadata_invalid',
  ),
  row(
    'opening, defaultLanguageNotSet',
    refusing(400, 'defaultLanguageNotSet', 'youtube.video'),
    'rejected metadata_invalid',
  ),
  row(
    'opening, mediaBodyRequired',
    refusing(400, 'mediaBodyRequired', 'youtube.video'),
    'rejected media_missing',
  ),
  row(
    'opening, forbiddenPrivacySetting',
    refusing(403, 'forbiddenPrivacySetting', 'youtube.video'),
    'rejected privacy_not_allowed',
  ),
  row(
    'opening, forbiddenLicenseSetting',
    refusing(403, 'forbiddenLicenseSetting', 'youtube.video'),
    'rejected license_not_allowed',
  ),
  row(
    'opening, videoNotFound',
    refusing(404, 'videoNotFound', 'youtube.video'),
    'rejected post_gone',
  ),
  row('opening, backendError', refusing(500, 'backendError', 'global'), 'unknown server_error'),
  row(
    'opening, backendError by 503',
    refusing(503, 'backendError', 'global'),
    'unknown server_error',
  ),
  row(
    'opening, a conflict with an earlier try',
    refusing(409, 'conflict', 'global'),
    'later busy account 120 s',
  ),
  row(
    'opening, a reason that is not known',
    refusing(418, 'somethingNew', 'youtube.video'),
    'rejected refused',
  ),
  row(
    'opening, ACCESS_TOKEN_SCOPE_INSUFFICIENT',
    {
      status: 403,
      json: {
        error: {
          code: 403,
          message: 'Request had insufficient authentication scopes.',
          status: 'PERMISSION_DENIED',
          details: [{ reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' }],
        },
      },
    },
    'reconnect missing_scope account',
  ),
]

/** To what follows the video. */
const followUps: readonly Row[] = [
  row(
    'thumbnail, forbidden',
    refusing(403, 'forbidden', 'youtube.thumbnail'),
    'rejected thumbnail_not_allowed',
  ),
  row(
    'thumbnail, invalidImage',
    refusing(400, 'invalidImage', 'youtube.thumbnail'),
    'rejected thumbnail_invalid',
  ),
  row(
    'thumbnail, imageFormatUnsupported',
    refusing(400, 'imageFormatUnsupported', 'youtube.thumbnail'),
    'rejected thumbnail_invalid',
  ),
  row(
    'thumbnail, imageTooTall',
    refusing(400, 'imageTooTall', 'youtube.thumbnail'),
    'rejected thumbnail_invalid',
  ),
  row(
    'thumbnail, imageTooWide',
    refusing(400, 'imageTooWide', 'youtube.thumbnail'),
    'rejected thumbnail_invalid',
  ),
  row(
    'thumbnail, videoNotFound',
    refusing(404, 'videoNotFound', 'youtube.thumbnail'),
    'rejected post_gone',
  ),
  row(
    'playlist, playlistNotFound',
    refusing(404, 'playlistNotFound', 'youtube.playlistItem'),
    'rejected playlist_gone',
  ),
  row(
    'playlist, playlistItemsNotAccessible',
    refusing(403, 'playlistItemsNotAccessible', 'youtube.playlistItem'),
    'rejected playlist_not_yours',
  ),
  row(
    'playlist, playlistContainsMaximumNumberOfVideos',
    refusing(403, 'playlistContainsMaximumNumberOfVideos', 'youtube.playlistItem'),
    'rejected playlist_full',
  ),
  row(
    'comment, commentsDisabled',
    refusing(403, 'commentsDisabled', 'youtube.commentThread'),
    'rejected comments_disabled',
  ),
  row(
    'comment, commentTextTooLong',
    refusing(400, 'commentTextTooLong', 'youtube.commentThread'),
    'rejected text_too_long',
  ),
  row(
    'comment, commentTextRequired',
    refusing(400, 'commentTextRequired', 'youtube.commentThread'),
    'rejected text_missing',
  ),
  row(
    'comment, ineligibleAccount',
    refusing(403, 'ineligibleAccount', 'youtube.commentThread'),
    'rejected comments_not_allowed',
  ),
  row(
    'comment, processingFailure',
    refusing(400, 'processingFailure', 'youtube.commentThread'),
    'later not_ready_yet account 120 s',
  ),
]

/** What says nothing of YouTube's will, and the token endpoint. */
const others: readonly Row[] = [
  row(
    'opening, 429',
    { status: 429, headers: { 'retry-after': '90' } },
    'later rate_limited account 90 s',
  ),
  row('opening, 401 in HTML', { status: 401, text: '<html>' }, 'expired token_expired account'),
  row('opening, 404 in HTML', { status: 404, text: '<h1>Not Found</h1>' }, 'rejected refused'),
  row('opening, 502 in words', { status: 502, text: 'Bad Gateway' }, 'unknown server_error'),
  row('opening, a redirect', { status: 302 }, 'unknown server_error'),
  row('opening, a success without an address', { status: 200 }, 'unknown unreadable_answer'),
  row(
    'refreshing, invalid_grant',
    {
      status: 400,
      json: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    },
    'reconnect refresh_refused account',
  ),
  row(
    'refreshing, invalid_client',
    { status: 401, json: { error: 'invalid_client' } },
    'later app_not_accepted app',
  ),
  row('refreshing, 503', { status: 503 }, 'unknown server_error'),
]

export const errorRows = [...uploads, ...followUps, ...others]
