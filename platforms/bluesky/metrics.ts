/** The numbers of posts, up to 25 in one look at the public AppView, which asks nobody for a token. */
import { z } from 'zod'
import { counts, type Counts, sumOf } from '../kit/metrics.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { ask } from './xrpc.ts'

/** A number that is missing or odd does not spoil the others. */
const Count = z.int().min(0).nullish().catch(null)

const View = z
  .object({
    uri: z.string(),
    likeCount: Count,
    repostCount: Count,
    replyCount: Count,
    quoteCount: Count,
    bookmarkCount: Count,
  })
  .transform(({ uri, ...view }) => {
    const likes = view.likeCount ?? null
    const comments = view.replyCount ?? null
    const shares = sumOf(view.repostCount ?? null, view.quoteCount ?? null)
    // Servers from before bookmarks were counted leave them out, always.
    const engagements = sumOf(likes, comments, shares, view.bookmarkCount ?? 0)
    return [uri, counts({ likes, comments, shares, engagements })] as const
  })

export async function metrics(
  posts: readonly string[],
  _: Account,
  tools: Tools,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  const views = await ask(
    tools,
    {
      method: 'GET',
      host: tools.config.hosts['public'] ?? '',
      nsid: 'app.bsky.feed.getPosts',
      query: posts.map((uri) => ['uris', uri]),
    },
    z.object({ posts: z.array(View) }),
  ).catch(forEverybody)
  const found = new Map<string, Counts | 'gone'>(views.posts)
  // It leaves out what was deleted, and says no more of it.
  for (const uri of posts) if (!found.has(uri)) found.set(uri, 'gone')
  return found
}

/** The AppView counts calls by where they come from, not by account: when it is too much for one, it is for all. */
export function forEverybody(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'rate_limited') throw error
  const { kind, code, message, retry_at, words } = error
  throw new Failure(kind, code, message, { retry_at, scope: 'app', words, cause: error })
}
