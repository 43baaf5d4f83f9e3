import { z } from 'zod'
import { accountId, noAccount } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { reconnectUrl } from '#operations/shown.ts'
import { AccountHealth, Id } from '#rules/post.ts'
import { findAccounts } from '#store/accounts.ts'

export const reconnectAccount = operation({
  name: 'reconnect_account',
  summary:
    'The address at which a person connects this account again, and no other: give it to them. get_accounts tells when it is healthy.',
  effect: 'reads',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  input: z.strictObject({ id: accountId }),
  output: z.object({
    id: Id,
    platform: z.string(),
    username: z.string(),
    health: AccountHealth,
    reconnect_url: z.string().describe('For a person with a browser; good for an hour and once.'),
  }),
  refuses: ['account_not_found'],
  rest: { method: 'GET', path: '/api/accounts/:id/reconnect' },
  mcp: { title: 'Reconnect an account', toolset: 'account' },

  async run({ id }, context) {
    const [account] = await findAccounts(context, [id])
    if (!account) throw noAccount(id)
    const { platform, username, health } = account
    return { id, platform, username, health, reconnect_url: reconnectUrl(context, account) }
  },
})
