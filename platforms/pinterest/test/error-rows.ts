/** Every refusal of Pinterest that is documented or was seen, and what becomes of it; the tests walk it. README, "Refusals". */
import type { Reply } from '../../kit/test/stage.ts'
import { refusing } from './testing.ts'

const SPAM =
  'Sorry! You’ve hit a block (Pins) we have in place to combat spam. Please try again later!'

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

/** docs/facts/pinterest.md §5. */
const seen: readonly Row[] = [
  row(
    'pinning, an expired token',
    refusing(401, 2, 'Authentication failed.'),
    'expired token_expired account',
  ),
  row(
    'pinning, a missing scope',
    refusing(401, 3, 'Authorization failed.'),
    'reconnect missing_scope account',
  ),
  row(
    'pinning, an app on trial',
    refusing(403, 3, 'Your consumer type is not supported'),
    'rejected app_not_approved app',
  ),
  row(
    'pinning, somebody else’s board',
    refusing(403, 29, 'You are not permitted to access that resource.'),
    'rejected forbidden',
  ),
  row(
    'pinning, a suspended account',
    refusing(403, 5, 'This account is suspended.'),
    'reconnect account_suspended account',
  ),
  row(
    'pinning, a board that is gone',
    refusing(404, 40, 'Board not found.'),
    'rejected board_gone',
  ),
  row('pinning, a pin that is gone', refusing(404, 50, 'Pin not found.'), 'rejected not_found'),
  row('pinning, spam by 403', refusing(403, 9, SPAM), 'later blocked_for_now account 21600 s'),
  row('pinning, spam by 429', refusing(429, 9, SPAM), 'later blocked_for_now account 21600 s'),
  row(
    'pinning, a rate limit that says nothing',
    refusing(429, 8, 'You have exceeded your rate limit.'),
    'later rate_limited account 120 s',
  ),
  row(
    'pinning, a rate limit that says until when',
    { ...refusing(429, 8, 'Too many.'), headers: { 'x-ratelimit-reset': '42' } },
    'later rate_limited account 42 s',
  ),
  row(
    'pinning, a description that is too long',
    refusing(400, 1, "'x' is too long: 'description'"),
    'rejected text_too_long',
  ),
  row(
    'pinning, a title that is too long',
    refusing(400, 1, 'title: maxLength=100'),
    'rejected text_too_long',
  ),
  row(
    'pinning, an address that cannot be reached',
    refusing(400, 1, 'Unable to reach the URL of the image'),
    'later media_not_fetched 60 s',
  ),
  row(
    'pinning, a picture that cannot be fetched',
    refusing(400, 1, 'Sorry we could not fetch the image.'),
    'later media_not_fetched 60 s',
  ),
  row(
    'pinning, pictures of different shapes',
    refusing(400, 1, 'Images must have the same aspect ratio'),
    'rejected media_rejected',
  ),
  row(
    'pinning, too many pictures',
    refusing(400, 1, 'constraint: maxItems=5'),
    'rejected media_rejected',
  ),
  row(
    'pinning, a video without a cover',
    refusing(400, 1, 'one of cover_image_url, cover_image_content_type'),
    'rejected media_rejected',
  ),
  row(
    'pinning, a board id that is none',
    refusing(400, 1, "'home' does not match '^\\d+$'"),
    'rejected invalid_request',
  ),
  row('pinning, anything else', refusing(400, 1, 'Something else'), 'rejected invalid_request'),
  row(
    'uploading, a missing scope',
    refusing(403, 29, 'You are not permitted.'),
    'reconnect missing_scope account',
  ),
]

/** From the description v5.23.0: examples of the calls that are made. */
const described: readonly Row[] = [
  row(
    'pinning, a section that is gone',
    refusing(404, 2031, "Sorry! We couldn't find this board section."),
    'rejected section_gone',
  ),
  row(
    'pinning, a board or a section that is gone',
    refusing(404, 404, 'Board or section not found.'),
    'rejected board_gone',
  ),
  row(
    'pinning, an invalid link',
    refusing(
      400,
      1,
      'Whoops! It looks like you entered an invalid URL. Try creating a Pin again with a valid URL.',
    ),
    'rejected invalid_link',
  ),
  row(
    'pinning, a token without the permissions',
    refusing(403, 3, 'Your token does not have sufficient permissions to perform this operation.'),
    'reconnect missing_scope account',
  ),
  row(
    'pinning, no access to the board',
    refusing(403, 403, 'Not authorized to access board or Pin.'),
    'rejected forbidden',
  ),
  row(
    'reading numbers, no access to the pin by 401',
    refusing(401, 7, 'Not authorized to access board or Pin.'),
    'rejected forbidden',
  ),
  row(
    'reading numbers, parameters that are wrong',
    refusing(400, 400, 'Invalid pins analytics parameters.'),
    'rejected invalid_request',
  ),
  row(
    'reading numbers, a rate limit',
    refusing(429, 8, 'This request exceeded a rate limit.'),
    'later rate_limited account 120 s',
  ),
  row(
    'pinning, an account that may not be read',
    refusing(403, 403, 'Not authorized to access the user account.'),
    'reconnect missing_scope account',
  ),
]

/** What says nothing of Pinterest's will, and the token endpoint. */
const others: readonly Row[] = [
  row('pinning, a refusal without words', { status: 418, text: '' }, 'unknown gateway_page'),
  row(
    'pinning, 500',
    refusing(500, 12, 'Something went wrong on our end.'),
    'unknown server_error',
  ),
  row('pinning, 503 in HTML', { status: 503, text: '<html>' }, 'unknown server_error'),
  row('pinning, a redirect', { status: 302 }, 'unknown gateway_page'),
  row('pinning, a success in HTML', { status: 200, text: '<html>' }, 'unknown unreadable_answer'),
  row(
    'pinning, a success with an id that is no text',
    { status: 201, json: { id: 12 } },
    'unknown unreadable_answer',
  ),
  row(
    'refreshing, a token that was used or has ended',
    refusing(401, 2, 'Authentication failed.'),
    'reconnect access_ended account',
  ),
  row(
    'refreshing, a token that is none',
    refusing(400, 283, 'The refresh token is invalid.'),
    'reconnect access_ended account',
  ),
  row(
    'refreshing, an app that is not known',
    refusing(401, 2, 'Invalid client.'),
    'later app_not_accepted app',
  ),
  row('refreshing, 503', { status: 503 }, 'later server_error'),
]

export const errorRows = [...seen, ...described, ...others]
