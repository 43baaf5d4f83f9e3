import type { FailureKind } from '../platform.ts'
import type { Problem } from './problem.ts'

/** What the refused call was for. */
export type Purpose = 'publish' | 'comment' | 'upload' | 'read' | 'sign_in'

/** A row of the table of refusals; of `codes`, `service` and `words` one that is given must match. */
export interface Rule {
  status?: readonly number[]
  purpose?: readonly Purpose[]
  codes?: readonly string[]
  service?: readonly number[]
  words?: RegExp

  kind: FailureKind
  code: string
  message: string
  scope?: 'account' | 'app'
  /** Seconds to wait at least. */
  wait?: number
}

export function matches(rule: Rule, status: number, purpose: Purpose, problem: Problem): boolean {
  if (rule.status && !rule.status.includes(status)) return false
  if (rule.purpose && !rule.purpose.includes(purpose)) return false
  const { codes, service, words } = rule
  if (!codes && !service && !words) return true
  return (
    (codes?.some((code) => problem.codes.includes(code)) ?? false) ||
    (problem.service_code !== undefined && (service?.includes(problem.service_code) ?? false)) ||
    (words?.test(problem.words) ?? false)
  )
}

/** The first that matches is taken. Sources and certainty of each: README, "Refusals". */
export const rules: readonly Rule[] = [
  {
    status: [401, 403],
    words: /\b(suspended|restricted account|account (is|has been) (restricted|locked|disabled))\b/i,
    kind: 'reconnect',
    code: 'account_restricted',
    scope: 'account',
    message:
      'LinkedIn has restricted this account. Settle it on linkedin.com, then connect it again.',
  },
  {
    status: [401],
    service: [65601],
    codes: ['REVOKED_ACCESS_TOKEN'],
    kind: 'reconnect',
    code: 'access_revoked',
    scope: 'account',
    message: 'Access to this LinkedIn account was taken back. Connect it again.',
  },
  {
    status: [401],
    kind: 'expired',
    code: 'token_expired',
    scope: 'account',
    message: 'LinkedIn no longer accepts the access token of this account.',
  },
  {
    status: [426],
    kind: 'later',
    code: 'api_version_ended',
    scope: 'app',
    wait: 3600,
    message:
      'LinkedIn has switched off the version of its API that is configured. Set LINKEDIN_API_VERSION to a newer month (YYYYMM); posts wait until then.',
  },
  {
    codes: ['NONEXISTENT_VERSION', 'VERSION_MISSING'],
    words: /version \S+ is not active|a version must be present/i,
    kind: 'later',
    code: 'api_version_ended',
    scope: 'app',
    wait: 3600,
    message:
      'LinkedIn does not know the configured version of its API. Set LINKEDIN_API_VERSION to a month it serves (YYYYMM); posts wait until then.',
  },
  {
    status: [429],
    kind: 'later',
    code: 'rate_limited',
    message: 'LinkedIn’s limit on calls is reached; the post waits until it is lifted.',
  },
  {
    status: [400, 403],
    words: /organization permissions must be used/i,
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message:
      'LinkedIn has not allowed us to post for this Page. Connect it again and allow everything.',
  },
  {
    status: [403],
    words: /resource is forbidden|unable to obtain activity/i,
    purpose: ['comment', 'upload', 'read'],
    kind: 'later',
    code: 'not_settled',
    wait: 30,
    message: 'LinkedIn is not ready for this call yet. It will be tried again.',
  },
  {
    status: [403],
    codes: ['ACCESS_DENIED'],
    service: [100],
    words: /not enough permissions/i,
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message:
      'LinkedIn does not allow this account that call: a permission is missing, or a role on the Page was taken away. Connect it again.',
  },
  {
    status: [400, 409, 422],
    codes: ['DUPLICATE_POST'],
    words: /content is a duplicate|duplicate post/i,
    kind: 'rejected',
    code: 'duplicate_content',
    message: 'LinkedIn refuses this post because the account has posted the same already.',
  },
  {
    status: [400, 422],
    codes: ['FIELD_ARRAY_SIZE_TOO_HIGH', 'FIELD_LENGTH_TOO_LONG'],
    words: /exceeded the maximum allowed|too long/i,
    kind: 'rejected',
    code: 'text_too_long',
    message: 'The text is longer than LinkedIn takes. Shorten it.',
  },
  {
    status: [400, 404, 409, 422],
    purpose: ['publish', 'upload', 'read'],
    codes: ['MEDIA_ASSET_WAITING_UPLOAD', 'MEDIA_ASSET_PROCESSING'],
    words:
      /not (yet )?(ready|available|processed)|still (being )?process|waiting_upload|is processing/i,
    kind: 'later',
    code: 'media_not_ready',
    wait: 15,
    message: 'LinkedIn is still working on the media. The post goes out when they are ready.',
  },
  {
    status: [400, 422],
    codes: ['MEDIA_ASSET_PROCESSING_FAILED', 'PROCESSING_FAILED'],
    words: /processing[_ ]failed|(unsupported|invalid) (media|image|video|document|file)/i,
    kind: 'rejected',
    code: 'media_rejected',
    message: 'LinkedIn cannot use this file. Convert it (video: MP4, H.264, AAC) and try again.',
  },
  {
    status: [413],
    kind: 'rejected',
    code: 'media_too_large',
    message: 'A file is larger than LinkedIn takes.',
  },
  {
    status: [404, 410],
    purpose: ['upload'],
    kind: 'later',
    code: 'upload_lost',
    message: 'LinkedIn has forgotten the upload. It will be sent again.',
  },
  {
    status: [404],
    purpose: ['comment'],
    kind: 'later',
    code: 'not_settled',
    wait: 15,
    message: 'LinkedIn does not know the new post yet. The comment follows.',
  },
  {
    status: [404],
    kind: 'rejected',
    code: 'not_found',
    message: 'LinkedIn does not know what this call is about.',
  },
  {
    status: [403],
    kind: 'rejected',
    code: 'forbidden',
    message: 'LinkedIn forbids this call. Its words may say why.',
  },
]
