import type { Row } from '../kit/refusals.ts'

const MINUTE = 60_000

/** Counters run for a day, until midnight UTC, and no header tells of them. */
const midnight = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) + MINUTE)
const APPLICATION = /^(?!.*MEMBER).*APPLICATION/s
const A_DAY_OF_THE_APPLICATION = /^(?!.*MEMBER)(?=.*\bDAY\b).*APPLICATION/is
const limit = 'LinkedIn’s limit on calls is reached; the post waits until it is lifted.'

/** The first that matches is taken. Sources and certainty of each: README, "Refusals". */
export const rows: readonly Row[] = [
  {
    on: {
      status: [401, 403],
      words:
        /\b(suspended|restricted account|account (is|has been) (restricted|locked|disabled))\b/i,
    },
    kind: 'reconnect',
    code: 'account_restricted',
    scope: 'account',
    message:
      'LinkedIn has restricted this account. Settle it on linkedin.com, then connect it again.',
  },
  {
    on: { status: [401], code: ['REVOKED_ACCESS_TOKEN', 65601] },
    kind: 'reconnect',
    code: 'access_ended',
    scope: 'account',
    message: 'Access to this LinkedIn account was taken back. Connect it again.',
  },
  {
    on: { status: [426] },
    kind: 'later',
    code: 'api_version_ended',
    scope: 'app',
    wait: 60,
    message:
      'LinkedIn has switched off the version of its API that is configured. Set LINKEDIN_API_VERSION to a newer month (YYYYMM); posts wait until then.',
  },
  {
    on: [
      { code: ['NONEXISTENT_VERSION', 'VERSION_MISSING'] },
      { words: /version \S+ is not active|a version must be present/i },
    ],
    kind: 'later',
    code: 'api_version_ended',
    scope: 'app',
    wait: 60,
    message:
      'LinkedIn does not know the configured version of its API. Set LINKEDIN_API_VERSION to a month it serves (YYYYMM); posts wait until then.',
  },
  {
    on: { status: [429], words: A_DAY_OF_THE_APPLICATION },
    kind: 'later',
    code: 'rate_limited',
    scope: 'app',
    wait: midnight,
    message: limit,
  },
  {
    on: { status: [429], words: /\bDAY\b/i },
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: midnight,
    message: limit,
  },
  {
    on: { status: [429], words: APPLICATION },
    kind: 'later',
    code: 'rate_limited',
    scope: 'app',
    wait: 1.5,
    message: limit,
  },
  {
    on: { status: [429] },
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: 1.5,
    message: limit,
  },
  {
    on: { status: [400, 403], words: /organization permissions must be used/i },
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message:
      'LinkedIn has not allowed us to post for this Page. Connect it again and allow everything.',
  },
  {
    on: {
      status: [403],
      purpose: ['comment', 'prepare', 'read'],
      words: /resource is forbidden|unable to obtain activity/i,
    },
    kind: 'later',
    code: 'not_settled',
    wait: 0.5,
    message: 'LinkedIn is not ready for this call yet. It will be tried again.',
  },
  {
    on: [
      { status: [403], code: ['ACCESS_DENIED', 100] },
      { status: [403], words: /not enough permissions/i },
    ],
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message:
      'LinkedIn does not allow this account that call: a permission is missing, or a role on the Page was taken away. Connect it again.',
  },
  {
    on: [
      { status: [400, 409, 422], code: ['DUPLICATE_POST'] },
      { status: [400, 409, 422], words: /content is a duplicate|duplicate post/i },
    ],
    kind: 'rejected',
    code: 'duplicate_content',
    message: 'LinkedIn refuses this post because the account has posted the same already.',
  },
  {
    on: [
      { status: [400, 422], code: ['FIELD_ARRAY_SIZE_TOO_HIGH', 'FIELD_LENGTH_TOO_LONG'] },
      { status: [400, 422], words: /exceeded the maximum allowed|too long/i },
    ],
    kind: 'rejected',
    code: 'text_too_long',
    message: 'The text is longer than LinkedIn takes. Shorten it.',
  },
  {
    on: [
      {
        status: [400, 404, 409, 422],
        purpose: ['publish', 'prepare', 'read'],
        code: ['MEDIA_ASSET_WAITING_UPLOAD', 'MEDIA_ASSET_PROCESSING'],
      },
      {
        status: [400, 404, 409, 422],
        purpose: ['publish', 'prepare', 'read'],
        words:
          /not (yet )?(ready|available|processed)|still (being )?process|waiting_upload|is processing/i,
      },
    ],
    kind: 'later',
    code: 'media_not_ready',
    wait: 0.25,
    message: 'LinkedIn is still working on the media. The post goes out when they are ready.',
  },
  {
    on: [
      { status: [400, 422], code: ['MEDIA_ASSET_PROCESSING_FAILED', 'PROCESSING_FAILED'] },
      {
        status: [400, 422],
        words: /processing[_ ]failed|(unsupported|invalid) (media|image|video|document|file)/i,
      },
    ],
    kind: 'rejected',
    code: 'media_rejected',
    message: 'LinkedIn cannot use this file. Convert it (video: MP4, H.264, AAC) and try again.',
  },
  {
    on: { status: [404, 410], purpose: ['prepare'] },
    kind: 'later',
    code: 'upload_lost',
    message: 'LinkedIn has forgotten the upload. It will be sent again.',
  },
  {
    on: { status: [404], purpose: ['comment'] },
    kind: 'later',
    code: 'not_settled',
    wait: 0.25,
    message: 'LinkedIn does not know the new post yet. The comment follows.',
  },
]
