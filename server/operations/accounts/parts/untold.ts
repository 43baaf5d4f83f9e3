import type { Context, Untold } from '#operations/context.ts'
import { reconnectUrl } from '#operations/shown.ts'
import { calledOf } from '#rules/called.ts'
import { Problem, wrong } from '#rules/problem.ts'
import type { AccountRow } from '#store/accounts.ts'

/** Why a platform did not tell what was asked of it, with what would help. `field` is what it was asked by. */
export function untold(
  { refused, helps }: Untold,
  field: string,
  account: AccountRow,
  context: Context,
): Problem {
  if (helps === 'waiting') return new Problem('unavailable', `Try again in a minute. ${refused}`)
  if (helps === 'neither') return wrong(field, refused)
  const { id, platform } = account
  return new Problem(
    'account_inactive',
    `Reconnect ${calledOf(account)} on ${platform} at reconnect_url. ${refused}`,
    { account_id: id, reconnect_url: reconnectUrl(context, account), alternatives: [] },
  )
}
