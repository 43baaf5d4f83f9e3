/** What YouTube counts of a channel. Subscribers are rounded to three digits, and absent where the channel hides them. */
import { z } from 'zod'
import { accountCounts, type AccountCounts } from '../kit/audience.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { ask } from './api.ts'
import { Count } from './metrics.ts'

const Answer = z.object({
  items: z
    .array(
      z.object({
        statistics: z.object({
          subscriberCount: Count,
          hiddenSubscriberCount: z.boolean().optional().catch(undefined),
          viewCount: Count,
          videoCount: Count,
        }),
      }),
    )
    .optional(),
})

export async function audience(account: Account, tools: Tools): Promise<AccountCounts> {
  const query = new URLSearchParams({ part: 'statistics', id: account.platform_account_id })
  const path = `/youtube/v3/channels?${query.toString()}`
  const { items } = await ask({ tools, account }, { method: 'GET', path, answer: Answer })
  const statistics = items?.[0]?.statistics
  if (!statistics)
    throw new Failure('rejected', 'not_found', 'YouTube does not show this channel any more.')
  const { subscriberCount, hiddenSubscriberCount, viewCount, videoCount } = statistics
  return accountCounts({
    followers: hiddenSubscriberCount ? null : subscriberCount,
    posts: videoCount,
    views: viewCount,
  })
}
