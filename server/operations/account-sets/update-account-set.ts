import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { invalid } from '#rules/problem.ts'
import { changeAccountSet, findAccountSets } from '#store/account-sets.ts'
import { lockNames } from '#store/names.ts'
import { AccountSet, checkSet, noSet, setFields, setId } from './parts/account-set.ts'

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
    account_ids: setFields.account_ids.optional(),
  }),
  output: AccountSet,
  refuses: ['invalid', 'account_set_not_found'],
  rest: { method: 'PUT', path: '/api/account-sets/:id' },
  mcp: { title: 'Change an account set', toolset: 'plan', overwrites: true },

  check: ({ id, ...fields }, context) => checkSet(fields, context, id),

  async run({ id, ...fields }, context) {
    await lockNames(context, 'account_sets')
    if (!(await findAccountSets(context, [id])).length) throw noSet(id)
    const problem = invalid(await checkSet(fields, context, id))
    if (problem) throw problem
    await changeAccountSet(context, id, fields, context.now)
    const [set] = await findAccountSets(context, [id])
    if (!set) throw noSet(id)
    return set
  },
})
