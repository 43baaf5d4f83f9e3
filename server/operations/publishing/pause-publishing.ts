import { z } from 'zod'
import { dryRun, unknownAccounts } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { invalid } from '#rules/problem.ts'
import { charactersOf } from '#rules/text.ts'
import { holdAccounts, holdWorkspace, lockHold } from '#store/pausing.ts'
import { Paused, stateOf, whichAccounts } from './parts/pause.ts'

export const pausePublishing = operation({
  name: 'pause_publishing',
  summary:
    'Hold everything that is on schedule, of some accounts or of the whole workspace, until resume_publishing. Posts can be written and scheduled meanwhile. What is being sent at this moment goes on.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  input: z.strictObject({
    account_ids: whichAccounts,
    reason: z
      .string()
      .refine(
        (text) => charactersOf(text) <= limits.reason_chars,
        `At most ${limits.reason_chars} characters.`,
      )
      .optional()
      .describe('Told with every post that waits.'),
    dry_run: dryRun.optional(),
  }),
  output: Paused,
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/publishing/pause' },
  mcp: { title: 'Pause publishing', toolset: 'plan' },

  check: unknownAccounts,

  async run({ account_ids, reason }, context) {
    const problem = invalid(await unknownAccounts({ account_ids }, context))
    if (problem) throw problem
    await lockHold(context)
    const hold = { held_at: context.now, reason: reason || null }
    if (account_ids) await holdAccounts(context, account_ids, hold)
    else await holdWorkspace(context, hold)
    return stateOf(context)
  },
})
