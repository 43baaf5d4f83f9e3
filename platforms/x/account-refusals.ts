import type { Rule } from './rule.ts'

/** X refuses because of who asks: the token, the account, our app, or how much was asked already. */
export const accountRefusals: readonly Rule[] = [
  {
    status: [401, 403],
    codes: [64],
    words: /account (is|has been) suspended/i,
    type: 'user-suspended',
    kind: 'reconnect',
    code: 'account_suspended',
    scope: 'account',
    message: 'X has suspended this account. Settle it on x.com, then connect the account again.',
  },
  {
    status: [401, 403],
    codes: [326],
    words: /temporarily locked/i,
    kind: 'reconnect',
    code: 'account_locked',
    scope: 'account',
    message:
      'X has locked this account for now. Sign in on x.com to unlock it, then connect the account again.',
  },
  {
    status: [401],
    kind: 'expired',
    code: 'token_expired',
    scope: 'account',
    message: 'X no longer accepts the access token of this account.',
  },
  {
    status: [402],
    kind: 'later',
    code: 'credits_depleted',
    scope: 'app',
    hours: 6,
    message:
      'The X developer account has no credits left. Buy credits in the X developer console; posts wait until then.',
  },
  {
    status: [403, 429],
    type: 'usage-capped',
    words: /usage cap exceeded/i,
    kind: 'later',
    code: 'usage_capped',
    scope: 'app',
    hours: 6,
    message:
      'The X developer account has reached its spending or usage cap. Raise it in the X developer console, or wait for its reset.',
  },
  {
    status: [429],
    kind: 'later',
    code: 'rate_limited',
    message: 'X asks us to slow down; the post goes out as soon as X allows it.',
  },
  {
    status: [403],
    unreadable: true,
    kind: 'later',
    code: 'refused_at_the_door',
    message: 'A gateway in front of X refused the call before X saw it. It will be tried again.',
  },
  {
    status: [403],
    codes: [185],
    words: /(over|reached) (the|your) daily .*limit/i,
    kind: 'later',
    code: 'daily_limit',
    scope: 'account',
    hours: 3,
    message: 'This account has posted as much as X allows for now. The post waits for some hours.',
  },
  {
    status: [403],
    type: 'unsupported-authentication',
    words: /unsupported authentication/i,
    kind: 'rejected',
    code: 'unsupported_authentication',
    scope: 'app',
    message:
      'X wants a token of a person and got one of an app. Check that the X app has OAuth 2.0 switched on, then connect the account again.',
  },
  {
    status: [403],
    type: 'client-forbidden',
    words: /client[- ]not[- ]enrolled|client forbidden/i,
    kind: 'rejected',
    code: 'app_not_enrolled',
    scope: 'app',
    message:
      'The X app is not enrolled for this API. Attach it to a project with API access in the X developer console.',
  },
]
