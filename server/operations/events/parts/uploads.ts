/** Which uploads are under way, as far as looking at their rows again and again tells. Pure but for what it remembers. */
import type { Unfinished } from '#store/uploads.ts'

export interface Upload {
  upload_id: string
  /** `examining`: every byte has arrived, and it is no item yet. */
  is: 'uploading' | 'examining'
  received_bytes: number
  size_bytes: number
}

/** Milliseconds after which one that nobody writes to counts as left off: longer than a dead writer keeps its pen. */
const PATIENCE = 10_000

/** Answers, by workspace, what is under way at each look. */
export function followUploads() {
  let known = new Map<string, { received_bytes: number; moved_at: number }>()
  return (rows: readonly Unfinished[], now: Date): Map<number, Upload[]> => {
    const before = known
    known = new Map()
    const found = new Map<number, Upload[]>()
    for (const { workspace_id, id, received_bytes, size_bytes, ...row } of rows) {
      const last = before.get(id)
      const begun = last ? last.received_bytes !== received_bytes : isNew(row.created_at, now)
      const moved_at = row.is_written || begun ? now.getTime() : (last?.moved_at ?? 0)
      known.set(id, { received_bytes, moved_at })
      // Whoever opened it has its id by then, and knows it for theirs.
      const hasBegun = row.is_written || received_bytes > 0
      if (!hasBegun || now.getTime() - moved_at > PATIENCE) continue
      const is = received_bytes === size_bytes ? 'examining' : 'uploading'
      const mine = found.get(workspace_id) ?? []
      mine.push({ upload_id: id, is, received_bytes, size_bytes })
      found.set(workspace_id, mine)
    }
    return found
  }
}

function isNew(created_at: string, now: Date) {
  return now.getTime() - new Date(created_at).getTime() <= PATIENCE
}
