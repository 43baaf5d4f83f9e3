/** How Threads says no. Sources and certainty of each row: README, "Refusals". */
import type { Dialect } from '../kit/answers.ts'
import { from, type Row } from '../kit/refusals.ts'
import { redacted, regained, readProblem } from './problem.ts'

const SLOWLY = 'Threads asks us to slow down; the post goes out as soon as Threads allows it.'

/** Subcodes stand before the codes they come with. */
const rows: readonly Row[] = [
  {
    on: [{ subcode: [4279009] }, { words: /media not found/i }],
    kind: 'later',
    code: 'not_settled',
    wait: 0.5,
    message: 'Threads has not prepared the post everywhere yet. It will be tried again.',
  },
  {
    on: { subcode: [2207051, 4279013] },
    kind: 'reconnect',
    code: 'account_restricted',
    scope: 'account',
    message: 'Threads has restricted this account. Settle it in the app, then connect it again.',
  },
  {
    on: [{ subcode: [2207042] }, { words: /daily .*limit|quota/i }],
    kind: 'later',
    code: 'daily_limit',
    scope: 'account',
    wait: 60,
    message: 'This account has posted as much as Threads allows in 24 hours. The post waits.',
  },
  {
    on: [{ subcode: [2207052] }, { words: /could not be fetched|FAILED_DOWNLOADING/i }],
    kind: 'later',
    code: 'media_not_fetched',
    wait: 2,
    message:
      'Threads could not fetch a file from this instance, and will try again. It must be reachable from outside.',
  },
  {
    on: { words: /LINK_LIMIT_EXCEEDED/ },
    kind: 'rejected',
    code: 'too_many_links',
    message: 'Threads takes five different links in one post.',
  },
  {
    on: { words: /at most 500 characters/i },
    kind: 'rejected',
    code: 'text_too_long',
    message: 'The text is longer than Threads takes. Shorten it.',
  },
  {
    on: { subcode: [463] },
    kind: 'expired',
    code: 'token_expired',
    scope: 'account',
    message: 'Threads no longer accepts the access token of this account.',
  },
  {
    on: { code: [190, 102] },
    kind: 'reconnect',
    code: 'access_ended',
    scope: 'account',
    message: 'Threads no longer takes the access of this account. Connect it again.',
  },
  {
    on: { code: [10, ...from(200, 299)] },
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message:
      'Threads does not allow this account that call. Connect it again and allow everything.',
  },
  {
    on: { code: [4] },
    kind: 'later',
    code: 'rate_limited',
    scope: 'app',
    wait: 5,
    message: SLOWLY,
  },
  {
    on: [{ code: [17, 32, 613, ...from(80_000, 80_099)] }, { status: [429] }],
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: 5,
    message: SLOWLY,
  },
  {
    on: [{ subcode: [33] }, { words: /does not exist|nonexisting field/i }],
    kind: 'rejected',
    code: 'not_found',
    message: 'Threads does not know what this call is about.',
  },
  {
    // They come behind calls that had their effect.
    on: { code: [1, 2] },
    kind: 'unknown',
    code: 'server_error',
    message: 'Threads failed; whether the call took effect is not known.',
  },
]

export const dialect: Dialect = {
  name: 'Threads',
  read: readProblem,
  rows,
  redacted,
  wait: regained,
}
