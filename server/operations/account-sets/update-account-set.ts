import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { invalid } from '#rules/problem.ts'
import { changeAccountSet, findAccountSets } from '#store/account-sets.ts'
import { lockNames } from '#store/names.ts'
import {
  AccountSet,
  checkSet,
  nameSome,
  noSet,
  setFields,
  setId,
  someAccounts,
} from './parts/account-set.ts'

export const updateAccountSet = operation({
  name: 'update_account_set',
  summary: 'Rename an account set, or replace its accounts. Posts that were written before stay.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: true,
  input: z.strictObject({
    id: setId,
    name: setFields.name.optional(),
    account_ids: someAccounts
      .optional()
      .describe('Ids from get_accounts; those that are shown change nothing.'),
  }),
  output: AccountSet,
  refuses: ['invalid', 'account_set_not_found'],
  rest: { method: 'PUT', path: '/api/account-sets/:id' },
  mcp: { title: 'Change an account set', toolset: 'plan', overwrites: true },

  check: ({ id, ...fields }, context) => checkSet(fields, context, id),

  async run({ id, name, account_ids }, context) {
    await lockNames(context, 'account_sets')
    const [before] = await findAccountSets(context, [id])
    if (!before) throw noSet(id)
    // Who sends back what is shown leaves out accounts that are disconnected, which may come back.
    const isShown = isDeepStrictEqual(account_ids, before.account_ids)
    const problem = invalid({
      ...(await checkSet({ name, account_ids }, context, id)),
      ...(account_ids && !account_ids.length && !isShown && { account_ids: [nameSome] }),
    })
    if (problem) throw problem
    const fields = { name, ...(!isShown && { account_ids }) }
    await changeAccountSet(context, id, fields, context.now)
    const [set] = await findAccountSets(context, [id])
    if (!set) throw noSet(id)
    return set
  },
})
