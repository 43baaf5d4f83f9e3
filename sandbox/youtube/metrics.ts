/** Numbers that look like a life: they follow from the video's id, grow with its age and never fall. */
import type { Video } from './store.ts'

const shares = { views: 1, likes: 0.04, comments: 0.006 } as const
const halfDay = 12 * 60 * 60_000

export function count({ id, created_at }: Video, name: keyof typeof shares, now: number): number {
  const age = now - created_at
  if (age <= 0) return 0
  const seed = Buffer.from(id).reduce((sum, byte) => (sum * 31 + byte) % 4001, 7)
  return Math.floor((60 + seed) * (1 - Math.exp(-age / halfDay)) * shares[name])
}
