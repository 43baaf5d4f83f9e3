/** What Instagram counts of a professional account: plain fields of it, with either login. */
import { z } from 'zod'
import { accountCounts, type AccountCounts, Told } from '../kit/audience.ts'
import { ask } from '../meta/graph.ts'
import type { Account, Tools } from '../platform.ts'
import { graphOf } from './access.ts'

const Answer = z.object({ followers_count: Told, follows_count: Told, media_count: Told })

export async function audience(account: Account, tools: Tools): Promise<AccountCounts> {
  const told = await ask(graphOf(account, tools), {
    purpose: 'read',
    method: 'GET',
    path: `/${account.platform_account_id}`,
    query: { fields: 'followers_count,follows_count,media_count' },
    answer: Answer,
  })
  return accountCounts({
    followers: told.followers_count,
    following: told.follows_count,
    posts: told.media_count,
  })
}
