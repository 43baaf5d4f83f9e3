/** What X says because of who asks, and what becomes of it; the tests walk it. README, "Refusals". */
import { NOW } from '../../kit/test/stage.ts'
import { HOUR, problem, PROBLEMS, type Row } from './testing.ts'

const seconds = (ms: number) => String((NOW.getTime() + ms) / 1000)

/** Because of who asks. */
export const ofAccounts: readonly Row[] = [
  {
    name: 'an expired token',
    reply: problem(401, 'Unauthorized', { title: 'Unauthorized' }),
    outcome: 'expired token_expired account',
  },
  {
    name: 'an app-only token',
    reply: problem(403, 'Forbidden for this endpoint.', {
      title: 'Unsupported Authentication',
      type: `${PROBLEMS}/unsupported-authentication`,
    }),
    outcome: 'rejected unsupported_authentication app',
  },
  {
    name: 'an app that is not enrolled',
    reply: problem(403, 'Attach your App to a Project.', {
      title: 'Client Forbidden',
      reason: 'client-not-enrolled',
      type: `${PROBLEMS}/client-forbidden`,
    }),
    outcome: 'rejected app_not_approved app',
  },
  {
    name: 'no credits',
    reply: problem(402, 'Your account does not have any credits to fulfill this request.', {
      title: 'CreditsDepleted',
      type: 'https://api.x.com/2/problems/credits',
    }),
    outcome: 'later credits_depleted app',
    wait: 6 * HOUR,
  },
  {
    name: 'a usage cap',
    reply: problem(429, 'Usage cap exceeded: Monthly product cap', {
      title: 'UsageCapExceeded',
      type: `${PROBLEMS}/usage-capped`,
    }),
    outcome: 'later quota_exceeded app',
    wait: 6 * HOUR,
  },
  {
    name: 'a usage cap with a distant reset',
    reply: {
      ...problem(429, 'Usage cap exceeded: Monthly product cap'),
      headers: { 'x-rate-limit-reset': seconds(48 * HOUR) },
    },
    outcome: 'later quota_exceeded app',
    wait: 48 * HOUR,
  },
  {
    name: 'a rate limit',
    reply: {
      ...problem(429, 'Too Many Requests', { title: 'Too Many Requests' }),
      headers: { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': seconds(HOUR / 10) },
    },
    outcome: 'later rate_limited account',
    wait: HOUR / 10,
  },
  {
    name: 'a rate limit of the whole app',
    reply: {
      status: 429,
      json: { errors: [{ code: 88, message: 'Rate limit exceeded' }] },
      headers: {
        'x-rate-limit-remaining': '12',
        'x-rate-limit-reset': seconds(HOUR / 10),
        'x-app-limit-24hour-remaining': '0',
        'x-app-limit-24hour-reset': seconds(9 * HOUR),
      },
    },
    outcome: 'later rate_limited app',
    wait: 9 * HOUR,
  },
  {
    name: 'a rate limit with Retry-After only',
    reply: { status: 429, text: '<html>slow down</html>', headers: { 'retry-after': '90' } },
    outcome: 'later rate_limited account',
    wait: 90_000,
  },
  {
    name: 'a rate limit with an unbelievable reset',
    reply: { status: 429, headers: { 'x-rate-limit-reset': '1795176000000' } },
    outcome: 'later rate_limited account',
    wait: HOUR / 4,
  },
  {
    name: 'a rate limit whose window has just opened',
    reply: { status: 429, headers: { 'x-rate-limit-reset': seconds(-2000) } },
    outcome: 'later rate_limited account',
    wait: 1000,
  },
  {
    name: 'the daily limit of an account',
    reply: {
      status: 403,
      json: { errors: [{ code: 185, message: 'User is over daily status update limit.' }] },
    },
    outcome: 'later daily_limit account',
    wait: 3 * HOUR,
  },
  {
    name: 'a suspended account',
    reply: problem(403, 'Your account is suspended and may not access this feature.'),
    outcome: 'reconnect account_suspended account',
  },
  {
    name: 'a suspended account by type',
    reply: problem(403, 'No.', { type: `${PROBLEMS}/user-suspended` }),
    outcome: 'reconnect account_suspended account',
  },
  {
    name: 'a locked account',
    reply: {
      status: 403,
      json: { errors: [{ code: 326, message: 'To protect our users, this account is locked.' }] },
    },
    outcome: 'reconnect account_locked account',
  },
  {
    name: 'a gateway that refuses',
    reply: { status: 403, text: '<html><title>Just a moment</title></html>' },
    outcome: 'unknown gateway_page',
  },
]
