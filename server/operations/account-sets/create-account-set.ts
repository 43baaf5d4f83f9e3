import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { limits } from '#rules/limits.ts'
import { invalid, wrong } from '#rules/problem.ts'
import { findAccountSets, insertAccountSet, listAccountSets } from '#store/account-sets.ts'
import { lockNames } from '#store/names.ts'
import { AccountSet, checkSet, setFields } from './parts/account-set.ts'

export const createAccountSet = operation({
  name: 'create_account_set',
  summary: 'Give accounts that are often posted to together a name.',
  effect: 'writes',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: false,
  input: z.strictObject(setFields),
  output: AccountSet,
  refuses: ['invalid'],
  rest: { method: 'POST', path: '/api/account-sets', status: 201 },
  mcp: { title: 'Create an account set', toolset: 'plan' },

  async check(partial, context) {
    return checkSet(partial, context)
  },

  async run(input, context) {
    await lockNames(context, 'account_sets')
    const problem = invalid(await checkSet(input, context))
    if (problem) throw problem
    if ((await listAccountSets(context)).length >= limits.account_sets)
      throw wrong(
        'name',
        `Delete one first: a workspace has ${limits.account_sets} sets at the most.`,
      )
    const id = await insertAccountSet(context, input, context.now)
    const [set] = await findAccountSets(context, [id])
    if (!set) throw new Error('A set that was just made is not there.')
    return set
  },
})
