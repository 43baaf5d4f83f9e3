/** The people who see a post: as many as its id and its age make. */
import { createHash } from 'node:crypto'
import type { Context } from './service.ts'
import type { Medium } from './state.ts'

const perHour: Record<string, number> = { views: 40, reach: 24, likes: 3, shares: 1, saved: 1 }

/** The same for the same post and hour: a crowd that comes for ten days. */
export function counted(
  { store, service }: Pick<Context, 'store' | 'service'>,
  medium: Medium,
  name: string,
): number {
  const written = [...store.comments.values()].filter(({ media_id }) => media_id === medium.id)
  if (name === 'comments') return written.length
  if (name === 'total_interactions')
    return ['likes', 'comments', 'shares', 'saved'].reduce(
      (sum, each) => sum + counted({ store, service }, medium, each),
      0,
    )
  const age = service.options.now().getTime() - medium.created_at
  const hours = Math.min(240, Math.floor(age / 3_600_000))
  const share = (createHash('sha256').update(`${medium.id} crowd`).digest()[0] ?? 0) / 255
  return Math.ceil(hours * (perHour[name] ?? 0) * (0.3 + 0.7 * share))
}
