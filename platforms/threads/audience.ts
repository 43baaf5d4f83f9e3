/** What Threads counts of a profile: only who follows it, as one of its insights. */
import { accountCounts, type AccountCounts } from '../kit/audience.ts'
import type { Account, Tools } from '../platform.ts'
import { ask } from './api.ts'
import { Insights, toldIn } from './metrics.ts'

export async function audience(account: Account, tools: Tools): Promise<AccountCounts> {
  const path = '/me/threads_insights'
  const params = { metric: 'followers_count' }
  const { data } = await ask({ tools, account }, { method: 'GET', path, params, answer: Insights })
  return accountCounts({ followers: toldIn(data, 'followers_count') })
}
