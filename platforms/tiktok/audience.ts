/** What TikTok counts of a profile, where it was connected with the scope for that. */
import { z } from 'zod'
import { accountCounts, type AccountCounts, Told } from '../kit/audience.ts'
import type { Account, Tools } from '../platform.ts'
import { ask } from './api.ts'

const Permitted = z.object({ stats: z.literal(true) })

const Answer = z.object({
  user: z.object({
    follower_count: Told,
    following_count: Told,
    likes_count: Told,
    video_count: Told,
  }),
})

export async function audience(account: Account, tools: Tools): Promise<AccountCounts> {
  // A refusal would be taken for the end of the account’s permission as a whole.
  if (!Permitted.safeParse(account.settings).success) return accountCounts({})
  const fields = 'follower_count,following_count,likes_count,video_count'
  const path = `/v2/user/info/?fields=${fields}`
  const { user } = await ask({ tools, account }, { method: 'GET', path, answer: Answer })
  return accountCounts({
    followers: user.follower_count,
    following: user.following_count,
    posts: user.video_count,
    likes: user.likes_count,
  })
}
