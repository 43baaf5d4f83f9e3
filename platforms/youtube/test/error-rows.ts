/** Every refusal of YouTube that is documented or was seen, and what becomes of it; the tests walk it. README, "Refusals". */
import { followUps, others, type Row, row } from './other-error-rows.ts'
import { refusing } from './testing.ts'

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
    'reconnect no_account account',
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
    'reconnect no_permission account',
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
    'later daily_limit account 86400 s',
  ),
  row(
    'opening, accessNotConfigured',
    refusing(403, 'accessNotConfigured', 'usageLimits'),
    'later api_not_enabled app 86400 s',
  ),
  row('opening, forbidden', refusing(403, 'forbidden', 'youtube.video'), 'rejected forbidden'),
  row(
    'opening, invalidTitle',
    refusing(400, 'invalidTitle', 'youtube.video'),
    'rejected invalid_title',
  ),
  row(
    'opening, invalidDescription',
    refusing(400, 'invalidDescription', 'youtube.video'),
    'rejected invalid_text',
  ),
  row(
    'opening, invalidTags',
    refusing(400, 'invalidTags', 'youtube.video'),
    'rejected invalid_tags',
  ),
  row(
    'opening, invalidCategoryId',
    refusing(400, 'invalidCategoryId', 'youtube.video'),
    'rejected invalid_category',
  ),
  row(
    'opening, invalidPublishAt',
    refusing(400, 'invalidPublishAt', 'youtube.video'),
    'rejected invalid_publish_time',
  ),
  row(
    'opening, invalidVideoMetadata',
    refusing(400, 'invalidVideoMetadata', 'youtube.video'),
    'rejected invalid_metadata',
  ),
  row(
    'opening, invalidRecordingDetails',
    refusing(400, 'invalidRecordingDetails', 'youtube.video'),
    'rejected invalid_metadata',
  ),
  row(
    'opening, invalidFilename',
    refusing(400, 'invalidFilename', 'youtube.video'),
    'rejected invalid_metadata',
  ),
  row(
    'opening, invalidVideoGameRating',
    refusing(400, 'invalidVideoGameRating', 'youtube.video'),
    'rejected invalid_metadata',
  ),
  row(
    'opening, defaultLanguageNotSet',
    refusing(400, 'defaultLanguageNotSet', 'youtube.video'),
    'rejected invalid_metadata',
  ),
  row(
    'opening, mediaBodyRequired',
    refusing(400, 'mediaBodyRequired', 'youtube.video'),
    'rejected media_required',
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
    'rejected not_found',
  ),
  row('opening, backendError', refusing(500, 'backendError', 'global'), 'later server_error'),
  row(
    'opening, backendError by 503',
    refusing(503, 'backendError', 'global'),
    'later server_error',
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

export const errorRows = [...uploads, ...followUps, ...others]
