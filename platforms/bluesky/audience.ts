/** What the public AppView counts of an account; it asks nobody for a token. */
import { z } from 'zod'
import { accountCounts, type AccountCounts, Told } from '../kit/audience.ts'
import type { Account, Tools } from '../platform.ts'
import { forEverybody } from './metrics.ts'
import { ask } from './xrpc.ts'

const Profile = z.object({ followersCount: Told, followsCount: Told, postsCount: Told })

export async function audience(account: Account, tools: Tools): Promise<AccountCounts> {
  const { followersCount, followsCount, postsCount } = await ask(
    tools,
    {
      method: 'GET',
      host: tools.config.hosts['public'] ?? '',
      nsid: 'app.bsky.actor.getProfile',
      query: { actor: account.platform_account_id },
    },
    Profile,
  ).catch(forEverybody)
  return accountCounts({ followers: followersCount, following: followsCount, posts: postsCount })
}
