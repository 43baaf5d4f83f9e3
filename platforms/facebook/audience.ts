/** What Facebook counts of a Page: who follows it, and who likes it. */
import { z } from 'zod'
import { accountCounts, type AccountCounts, Told } from '../kit/audience.ts'
import { ask } from '../meta/graph.ts'
import type { Account, Tools } from '../platform.ts'
import { graphOf } from './access.ts'

const Answer = z.object({ followers_count: Told, fan_count: Told })

export async function audience(account: Account, tools: Tools): Promise<AccountCounts> {
  const { followers_count, fan_count } = await ask(graphOf({ account, tools }), {
    purpose: 'read',
    method: 'GET',
    path: `/${account.platform_account_id}`,
    query: { fields: 'followers_count,fan_count' },
    answer: Answer,
  })
  return accountCounts({ followers: followers_count, likes: fan_count })
}
