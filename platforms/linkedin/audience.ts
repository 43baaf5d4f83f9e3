/** How many follow a Page, of which it is told to whoever may read its organization. Of members nothing is told. */
import { z } from 'zod'
import { accountCounts, type AccountCounts, Told } from '../kit/audience.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { ask } from './api.ts'

const Answer = z.object({ firstDegreeSize: Told })

export async function audience(account: Account, tools: Tools): Promise<AccountCounts> {
  if (account.settings['kind'] !== 'page') return accountCounts({})
  const page = encodeURIComponent(account.platform_account_id)
  try {
    const { firstDegreeSize } = await ask(
      { tools, account },
      {
        purpose: 'read',
        method: 'GET',
        path: `/rest/networkSizes/${page}?edgeType=COMPANY_FOLLOWED_BY_MEMBER`,
        answer: Answer,
      },
    )
    return accountCounts({ followers: firstDegreeSize })
  } catch (error) {
    // As with numbers of posts: posting goes on without it.
    const refused = error instanceof Failure && ['missing_scope', 'forbidden'].includes(error.code)
    if (refused) return accountCounts({})
    throw error
  }
}
