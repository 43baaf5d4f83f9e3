import type { PerAccount, Post } from '@crier/sdk'
import { calledOf } from '../../ui/called.ts'

/** What people call an account of a post: of one that is not connected any more only its handle is known. */
export function calledIn(
  { socialAccounts }: Pick<Post, 'socialAccounts'>,
  { account_id, username }: Pick<PerAccount, 'account_id' | 'username'>,
) {
  const account = socialAccounts.find(({ id }) => id === account_id)
  return account ? calledOf(account) : username
}
