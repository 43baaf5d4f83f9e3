import { z } from 'zod'
import { accountId, noAccount } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { reconnectUrl } from '#operations/shown.ts'
import { Problem } from '#rules/problem.ts'
import { type AccountRow, findAccounts } from '#store/accounts.ts'
import { Choices } from '#store/choices.ts'
import type { Context } from '../context.ts'

export const getAccountChoices = operation({
  name: 'get_account_choices',
  summary:
    'What options of a post may be on this account, by name and value: boards and sections on Pinterest, playlists and languages on YouTube, who may see it on TikTok and whether the account may post there now. No options: nothing is to be chosen.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    id: accountId,
    refresh: z
      .preprocess(
        (value) => (value === 'true' ? true : value === 'false' ? false : value),
        z.boolean(),
      )
      .default(false)
      .describe('Ask the platform anew; else what it said within ten minutes will do.'),
  }),
  output: z.object({
    account_id: z.int(),
    platform: z.string(),
    ...Choices.shape,
    read_at: Choices.shape.read_at
      .nullable()
      .describe('When the platform said so; null where nothing is chosen.'),
  }),
  refuses: ['account_not_found', 'account_inactive', 'unavailable'],
  rest: { method: 'GET', path: '/api/accounts/:id/choices' },
  mcp: { title: 'What may be chosen on an account', toolset: 'account' },

  async run({ id, refresh }, context) {
    const [account] = await findAccounts(context, [id])
    if (!account) throw noAccount(id)
    const { workspace_id, environment } = context
    const found = await environment.choices({ workspace_id, account_id: id, refresh })
    if (found && 'refused' in found) throw refusal(found, account, context)
    const { platform } = account
    if (!found)
      return {
        account_id: id,
        platform,
        options: {},
        complete: true,
        creator: null,
        read_at: null,
      }
    const options = Object.entries(found.options).map(([name, values]) => [name, [...values]])
    return { account_id: id, platform, ...found, options: Object.fromEntries(options) }
  },
})

function refusal(
  { refused, again }: { refused: string; again: boolean },
  account: AccountRow,
  context: Context,
): Problem {
  if (again) return new Problem('unavailable', `Try again in a minute. ${refused}`)
  const { id, platform, username } = account
  return new Problem(
    'account_inactive',
    `Reconnect ${username} on ${platform} at reconnect_url. ${refused}`,
    { account_id: id, reconnect_url: reconnectUrl(context, account), alternatives: [] },
  )
}
