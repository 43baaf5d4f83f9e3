/** What Pinterest's numbers and words mean for us. Sources and certainty: README, "Refusals". */
import type { Row } from '../kit/refusals.ts'

const HOUR = 60
const SPAM =
  'Pinterest takes this account’s pins for spam at the moment. Crier waits for some hours.'
const SCOPE = 'The connection lacks a permission that this needs. Connect the account again.'
const NOT_THERE = 'Pinterest does not let this account pin there. Choose one of its own boards.'

/** The first that matches is taken. */
export const rows: readonly Row[] = [
  {
    on: { words: /suspended|deactivated/i },
    kind: 'reconnect',
    code: 'account_suspended',
    scope: 'account',
    message:
      'Pinterest has suspended this account. See to it on pinterest.com, then connect it again.',
  },
  {
    on: [{ code: [9] }, { words: /combat spam/i }],
    kind: 'later',
    code: 'blocked_for_now',
    scope: 'account',
    wait: 6 * HOUR,
    message: SPAM,
  },
  {
    on: [{ status: [429] }, { code: [8] }],
    kind: 'later',
    code: 'rate_limited',
    scope: 'account',
    wait: 2,
    message: 'Pinterest asks for fewer calls.',
  },
  {
    on: { words: /consumer type is not supported/i },
    kind: 'rejected',
    code: 'app_not_approved',
    scope: 'app',
    message: 'Pinterest has not yet given this app the access that publishing needs.',
  },
  {
    // 401 with 7, 403 with 403 in the description: about the board or the pin, not about the token.
    on: { words: /not authorized to access (the )?(board|pin)/i },
    kind: 'rejected',
    code: 'forbidden',
    message: NOT_THERE,
  },
  {
    on: [{ words: /not authorized to access the user account/i }, { code: [3] }],
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message: SCOPE,
  },
  {
    // Of a pin it may be about the board as well: then connecting again would not help.
    on: { code: [29], purpose: ['prepare', 'read', 'sign_in'] },
    kind: 'reconnect',
    code: 'missing_scope',
    scope: 'account',
    message: SCOPE,
  },
  {
    on: { code: [29] },
    kind: 'rejected',
    code: 'forbidden',
    message: NOT_THERE,
  },
  {
    on: [{ code: [40] }, { words: /board (or section )?not found/i }],
    kind: 'rejected',
    code: 'board_gone',
    message: 'The board is no longer there. Choose another one with the option board_id.',
  },
  {
    on: [{ code: [2031] }, { words: /board section (was )?not found|find this board section/i }],
    kind: 'rejected',
    code: 'section_gone',
    message:
      'The section of the board is no longer there. Choose another, or leave out board_section_id.',
  },
  {
    on: [{ code: [50] }, { words: /pin not found/i }],
    kind: 'rejected',
    code: 'not_found',
    message: 'The pin is no longer there.',
  },
  {
    on: { status: [400], words: /unable to reach|could not fetch/i },
    kind: 'later',
    code: 'media_not_fetched',
    wait: 1,
    message: 'Pinterest could not take in the picture. It will be tried again.',
  },
  {
    on: { status: [400], words: /invalid url|\blink\b/i },
    kind: 'rejected',
    code: 'invalid_link',
    message: 'Pinterest does not take the link. Give a whole address that leads somewhere.',
  },
  {
    on: { status: [400], words: /description|title|maxlength/i },
    kind: 'rejected',
    code: 'text_too_long',
    message: 'The title or the text is not as Pinterest takes it: 100 and 800 characters at most.',
  },
  {
    on: { status: [400], words: /image|cover|media|aspect|maxItems/i },
    kind: 'rejected',
    code: 'media_rejected',
    message: 'Pinterest does not take these media. Pictures of one pin must have the same shape.',
  },
]
