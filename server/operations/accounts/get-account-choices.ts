import { z } from 'zod'
import { accountId, noAccount } from '#operations/ids.ts'
import { operation } from '#operations/operation.ts'
import { wrong } from '#rules/problem.ts'
import { findAccounts } from '#store/accounts.ts'
import { Choices } from '#store/choices.ts'
import type { Context } from '../context.ts'
import { untold } from './parts/untold.ts'

export const getAccountChoices = operation({
  name: 'get_account_choices',
  summary:
    'What options of a post may be on this account, by name and value: boards and sections on Pinterest, playlists and languages on YouTube, who may see it on TikTok; places by words where a post may name one. No options: nothing is to be chosen.',
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
    place: z
      .string()
      .trim()
      .min(2)
      .max(100)
      .optional()
      .describe('Search places by these words, instead of the rest.'),
  }),
  output: z.object({
    account_id: z.int(),
    platform: z.string(),
    ...Choices.shape,
    read_at: Choices.shape.read_at
      .nullable()
      .describe('When the platform said so; null where nothing is chosen.'),
  }),
  refuses: ['account_not_found', 'account_inactive', 'invalid', 'unavailable'],
  rest: { method: 'GET', path: '/api/accounts/:id/choices' },
  mcp: { title: 'What may be chosen on an account', toolset: 'account' },

  async run({ id, refresh, place }, context) {
    const [account] = await findAccounts(context, [id])
    if (!account) throw noAccount(id)
    const { workspace_id, environment } = context
    const { platform } = account
    if (place !== undefined && environment.manifests[platform]?.place_option === undefined)
      throw wrong('place', placeless(environment.manifests))
    const found = await environment.choices({ workspace_id, account_id: id, refresh, place })
    if (found && 'refused' in found) throw untold(found, 'place', account, context)
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

function placeless(manifests: Context['environment']['manifests']) {
  const all = Object.values(manifests).filter(({ place_option }) => place_option !== undefined)
  return `must be left out: posts here name no places. They do on ${all.map(({ id }) => id).join(', ')}.`
}
