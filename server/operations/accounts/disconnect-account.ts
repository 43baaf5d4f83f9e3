import { z } from 'zod'
import { accountId, noAccount } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { countPlanned, knowsAccount } from '#store/accounts.ts'

export const disconnectAccount = operation({
  name: 'disconnect_account',
  summary:
    'Disconnect a social account: Crier forgets how to reach it, and what is planned for it waits for a person. What was published stays. Connecting it again brings it back under the same id.',
  effect: 'destroys',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  // The platform is told as well, which is no part of a transaction.
  alone: true,
  input: z.strictObject({ id: accountId }),
  output: z.object({
    disconnected: z.literal(true),
    id: z.int(),
    planned_posts: z.int().describe('How many scheduled posts were to go there.'),
  }),
  refuses: ['account_not_found'],
  rest: { method: 'DELETE', path: '/api/accounts/:id', status: 204 },
  mcp: { title: 'Disconnect an account', toolset: 'account' },

  async run({ id }, context) {
    const { environment, workspace_id } = context
    const planned_posts = await countPlanned(context, id)
    const done = await environment.disconnect({ workspace_id, account_id: id })
    // Sent again after an answer that was lost.
    if (!done && !(await knowsAccount(context, id))) throw noAccount(id)
    return { disconnected: true as const, id, planned_posts }
  },
})
