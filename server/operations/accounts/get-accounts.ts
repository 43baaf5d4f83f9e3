import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { AccountHealth, Id, SocialAccount } from '#rules/post.ts'
import { listAccounts } from '#store/accounts.ts'

const Account = SocialAccount.omit({ pivot: true }).extend({
  id: Id,
  health: AccountHealth,
  health_message: z.string().nullable(),
  reconnect_url: z.string().describe('Where a person connects it again; good for an hour.'),
  token_expires_at: z.iso.datetime().nullable(),
  connected_at: z.iso.datetime(),
})

export const getAccounts = operation({
  name: 'get_accounts',
  summary:
    'The connected social accounts with their ids and health. Use the ids in social_account_ids.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({
    accounts: z.array(Account),
    connect_url: z.string().describe('Where a person connects another one; good for an hour.'),
  }),
  refuses: [],
  rest: { method: 'GET', path: '/api/accounts' },
  mcp: { title: 'List connected accounts' },

  async run(_, context) {
    const { environment, caller } = context
    const rows = await listAccounts(context)
    const accounts = rows.map((row) => ({
      ...row,
      reconnect_url: environment.connect_url(caller, row),
    }))
    return { accounts, connect_url: environment.connect_url(caller) }
  },
})
