/** A named queue as callers see and write it, and the slot that a post takes of it. */
import { z } from 'zod'
import type { Context } from '#operations/context.ts'
import { nameUpTo, number, unknownAccounts } from '#operations/ids.ts'
import { limits } from '#rules/limits.ts'
import { Id, rehearsed } from '#rules/post.ts'
import { collector, type FieldErrors, Problem, wrong } from '#rules/problem.ts'
import { JITTER_MAX, jittered, QueueTime, queueTimes } from '#rules/queue.ts'
import { slots } from '#rules/schedule.ts'
import type { Timing } from '#rules/when.ts'
import { isNameTaken } from '#store/names.ts'
import { findQueue, type Place, type QueueRow, takenSlots } from '#store/queues.ts'
import { lockSlots, takenMoments } from '#store/schedule.ts'
import { findWorkspace } from '#store/workspaces.ts'

export const Queue = z.object({
  id: z.int().min(0),
  name: z.string(),
  account_ids: z.array(Id).describe('Whose posts it takes, of those that are connected.'),
  any_account: z
    .boolean()
    .describe('It takes posts of any account. False without account_ids: of none, for now.'),
  times: z.array(QueueTime),
  jitter: z.int().describe('Minutes that posts are later than their slot, at most.'),
  paused: z.boolean(),
  paused_since: z.iso.datetime().nullable(),
  waiting: z.int().describe('Posts in it that are still to go out.'),
  next_slot: z.iso.datetime().nullable().describe('Open now, not reserved.'),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  dry_run: rehearsed,
})

export const queueId = number(1, Number.MAX_SAFE_INTEGER).describe('The queue.')

const noSuch = 'There is no such queue; see list_queues.'
export const onlyNext = 'Say when next_slot with it: nothing else takes a slot of a queue.'

export const inQueue = number(1, Number.MAX_SAFE_INTEGER).describe(
  'With when next_slot: the queue whose next slot it takes.',
)

export const queueFields = {
  name: nameUpTo(limits.account_set_name_chars).describe('Unique in the workspace.'),
  account_ids: z
    .array(Id)
    .max(limits.accounts_per_leash, `At most ${limits.accounts_per_leash}.`)
    .refine((list) => new Set(list).size === list.length, 'An id may stand here once only.')
    .describe('Whose posts it takes; none: of any account.'),
  times: queueTimes,
  jitter: number(0, JITTER_MAX).describe('Post up to so many minutes after the slot; default 0.'),
  paused: z.boolean().describe('Hold what stands in it.'),
}

export function noQueue(id: number) {
  return new Problem(
    'queue_not_found',
    `Look for its id with list_queues: there is no queue ${id}.`,
  )
}

interface Said {
  name?: string | undefined
  account_ids?: readonly number[] | undefined
}

/** What is wrong with it in this workspace; `but` is the queue itself. */
export async function checkFields(
  { name, account_ids }: Said,
  context: Context,
  but?: number,
): Promise<FieldErrors> {
  const { errors, add } = collector()
  if (name !== undefined && (await isNameTaken(context, 'queues', name, but)))
    add('name', 'Use another name: there is a queue called so.')
  return { ...errors, ...(await unknownAccounts({ account_ids }, context)) }
}

/** To whoever sees some accounts only, a queue of others does not exist. */
export function isSeen({ account_ids, open }: QueueRow, context: Context) {
  return open || account_ids.length > 0 || context.account_ids === undefined
}

export async function shownQueue(row: QueueRow, context: Context): Promise<z.input<typeof Queue>> {
  const { open: any_account, held_at, ...queue } = row
  const [place] = await openPlaces(context, row, { account_ids: [] })
  return {
    ...queue,
    any_account,
    paused: held_at !== null,
    paused_since: held_at,
    next_slot: place?.slot ?? null,
  }
}

/** What is wrong with a queue where a post names it, for these accounts. */
export async function checkQueue(
  { at, queue: id }: Pick<Timing, 'at' | 'queue'>,
  account_ids: readonly number[],
  context: Context,
): Promise<FieldErrors> {
  if (id === undefined) return {}
  if (at !== 'next_slot') return { queue: [onlyNext] }
  const queue = await findQueue(context, id)
  if (!queue || !isSeen(queue, context)) return { queue: [noSuch] }
  const others = account_ids.filter((each) => !queue.account_ids.includes(each))
  if (queue.open || !others.length) return {}
  return { queue: [`${queue.name} takes no posts for account ${others.join(', ')}: name another.`] }
}

/** What is wrong with accounts that a post gets while it stays in its queue. */
export async function checkJoining(
  { queue_id, joining, named }: Joining,
  context: Context,
): Promise<FieldErrors> {
  const queue = joining.length ? await findQueue(context, queue_id) : undefined
  if (!queue || queue.open) return {}
  const { errors, add } = collector()
  for (const id of joining.filter((each) => !queue.account_ids.includes(each))) {
    const index = named.indexOf(id)
    add(
      index < 0 ? 'account_set_ids' : `social_account_ids.${index}`,
      `${queue.name}, in which this post stands, takes no posts for account ${id}: leave it out, or move the post with when.`,
    )
  }
  return errors
}

interface Joining {
  queue_id: number
  joining: readonly number[]
  /** As the caller wrote them; others came with a set. */
  named: readonly number[]
}

/** Takes the next open slot of it, within the transaction of the post that will hold it; whoever asks meanwhile waits. */
export async function takePlace(
  context: Context,
  queue_id: number,
  asked: { account_ids: readonly number[]; but?: number },
): Promise<Place & { at: string }> {
  await lockSlots(context)
  const queue = await findQueue(context, queue_id)
  if (!queue) throw wrong('queue', noSuch)
  const [place] = await openPlaces(context, queue, asked)
  if (place) return place
  throw new Problem('no_queue_slots', 'Say a time: every slot of the coming year is taken.', {
    settings_url: `${context.environment.base_url}/settings/schedule`,
  })
}

/** A slot is open when nothing of the queue takes it, and nothing is planned at its moment for these accounts. */
async function openPlaces(
  context: Context,
  queue: QueueRow,
  { account_ids, but }: { account_ids: readonly number[]; but?: number },
) {
  const after = context.now
  const { timezone } = await findWorkspace(context)
  const taken = await takenSlots(context, { queue_id: queue.id, after, but })
  const planned = account_ids.length
    ? await takenMoments(context, { account_ids, after, but: but === undefined ? [] : [but] })
    : new Set<number>()
  for (const slot of slots(queue.times, timezone, after)) {
    const at = jittered(slot, queue)
    if (taken.has(slot.getTime()) || planned.has(at.getTime())) continue
    return [{ queue_id: queue.id, slot: slot.toISOString(), at: at.toISOString() }]
  }
  return []
}
