import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { heldNow, holdsOf, reconnectUrl } from '#operations/shown.ts'
import { clockIn } from '#rules/clock.ts'
import { WaitsFor } from '#rules/hold.ts'
import { AccountHealth, Id, SocialAccount } from '#rules/post.ts'
import { listAccounts } from '#store/accounts.ts'
import { findWorkspace } from '#store/workspaces.ts'

const Account = SocialAccount.omit({ pivot: true }).extend({
  id: Id,
  health: AccountHealth,
  health_message: z.string().nullable(),
  reconnect_url: z.string().describe('Where a person connects it again; good for an hour.'),
  waits_for: WaitsFor.nullable().describe('What keeps it from publishing at this moment.'),
  token_expires_at: z.iso.datetime().nullable(),
  connected_at: z.iso.datetime(),
})

export const getAccounts = operation({
  name: 'get_accounts',
  summary:
    'The connected social accounts with their ids and health; the time zone of the workspace and the time there. Use the ids in social_account_ids.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({
    accounts: z.array(Account),
    connect_url: z.string().describe('Where a person connects another one; good for an hour.'),
    timezone: z.string().describe('Of the workspace: times without a zone are read by its clock.'),
    now: z.iso.datetime(),
    local_time: z.string().describe('The same there: Sunday 2026-11-22 09:30.'),
  }),
  refuses: [],
  rest: { method: 'GET', path: '/api/accounts' },
  mcp: { title: 'List connected accounts' },

  async run(_, context) {
    const { environment, caller } = context
    const [rows, { timezone }] = await Promise.all([listAccounts(context), findWorkspace(context)])
    const holds = await holdsOf(
      context,
      rows.map(({ id }) => id),
    )
    const accounts = rows.map((row) => ({
      ...row,
      reconnect_url: reconnectUrl(context, row),
      waits_for: heldNow(context, holds.get(row.id), row),
    }))
    return {
      accounts,
      connect_url: environment.connect_url(caller),
      timezone,
      now: context.now.toISOString(),
      local_time: clockIn(timezone, context.now),
    }
  },
})
