/** Up to where each workspace is known here: what comes behind may have changed what was read. */
import type { Cursors } from '../api/types.ts'

const cursors = new Map<number, string>()

export const cursorIn = (workspace: number) => cursors.get(workspace)

export function keepCursor(workspace: number, cursor: string) {
  cursors.set(workspace, cursor)
}

/** A later one is none to begin at: what was read behind the first may be older than it. */
export function keepCursors(told: Cursors) {
  for (const [id, cursor] of Object.entries(told))
    if (!cursors.has(Number(id))) cursors.set(Number(id), cursor)
}
