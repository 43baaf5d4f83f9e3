/** What a page that is open is told: which things changed, and to which version. It fetches them itself. */
import type { Context } from '#operations/context.ts'
import { audible, cursorOf } from '#rules/event.ts'
import { Problem } from '#rules/problem.ts'
import { type EventRow, listEvents } from '#store/events.ts'
import { positionOf, requireKept } from './position.ts'

/** Things in one message, and messages in one go; who is further behind looks at everything anew. */
const MOST = 100
const MESSAGES = 4

export interface Message {
  /** Where it ends: told again as Last-Event-ID. */
  id: string
  event: 'events' | 'resync'
  data: Record<string, unknown>
}

/** One thing that is not what it was. */
export type Change = Pick<
  EventRow,
  'type' | 'post_id' | 'delivery_id' | 'account_id' | 'media_id'
> & { id: string; updated_at: unknown }

export interface Told {
  messages: Message[]
  /** All that the messages tell. Undefined: too much of it, or nobody knows any more. */
  changes: Change[] | undefined
  cursor: string
}

/** What came behind the cursor, and the new one. A cursor that says nothing any more is a reason to look at everything. */
export async function since(cursor: string, context: Context): Promise<Told> {
  const read = await readBehind(cursor, context).catch((error: unknown) => {
    if (error instanceof Problem && error.code !== 'unavailable') return undefined
    throw error
  })
  if (!read || read.rows.length > MOST * MESSAGES) return resync(context)
  const { from, rows } = read
  const changes = rows.map(
    ({ uuid, type, post_id, delivery_id, account_id, media_id, data }): Change => ({
      id: uuid,
      type,
      post_id,
      delivery_id,
      account_id,
      media_id,
      updated_at: data['updated_at'] ?? null,
    }),
  )
  const messages: Message[] = []
  for (let at = 0; at < rows.length; at += MOST) {
    const id = cursorOf(from.shown, rows[Math.min(at + MOST, rows.length) - 1]?.seq ?? from.seq)
    messages.push({ id, event: 'events', data: { events: changes.slice(at, at + MOST) } })
  }
  return { messages, changes, cursor: from.cursor }
}

async function readBehind(cursor: string, context: Context) {
  const from = await positionOf(cursor, context)
  const filter = { types: audible(context.caller), after: from.after, upto: from.seq }
  const rows = await listEvents(context, filter, MOST * MESSAGES + 1)
  await requireKept(from, context)
  return { from, rows }
}

async function resync(context: Context): Promise<Told> {
  const { cursor } = await positionOf('now', context)
  return {
    messages: [{ id: cursor, event: 'resync', data: {} }],
    changes: undefined,
    cursor,
  }
}
