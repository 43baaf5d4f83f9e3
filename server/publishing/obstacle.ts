/** What stands in the way of a delivery before anything is tried. Pure. */
import type { Binding } from '#connecting/platforms.ts'
import { missedWindow } from '#rules/delivery.ts'
import { hasLanded, inDoubt, type Progress } from '#rules/progress.ts'
import type { Work } from '#store/attempts.ts'
import type { TokenRow } from '#store/tokens.ts'
import { type Decision, unknown } from './decision.ts'

export function obstacleTo(
  work: Work,
  token: TokenRow | undefined,
  binding: Binding | undefined,
  progress: Progress,
  now: Date,
): Decision | undefined {
  const untouched = !hasLanded(progress) && !inDoubt(progress)
  if (untouched && missedWindow(new Date(work.wanted_at), now)) {
    const message =
      'Its time had passed by more than 24 hours when it could be sent. Retry to send it now.'
    return { kind: 'failed', code: 'missed_window', message }
  }
  // It may be out: whoever removed the account is the one who can see whether it is.
  if (!token && inDoubt(progress)) return unknown()
  if (!token) {
    const message = 'The account was removed. Duplicate the post to send it elsewhere.'
    return { kind: 'blocked', reason: 'account_removed', code: 'account_removed', message }
  }
  if (token.health === 'needs_reconnect' || token.health === 'disabled') {
    const message = 'Reconnect this account, then retry.'
    return {
      kind: 'blocked',
      reason: 'account_disconnected',
      code: 'account_disconnected',
      message,
    }
  }
  if (!binding) {
    const message = `${work.platform} is not configured on this instance any more.`
    return { kind: 'failed', code: 'not_configured', message }
  }
  return undefined
}
