/** What Pinterest counts of an account. */
import { z } from 'zod'
import { accountCounts, type AccountCounts, Told } from '../kit/audience.ts'
import type { Account, Tools } from '../platform.ts'
import { ask } from './api.ts'

const Answer = z.object({ follower_count: Told, following_count: Told, pin_count: Told })

export async function audience(account: Account, tools: Tools): Promise<AccountCounts> {
  const request = { purpose: 'read', method: 'GET', path: '/v5/user_account' } as const
  const told = await ask({ tools, account }, { ...request, answer: Answer })
  return accountCounts({
    followers: told.follower_count,
    following: told.following_count,
    posts: told.pin_count,
  })
}
