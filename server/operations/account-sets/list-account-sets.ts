import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { listAccountSets as readSets } from '#store/account-sets.ts'
import { AccountSet, setsSeen } from './parts/account-set.ts'

export const listAccountSets = operation({
  name: 'list_account_sets',
  summary: 'The account sets of the workspace by name. Use their ids in account_set_ids.',
  effect: 'reads',
  ability: 'posts:read',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({}),
  output: z.object({ account_sets: z.array(AccountSet) }),
  refuses: [],
  rest: { method: 'GET', path: '/api/account-sets' },
  mcp: { title: 'List account sets', toolset: 'plan' },

  async run(_, context) {
    return { account_sets: setsSeen(await readSets(context), context) }
  },
})
