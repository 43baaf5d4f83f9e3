/** What Pinterest's numbers and words mean for us. Sources and certainty: README, "Refusals". */
import type { FailureKind } from '../platform.ts'
import type { Problem } from './problem.ts'

/** What a call was for: the same words mean different things to a pin and to a sign-in. */
export type Purpose = 'publish' | 'upload' | 'read' | 'sign_in'

export interface Rule {
  when: (said: Problem & { status: number; purpose: Purpose }) => boolean
  kind: FailureKind
  code: string
  message: string
  scope?: 'account' | 'app'
  /** Milliseconds to wait when Pinterest does not say. */
  wait?: number
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The first that matches is taken. */
export const RULES: readonly Rule[] = [
  {
    when: ({ words, status }) => status < 500 && /suspended|deactivated/i.test(words),
    kind: 'reconnect',
    code: 'account_suspended',
    message:
      'Pinterest has suspended this account. See to it on pinterest.com, then connect it again.',
    scope: 'account',
  },
  {
    when: ({ code, words }) => code === 9 || /combat spam/i.test(words),
    kind: 'later',
    code: 'spam_block',
    message:
      'Pinterest takes this account’s pins for spam at the moment. Crier waits for some hours.',
    scope: 'account',
    wait: 6 * HOUR,
  },
  {
    when: ({ status, code }) => status === 429 || code === 8,
    kind: 'later',
    code: 'rate_limited',
    message: 'Pinterest asks for fewer calls.',
    scope: 'account',
    wait: 2 * MINUTE,
  },
  {
    when: ({ words }) => /consumer type is not supported/i.test(words),
    kind: 'rejected',
    code: 'app_not_approved',
    message: 'Pinterest has not yet given this app the access that publishing needs.',
    scope: 'app',
  },
  {
    // 401 with 7, 403 with 403 in the description: about the board or the pin, not about the token.
    when: ({ status, words }) =>
      status < 500 && /not authorized to access (the )?(board|pin)/i.test(words),
    kind: 'rejected',
    code: 'not_permitted',
    message: 'Pinterest does not let this account pin there. Choose one of its own boards.',
  },
  {
    when: ({ status, words }) =>
      status < 500 && /not authorized to access the user account/i.test(words),
    kind: 'reconnect',
    code: 'missing_scope',
    message: 'The connection lacks a permission that this needs. Connect the account again.',
    scope: 'account',
  },
  {
    when: ({ status, code }) => status === 401 && code !== 3 && code !== 29,
    kind: 'expired',
    code: 'token_expired',
    message: 'Pinterest no longer takes the access token.',
    scope: 'account',
  },
  {
    when: ({ code }) => code === 3,
    kind: 'reconnect',
    code: 'missing_scope',
    message: 'The connection lacks a permission that this needs. Connect the account again.',
    scope: 'account',
  },
  {
    // Of a pin it may be about the board as well: then connecting again would not help.
    when: ({ code, purpose }) => code === 29 && purpose !== 'publish',
    kind: 'reconnect',
    code: 'missing_scope',
    message: 'The connection lacks a permission that this needs. Connect the account again.',
    scope: 'account',
  },
  {
    when: ({ code, status }) => code === 29 && status < 500,
    kind: 'rejected',
    code: 'not_permitted',
    message: 'Pinterest does not let this account pin there. Choose one of its own boards.',
  },
  {
    when: ({ code, words }) => code === 40 || /board (or section )?not found/i.test(words),
    kind: 'rejected',
    code: 'board_gone',
    message: 'The board is no longer there. Choose another one with the option board_id.',
  },
  {
    when: ({ code, words }) =>
      code === 2031 || /board section (was )?not found|find this board section/i.test(words),
    kind: 'rejected',
    code: 'section_gone',
    message:
      'The section of the board is no longer there. Choose another, or leave out board_section_id.',
  },
  {
    when: ({ code, words }) => code === 50 || /pin not found/i.test(words),
    kind: 'rejected',
    code: 'post_gone',
    message: 'The pin is no longer there.',
  },
  {
    when: ({ status, words }) => status === 400 && /unable to reach|could not fetch/i.test(words),
    kind: 'later',
    code: 'media_not_fetched',
    message: 'Pinterest could not take in the picture. It will be tried again.',
    wait: MINUTE,
  },
  {
    when: ({ status, words }) => status === 400 && /invalid url|\blink\b/i.test(words),
    kind: 'rejected',
    code: 'link_invalid',
    message: 'Pinterest does not take the link. Give a whole address that leads somewhere.',
  },
  {
    when: ({ status, words }) => status === 400 && /description|title|maxlength/i.test(words),
    kind: 'rejected',
    code: 'text_too_long',
    message: 'The title or the text is not as Pinterest takes it: 100 and 800 characters at most.',
  },
  {
    when: ({ status, words }) => status === 400 && /image|cover|media|aspect|maxItems/i.test(words),
    kind: 'rejected',
    code: 'media_rejected',
    message: 'Pinterest does not take these media. Pictures of one pin must have the same shape.',
  },
]
