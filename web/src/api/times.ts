/** Brings the times of many posts back, as one step. */
import type { Crier, UpdatePostsInput } from '@crier/sdk'

export interface Stood {
  id: number
  /** Null: it had none. */
  at: string | null
  draft: boolean
}

/** As they stood, those with the same time together. Answers how many could not be brought back. */
export async function restoreTimes(crier: Crier, posts: readonly Stood[]): Promise<number> {
  const left = new Set<number>()
  const change = async (same: readonly Stood[], to: Omit<UpdatePostsInput, 'ids'>) => {
    const ids = same.flatMap(({ id }) => (left.has(id) ? [] : [id]))
    if (!ids.length) return
    try {
      const { results } = await crier.updatePosts({ ids, ...to })
      for (const each of results) if (!('post' in each)) left.add(each.post_id)
    } catch {
      for (const id of ids) left.add(id)
    }
  }
  await change(
    posts.filter(({ draft }) => draft),
    { when: 'draft' },
  )
  // A draft keeps the time that it gets, and stays one.
  for (const [scheduled_at, same] of Map.groupBy(posts, ({ at }) => at))
    if (scheduled_at !== null) await change(same, { scheduled_at })
  return left.size
}
