/** Where a reader of events stands. */
import type { Context } from '#operations/context.ts'
import { cursorOf, parseCursor } from '#rules/event.ts'
import { Problem, wrong } from '#rules/problem.ts'
import { epochIn, type Head, headOf } from '#store/events.ts'

export interface Position extends Head {
  /** The last number that was seen. */
  after: number
  /** The epoch as this workspace's cursors have it. */
  shown: string
  /** The present end. */
  cursor: string
}

/**
 * Refuses a cursor that says nothing here (any more), and tells the one to go on with. Whoever reads back misses nothing by what
 * is forgotten: it ends there.
 */
export async function positionOf(
  after: string | undefined,
  context: Context,
  way: 'after' | 'before' = 'after',
): Promise<Position> {
  const head = await headOf(context.db)
  const shown = epochIn(head, context.workspace_id)
  const end = { ...head, shown, cursor: cursorOf(shown, head.seq) }
  if (after === undefined) return { ...end, after: 0 }
  if (after === 'now') return { ...end, after: head.seq }
  const parsed = parseCursor(after)
  if (!parsed) throw wrong(way, howTo[way])
  const kept = way === 'before' || parsed.seq >= head.pruned_seq
  if (parsed.epoch === shown && kept && parsed.seq <= head.seq) return { ...end, after: parsed.seq }
  throw gone(end.cursor)
}

function gone(cursor: string) {
  return new Problem(
    'cursor_gone',
    'Read anew what you need, then go on with the cursor that is given here: events behind yours are not kept, or it is of another workspace or from before a restore.',
    { cursor },
  )
}

/** Once it was read on from there: what was forgotten meanwhile was not read. From the oldest that is kept on nothing is missed. */
export async function requireKept({ after, seq, cursor }: Position, { db }: Context) {
  if (after === 0 || after === seq) return
  const { pruned_seq } = await headOf(db)
  if (after < pruned_seq) throw gone(cursor)
}

const howTo = {
  after: 'Take it from cursor, as it stands there, or use now.',
  before: 'Take it from before, as it stands in the last page.',
}

/** Yields whenever something happened in the workspace, and a last time at the end; each with the milliseconds left. */
export async function* between(until: number, context: Context) {
  let left = until - Date.now()
  // What comes while the reader looks is not missed: listening begins before.
  let heard = context.environment.happened(context.workspace_id, left, context.signal)
  while (left > 0 && !context.signal.aborted) {
    yield left
    await heard
    left = until - Date.now()
    heard = context.environment.happened(context.workspace_id, Math.max(0, left), context.signal)
  }
  yield 0
}
