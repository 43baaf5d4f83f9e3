/** The numbers of public posts, up to twenty in one call. Private ones have none to tell. */
import { z } from 'zod'
import { counts, type Counts, sumOf } from '../kit/metrics.ts'
import type { Account, Tools } from '../platform.ts'
import { ask, Id } from './api.ts'

/** A number that is missing or odd does not spoil the others. */
const Count = z.int().min(0).nullish().catch(null)

const Answer = z.object({
  videos: z
    .array(
      z.object({
        id: Id,
        view_count: Count,
        like_count: Count,
        comment_count: Count,
        share_count: Count,
      }),
    )
    .nullish(),
})

export async function metrics(
  posts: readonly string[],
  account: Account,
  tools: Tools,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  // A post that is known by its publish id was never told a public one.
  const ids = posts.filter((id) => Id.safeParse(id).success)
  const found = new Map<string, Counts | 'gone'>()
  if (ids.length === 0) return found
  const fields = 'id,view_count,like_count,comment_count,share_count'
  const { videos } = await ask(
    { tools, account },
    {
      path: `/v2/video/query/?fields=${fields}`,
      json: { filters: { video_ids: ids } },
      answer: Answer,
    },
  )
  for (const id of ids) found.set(id, 'gone')
  for (const { id, view_count, like_count, comment_count, share_count } of videos ?? []) {
    const [likes, comments, shares] = [
      like_count ?? null,
      comment_count ?? null,
      share_count ?? null,
    ]
    const engagements = sumOf(likes, comments, shares)
    const numbers = { impressions: view_count ?? null, likes, comments, shares, engagements }
    found.set(id, counts(numbers))
  }
  return found
}
