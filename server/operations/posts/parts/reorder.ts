/** The slots that posts hold in a queue, dealt among them anew: all in one transaction, or none. */
import type { Context, ReadAhead } from '#operations/context.ts'
import { type Problem, wrong } from '#rules/problem.ts'
import { type Place, placeOf, setPlace } from '#store/queues.ts'
import { lockSlots, takenMoments } from '#store/schedule.ts'
import { applyFields, type Changed, eachOf, readAhead } from './many-changes.ts'
import { describeStatus } from './moves.ts'
import { atItsTime } from './own-times.ts'

interface Stand extends Place {
  id: number
  /** When it goes out, which jitter puts behind the slot. */
  at: string
}

/** The first id gets the earliest of their slots, and so on. What holds its slot already is not touched. */
export async function reorderQueue(ids: readonly number[], given: Context): Promise<Changed[]> {
  // Before all rows, as whoever takes a slot does: nobody finds one open while it changes hands.
  await lockSlots(given)
  const context = { ...given, ahead: await readAhead(ids, given) }
  const stands = ids.map((id) => standOf(id, context.ahead, context))
  const first = stands.find(isHeld)
  const held = stands.filter(isHeld).filter(({ queue_id }) => queue_id === first?.queue_id)
  const dealt = held.toSorted(byTime)
  return eachOf(ids, context, async (id, index) => {
    const stand = stands[index]
    // What is not there is told as to a call for it alone.
    if (!stand) return applyFields({ id }, context)
    if (!first || !isHeld(stand)) throw stand
    if (stand.queue_id !== first.queue_id)
      throw wrong(
        'queue',
        `Order the posts of one queue: post ${id} stands in queue ${stand.queue_id}, and post ${first.id} in queue ${first.queue_id}.`,
      )
    const to = dealt[index]
    if (!to || held.length < ids.length || to.id === id)
      return { id, warnings: [], unassessed: false }
    await requireFree(id, to, ids, context)
    const applied = await applyFields({ id, scheduled_at: to.at }, context)
    // A time that is given takes a post out of its queue; this one is of the queue.
    await setPlace(context, id, { queue_id: to.queue_id, slot: to.slot })
    return applied
  })
}

function isHeld(stand: Stand | Problem | undefined): stand is Stand {
  return stand !== undefined && 'slot' in stand
}

/** Where it stands, or why it has no slot that could change hands. Undefined: it is not there. */
function standOf(id: number, { whole }: ReadAhead, { now }: Context): Stand | Problem | undefined {
  const found = whole.get(id)
  if (!found) return undefined
  const { post, deliveries } = found
  const { approval_asked_at, approval_declined } = post
  const waits = approval_asked_at !== null && approval_declined === null
  if (post.deleted_at || post.status !== 'scheduled')
    return wrong(
      'status',
      `Only scheduled posts are ordered; post ${id} ${waits && !post.deleted_at ? 'waits for approval' : `is ${describeStatus(found)}`}.`,
    )
  if (deliveries.some(({ status }) => status !== 'pending'))
    return wrong('status', `Only scheduled posts are ordered; post ${id} is being published.`)
  const place = placeOf(deliveries)
  if (!place || post.scheduled_at === null) return noPlace(id)
  if (new Date(post.scheduled_at) <= now)
    return wrong(
      'scheduled_at',
      `The slot of post ${id} is over, at ${post.scheduled_at}: give it another with when next_slot.`,
    )
  return { ...place, id, at: post.scheduled_at }
}

function noPlace(id: number) {
  return wrong('queue', `Post ${id} stands in no queue: put it into one with when next_slot.`)
}

function byTime(one: Stand, other: Stand) {
  return Date.parse(one.at) - Date.parse(other.at) || Date.parse(one.slot) - Date.parse(other.slot)
}

/** As where a slot is taken: an account is not posted to twice at one moment. */
async function requireFree(
  id: number,
  { at }: Stand,
  ids: readonly number[],
  context: Context & { ahead: ReadAhead },
) {
  const stored = context.ahead.posts.get(id)
  if (!stored) return
  const account_ids = atItsTime(
    stored.platform_content,
    stored.socialAccounts.map((account) => account.id),
  )
  const taken = await takenMoments(context, { account_ids, after: context.now, but: ids })
  if (!taken.has(Date.parse(at))) return
  throw wrong(
    'scheduled_at',
    `Post ${id} would get ${at}, at which another post goes to one of its accounts.`,
  )
}
