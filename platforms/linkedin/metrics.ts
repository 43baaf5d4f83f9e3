/** Numbers of posts, where the app may ask for them: of Pages from their administrators, of members with a permission of its own (README, "Metrics"). */
import { counts, type Counts, type CountsByPost, refuseMoreThanOneCall } from '../kit/metrics.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { manifest } from './manifest.ts'
import { memberNumbers } from './member-numbers.ts'
import { pageNumbers } from './page-numbers.ts'

export async function metrics(
  posts: readonly string[],
  account: Account,
  tools: Tools,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  refuseMoreThanOneCall(manifest, posts)
  const access = { tools, account }
  const page = account.settings['kind'] === 'page'
  if (!page && account.settings['analytics'] !== true) return untold(posts)
  try {
    return await (page ? pageNumbers(access, posts) : memberNumbers(access, posts))
  } catch (error) {
    const refused = error instanceof Failure && ['missing_scope', 'forbidden'].includes(error.code)
    if (refused) return untold(posts)
    throw error
  }
}

/** Whoever may not ask is told nothing, which is not a reason to ask a person to connect again: posting goes on. */
function untold(posts: readonly string[]): CountsByPost {
  return new Map(posts.map((post) => [post, counts({})]))
}
