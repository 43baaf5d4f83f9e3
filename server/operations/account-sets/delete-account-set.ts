import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { Id } from '#rules/post.ts'
import { deleteAccountSet as removeSet } from '#store/account-sets.ts'
import { noSet, setId } from './parts/account-set.ts'

export const deleteAccountSet = operation({
  name: 'delete_account_set',
  summary: 'Delete an account set. Its accounts and posts stay.',
  effect: 'destroys',
  ability: 'accounts:manage',
  actions: 'manage',
  idempotent: false,
  input: z.strictObject({ id: setId }),
  output: z.object({ deleted: z.literal(true), id: Id }),
  refuses: ['account_set_not_found'],
  rest: { method: 'DELETE', path: '/api/account-sets/:id', status: 204 },
  mcp: { title: 'Delete an account set', toolset: 'plan' },

  async run({ id }, context) {
    if (!(await removeSet(context, id))) throw noSet(id)
    return { deleted: true as const, id }
  },
})
