/** Answers that say nothing of X's will, and the types of problems that its specification names. */
import { problem, type Row } from './testing.ts'

export const odd: readonly Row[] = [
  ...[500, 502, 503, 504, 408, 302].map((status) => ({
    name: `a ${status}`,
    reply: { status, text: '<html>Over capacity</html>' },
    outcome: status >= 500 ? 'unknown server_error' : 'unknown gateway_page',
  })),
  {
    name: 'a 503 that says when to come back',
    reply: { ...problem(503, 'Service Unavailable'), headers: { 'retry-after': '30' } },
    outcome: 'unknown server_error',
    wait: 30_000,
  },
  { name: 'a 410', reply: problem(410, 'Gone'), outcome: 'rejected not_found' },
  { name: 'a bare 410', reply: { status: 410 }, outcome: 'unknown gateway_page' },
  {
    name: 'a success in HTML',
    reply: { status: 200, text: '<html>ok</html>' },
    outcome: 'unknown unreadable_answer',
  },
  {
    name: 'a success cut in the middle',
    reply: { status: 201, text: '{"data":{"id":"12' },
    outcome: 'unknown unreadable_answer',
  },
  {
    name: 'an empty success',
    reply: { status: 201, text: '' },
    outcome: 'unknown unreadable_answer',
  },
  {
    name: 'a success with an id that is no string',
    reply: { status: 201, json: { data: { id: 12 } } },
    outcome: 'unknown unreadable_answer',
  },
  {
    name: 'a success with nothing but errors',
    reply: { status: 200, json: { errors: [{ title: 'Not Found', detail: 'gone' }] } },
    outcome: 'unknown success_with_errors',
  },
]

const typed = (status: number, type: string) =>
  problem(status, `It is ${type}.`, { type: `https://api.x.com/2/problems/${type}` })

/** Specification 2.167 and "Response codes & errors" of August 2026, to a post. */
export const specified: readonly Row[] = [
  {
    name: 'the problem invalid-request',
    reply: typed(400, 'invalid-request'),
    outcome: 'rejected invalid_request',
  },
  ...['not-authorized-for-resource', 'not-authorized-for-field', 'disallowed-resource'].map(
    (type) => ({
      name: `the problem ${type}`,
      reply: typed(403, type),
      outcome: 'rejected forbidden',
    }),
  ),
  {
    name: 'the problem client-forbidden',
    reply: typed(403, 'client-forbidden'),
    outcome: 'rejected app_not_approved app',
  },
  ...['resource-not-found', 'resource-unavailable'].map((type) => ({
    name: `the problem ${type}`,
    reply: typed(404, type),
    outcome: 'rejected not_found',
  })),
  { name: 'the problem conflict', reply: typed(409, 'conflict'), outcome: 'rejected refused' },
  {
    name: 'the problem rate-limit-exceeded',
    reply: typed(429, 'rate-limit-exceeded'),
    outcome: 'later rate_limited account',
    wait: 900_000,
  },
  {
    name: 'the problem internal-error',
    reply: typed(500, 'internal-error'),
    outcome: 'unknown server_error',
  },
]
