/** What is paused in a workspace, and what that keeps. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { accountId } from '#operations/ids.ts'
import { limits } from '#rules/limits.ts'
import { Id, rehearsed } from '#rules/post.ts'
import { countHeld, findHold, heldAccounts, lockHold } from '#store/pausing.ts'
import type { Scope } from '#store/schema.ts'

const since = z.iso.datetime()
const reason = z.string().nullable()

export const Paused = z.object({
  workspace: z.object({ since, reason }).nullable().describe('Null: it is not paused as a whole.'),
  accounts: z
    .array(z.object({ id: Id, platform: z.string(), username: z.string(), since, reason }))
    .describe('Those that are paused by themselves.'),
  waiting: z.int().describe('Posts on schedule that are held.'),
  late: z.int().describe('Those of them whose time has passed.'),
  under_way: z.int().describe('Posts that were being sent already; these go on.'),
  dry_run: rehearsed,
})

export const whichAccounts = z
  .array(accountId)
  .min(1, 'Name one, or leave it out for the whole workspace.')
  .max(limits.accounts_per_leash)
  .optional()
  .describe('Left out: the whole workspace.')

export async function stateOf(context: Context): Promise<z.input<typeof Paused>> {
  await lockHold(context)
  return pausedIn(context)
}

/** What is paused, for whoever only looks. */
export async function pausedIn(context: Scope & { now: Date }): Promise<z.input<typeof Paused>> {
  const { held_at, held_reason } = await findHold(context)
  const accounts = await heldAccounts(context)
  return {
    workspace: held_at === null ? null : { since: held_at, reason: held_reason },
    accounts: accounts.flatMap(({ held_at: at, held_reason: why, ...account }) =>
      at === null ? [] : [{ ...account, since: at, reason: why }],
    ),
    ...(await countHeld(context, context.now)),
  }
}
