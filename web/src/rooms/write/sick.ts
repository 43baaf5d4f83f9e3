import type { Account } from '../../api/types.ts'

/** Cannot publish before somebody sees to it. */
export function isSick({ health }: Account) {
  return health === 'needs_reconnect' || health === 'disabled'
}
