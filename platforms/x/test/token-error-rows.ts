/** What the token endpoint says to a refresh, and what becomes of it; the tests walk it. */
import type { Row } from './testing.ts'

export const ofRefreshes: readonly Row[] = [
  {
    name: 'a token that was used or withdrawn',
    reply: {
      status: 400,
      json: {
        error: 'invalid_request',
        error_description: 'Value passed for the token was invalid.',
      },
    },
    outcome: 'reconnect access_ended account',
  },
  {
    name: 'an app that X does not know',
    reply: {
      status: 401,
      json: {
        error: 'unauthorized_client',
        error_description: 'Missing valid authorization header',
      },
    },
    outcome: 'later app_not_accepted app',
  },
  {
    name: 'a rate limit',
    reply: { status: 429 },
    outcome: 'later rate_limited account',
    wait: 900_000,
  },
  { name: 'a failure of the server', reply: { status: 503 }, outcome: 'later server_error' },
  { name: 'a success without tokens', reply: { json: {} }, outcome: 'later unreadable_answer' },
]
