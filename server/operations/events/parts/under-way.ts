/**
 * Deliveries while they are under way, told to open pages. No event says so: each would be a write beside every claim. Instead
 * somebody looks, once for all workspaces that are looked at, and nobody does while no page is open. See docs/decisions/0119.
 */
import { listUnderWay, type UnderWay } from '#store/deliveries.ts'
import type { Db } from '#store/schema.ts'

const EVERY = 750

export interface Moved {
  post_id: number
  delivery_id: number
  account_id: number
  /** `over`: it settled, or waits for another try. */
  is: 'sending' | 'looking' | 'over'
  attempt: number
}

type Tell = (moved: readonly Moved[]) => void

export interface Watching {
  /** Until what is answered is called. */
  watch(workspace_id: number, tell: Tell): () => void
}

export function watching(db: Db): Watching {
  const watchers = new Map<number, Set<Tell>>()
  let seen = new Map<number, UnderWay>()
  let timer: NodeJS.Timeout | undefined

  async function look() {
    timer = undefined
    const asked = [...watchers.keys()]
    if (!asked.length) return
    // Without an answer nothing is told, and the next look tells it.
    const rows = await listUnderWay(db, asked).catch(() => undefined)
    if (rows) tell(rows)
    again()
  }

  function tell(rows: readonly UnderWay[]) {
    const now = new Map(rows.map((row) => [row.id, row]))
    const begun = rows.filter((row) => !isSame(row, seen.get(row.id)))
    const over = [...seen.values()].filter(({ id }) => !now.has(id))
    seen = now
    const moved = [
      ...begun.map((row) => ({
        row,
        is: row.in_doubt ? ('looking' as const) : ('sending' as const),
      })),
      ...over.map((row) => ({ row, is: 'over' as const })),
    ]
    for (const [workspace_id, tells] of watchers) {
      const mine = moved.filter(({ row }) => row.workspace_id === workspace_id)
      if (!mine.length) continue
      const told = mine.map(({ row: { id, post_id, account_id, attempt }, is }) => ({
        post_id,
        delivery_id: id,
        account_id,
        is,
        attempt,
      }))
      for (const each of tells) each(told)
    }
  }

  function again() {
    if (timer || !watchers.size) return
    timer = setTimeout(() => void look(), EVERY)
    timer.unref()
  }

  return {
    watch(workspace_id, tell) {
      const tells = watchers.get(workspace_id) ?? new Set()
      watchers.set(workspace_id, tells.add(tell))
      again()
      return () => {
        tells.delete(tell)
        if (!tells.size && watchers.get(workspace_id) === tells) watchers.delete(workspace_id)
      }
    },
  }
}

function isSame(a: UnderWay, b: UnderWay | undefined) {
  return b !== undefined && a.attempt === b.attempt && a.in_doubt === b.in_doubt
}
