/**
 * Deliveries and uploads while they are under way, told to open pages. No event says so: each would be a write beside every claim
 * and chunk. Instead somebody looks, once for all workspaces that are looked at, and nobody does while no page is open. See
 * docs/decisions/0119 and 0261.
 */
import { listUnderWay, type UnderWay } from '#store/deliveries.ts'
import type { Db } from '#store/schema.ts'
import { listUnfinished } from '#store/uploads.ts'
import { followUploads, type Upload } from './uploads.ts'

const EVERY = 750
/** What a page shows that was told of none. */
const NONE = '[]'

export interface Moved {
  post_id: number
  delivery_id: number
  account_id: number
  /** `over`: it settled, or waits for another try. */
  is: 'sending' | 'looking' | 'over'
  attempt: number
}

export interface News {
  deliveries: readonly Moved[]
  /** All that there are, where one moved, began or came to an end. */
  uploads?: readonly Upload[]
}

/** False: whoever it is does not listen just now. */
type Tell = (news: News) => boolean

export interface Watching {
  /** Until what is answered is called. Of uploads the first look tells all that are under way already. */
  watch(workspace_id: number, tell: Tell): () => void
}

export function watching(db: Db, clock: () => Date): Watching {
  /** With the uploads that were told, as text. */
  const watchers = new Map<number, Map<Tell, string>>()
  let seen = new Map<number, UnderWay>()
  const follow = followUploads()
  let timer: NodeJS.Timeout | undefined

  async function look() {
    timer = undefined
    const asked = [...watchers.keys()]
    if (!asked.length) return
    // Without an answer nothing is told, and the next look tells it.
    const now = clock()
    const looks = [listUnderWay(db, asked), listUnfinished(db, asked, now)] as const
    const [rows, unfinished] = await Promise.all(looks).catch(() => [])
    if (rows && unfinished) tell(movedIn(rows), follow(unfinished, now))
    again()
  }

  function movedIn(rows: readonly UnderWay[]) {
    const now = new Map(rows.map((row) => [row.id, row]))
    const begun = rows.filter((row) => !isSame(row, seen.get(row.id)))
    const over = [...seen.values()].filter(({ id }) => !now.has(id))
    seen = now
    return [
      ...begun.map((row) => ({
        row,
        is: row.in_doubt ? ('looking' as const) : ('sending' as const),
      })),
      ...over.map((row) => ({ row, is: 'over' as const })),
    ]
  }

  function tell(moved: ReturnType<typeof movedIn>, uploading: ReturnType<typeof follow>) {
    for (const [workspace_id, tells] of watchers) {
      const deliveries = moved
        .filter(({ row }) => row.workspace_id === workspace_id)
        .map(({ row: { id, post_id, account_id, attempt }, is }) => ({
          post_id,
          delivery_id: id,
          account_id,
          is,
          attempt,
        }))
      const uploads = uploading.get(workspace_id) ?? []
      const now = JSON.stringify(uploads)
      for (const [each, before] of tells) {
        if (!deliveries.length && now === before) continue
        const heard = each({ deliveries, ...(now !== before && { uploads }) })
        // Else the next look tells it.
        if (heard) tells.set(each, now)
      }
    }
  }

  function again() {
    if (timer || !watchers.size) return
    timer = setTimeout(() => void look(), EVERY)
    timer.unref()
  }

  return {
    watch(workspace_id, tell) {
      const tells = watchers.get(workspace_id) ?? new Map<Tell, string>()
      watchers.set(workspace_id, tells.set(tell, NONE))
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
