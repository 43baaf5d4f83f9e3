import type { Row } from '../kit/refusals.ts'

const HOUR = 60
const REFUSED = [401, 403]

/** X refuses because of who asks: the token, the account, our app, or how much was asked already. */
export const accountRefusals: readonly Row[] = [
  {
    on: [
      { status: REFUSED, code: [64, 'user-suspended'] },
      { status: REFUSED, words: /account (is|has been) suspended/i },
    ],
    kind: 'reconnect',
    code: 'account_suspended',
    scope: 'account',
    message: 'X has suspended this account. Settle it on x.com, then connect the account again.',
  },
  {
    on: [
      { status: REFUSED, code: [326] },
      { status: REFUSED, words: /temporarily locked/i },
    ],
    kind: 'reconnect',
    code: 'account_locked',
    scope: 'account',
    message:
      'X has locked this account for now. Sign in on x.com to unlock it, then connect the account again.',
  },
  {
    on: { status: [402] },
    kind: 'later',
    code: 'credits_depleted',
    scope: 'app',
    wait: 6 * HOUR,
    message:
      'The X developer account has no credits left. Buy credits in the X developer console; posts wait until then.',
  },
  {
    on: [
      { status: [403, 429], code: ['usage-capped'] },
      { status: [403, 429], words: /usage cap exceeded/i },
    ],
    kind: 'later',
    code: 'quota_exceeded',
    scope: 'app',
    wait: 6 * HOUR,
    message:
      'The X developer account has reached its spending or usage cap. Raise it in the X developer console, or wait for its reset.',
  },
  {
    // X's usual window, when nothing is said.
    on: { status: [429] },
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: 15,
    message: 'X asks us to slow down; the post goes out as soon as X allows it.',
  },
  {
    on: [
      { status: [403], code: [185] },
      { status: [403], words: /(over|reached) (the|your) daily .*limit/i },
    ],
    kind: 'later',
    code: 'daily_limit',
    scope: 'account',
    wait: 3 * HOUR,
    message: 'This account has posted as much as X allows for now. The post waits for some hours.',
  },
  {
    on: [
      { status: [403], code: ['unsupported-authentication'] },
      { status: [403], words: /unsupported authentication/i },
    ],
    kind: 'rejected',
    code: 'unsupported_authentication',
    scope: 'app',
    message:
      'X wants a token of a person and got one of an app. Check that the X app has OAuth 2.0 switched on, then connect the account again.',
  },
  {
    on: [
      { status: [403], code: ['client-forbidden'] },
      { status: [403], words: /client[- ]not[- ]enrolled|client forbidden/i },
    ],
    kind: 'rejected',
    code: 'app_not_approved',
    scope: 'app',
    message:
      'The X app is not enrolled for this API. Attach it to a project with API access in the X developer console.',
  },
]
