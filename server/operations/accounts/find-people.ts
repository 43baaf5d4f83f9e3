import { z } from 'zod'
import { accountId, noAccount } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { findAccounts } from '#store/accounts.ts'
import { untold } from './parts/untold.ts'

const Person = z.object({
  name: z.string(),
  username: z.string().nullable(),
  avatar_url: z.string().nullable(),
  url: z.string().nullable(),
  mention: z.string().describe('What a text says to mention them: @ada.bsky.social.'),
  option: z
    .string()
    .nullable()
    .describe('What the option mentions of a post takes besides; null: the text alone will do.'),
})

export const findPeople = operation({
  name: 'find_people',
  summary:
    'Whom a text may mention on this account, by the beginning of a name: people on Bluesky, Pages on Facebook. supported: false where the platform finds nobody; a handle that you know may be written all the same.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    id: accountId,
    q: z
      .string()
      .trim()
      .min(1, 'Say at least a letter.')
      .max(100, 'At most 100 characters.')
      .describe('The beginning of a name, or words.'),
  }),
  output: z.object({
    account_id: z.int(),
    platform: z.string(),
    supported: z.boolean(),
    people: z.array(Person).describe('Ten at most, the likeliest first.'),
  }),
  refuses: ['account_not_found', 'account_inactive', 'invalid', 'unavailable'],
  rest: { method: 'GET', path: '/api/accounts/:id/people' },
  mcp: { title: 'Find people to mention', toolset: 'account' },

  async run({ id, q }, context) {
    const [account] = await findAccounts(context, [id])
    if (!account) throw noAccount(id)
    const { workspace_id, environment } = context
    const found = await environment.people({ workspace_id, account_id: id, words: q })
    if (found && 'refused' in found) throw untold(found, 'q', account, context)
    const { platform } = account
    return { account_id: id, platform, supported: found !== undefined, people: [...(found ?? [])] }
  },
})
