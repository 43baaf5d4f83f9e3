/** How TikTok says yes and no: an envelope with `error.code`, "ok" when all is well ("TikTok v2 error handling"). */
import { randomBytes } from 'node:crypto'
import { Refusal } from '../kit/refusal.ts'

export const logId = () => `2026${randomBytes(12).toString('hex').toUpperCase()}`

export { Refusal }

export function refusal(status: number, code: string, message: string) {
  return new Refusal(status, { data: {}, error: { code, message, log_id: logId() } })
}

export const invalid = (message: string) => refusal(400, 'invalid_params', message)

/** The token endpoint's own flat shape. */
export const oauthRefusal = (error: string, error_description: string) =>
  new Refusal(400, { error, error_description, log_id: logId() })

/** The upload host speaks plain HTTP, without an envelope. */
export const uploadRefusal = (status: number) => new Refusal(status, '')

export const broken = {
  status: 500,
  body: {
    data: {},
    error: {
      code: 'internal_error',
      message: 'Something went wrong. Please try again later.',
      log_id: 'none',
    },
  },
}

/** Refusals by the code of the document's table. */
export const refusals = {
  access_token_invalid: () =>
    refusal(
      401,
      'access_token_invalid',
      'The access token is invalid or not found in the request.',
    ),
  scope_not_authorized: () =>
    refusal(
      401,
      'scope_not_authorized',
      'The user did not authorize the scope required for completing this request.',
    ),
  rate_limit_exceeded: () =>
    refusal(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.'),
  spam_risk_too_many_posts: () =>
    refusal(
      403,
      'spam_risk_too_many_posts',
      'The daily post cap from the API is reached for the current user.',
    ),
  spam_risk_user_banned_from_posting: () =>
    refusal(403, 'spam_risk_user_banned_from_posting', 'The user is banned from making new posts.'),
  spam_risk_too_many_pending_share: () =>
    refusal(
      403,
      'spam_risk_too_many_pending_share',
      'The daily upload cap from the API is reached for the current user.',
    ),
  reached_active_user_cap: () =>
    refusal(
      403,
      'reached_active_user_cap',
      'The daily quota for active publishing users from your client is reached.',
    ),
  unaudited_client_can_only_post_to_private_accounts: () =>
    refusal(
      403,
      'unaudited_client_can_only_post_to_private_accounts',
      'Unaudited clients can only post to a private account.',
    ),
  url_ownership_unverified: () =>
    refusal(
      403,
      'url_ownership_unverified',
      'To use PULL_FROM_URL as the video transfer method, developer must verify the ownership of the URL prefix or domain.',
    ),
  privacy_level_option_mismatch: () =>
    refusal(
      403,
      'privacy_level_option_mismatch',
      'privacy_level is not specified or not among the options from the creator_info API.',
    ),
} as const
