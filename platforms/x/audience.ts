/** What X counts of an account, in the public metrics of its user (docs/facts/x.md §8). */
import { z } from 'zod'
import { accountCounts, type AccountCounts, Told } from '../kit/audience.ts'
import type { Account, Tools } from '../platform.ts'
import { ask } from './api.ts'

const Answer = z.object({
  data: z.object({
    public_metrics: z
      .object({
        followers_count: Told,
        following_count: Told,
        tweet_count: Told,
        post_count: Told,
      })
      .optional()
      .catch(undefined),
  }),
})

export async function audience(account: Account, tools: Tools): Promise<AccountCounts> {
  const path = '/2/users/me?user.fields=public_metrics'
  const request = { purpose: 'read', method: 'GET', path, answer: Answer } as const
  const { data } = await ask({ tools, account }, request)
  const told = data.public_metrics
  return accountCounts({
    followers: told?.followers_count ?? null,
    following: told?.following_count ?? null,
    posts: told?.tweet_count ?? told?.post_count ?? null,
  })
}
