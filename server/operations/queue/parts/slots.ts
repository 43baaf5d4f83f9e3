/** Open slots of the posting schedule, and the one that a post takes. */
import { Problem } from '#rules/problem.ts'
import { labelOf, type SlotTime, slots, timesFor } from '#rules/schedule.ts'
import { listEntries, lockSlots, takenMoments } from '#store/schedule.ts'
import { findWorkspace } from '#store/workspaces.ts'
import { startsOf } from '../../calendars/parts/days.ts'
import type { Context } from '../../context.ts'

interface Days {
  from?: string | undefined
  to?: string | undefined
}

export interface Wish {
  /** Open for all of these; without any: at which nothing at all is planned. */
  account_ids: readonly number[]
  count: number
  /** Only those within these days of the workspace's zone. */
  within?: Days
  /** The post that asks, which may keep its place. */
  but?: number | undefined
}

export async function openSlots(context: Context, { account_ids, count, but, within }: Wish) {
  const [{ timezone }, entries] = await Promise.all([findWorkspace(context), listEntries(context)])
  const times = timesFor(entries, account_ids)
  const { after, before } = boundsOf(within, timezone, context.now)
  const taken = times.length
    ? await takenMoments(context, { account_ids, after, but: but === undefined ? [] : [but] })
    : new Set<number>()
  const open = firstOpen(times, timezone, { after, before, taken, count })
  return {
    timezone,
    slots: open.map((moment) => ({ iso: moment.toISOString(), label: labelOf(moment, timezone) })),
    planned: entries.length > 0,
    fitting: times.length > 0,
  }
}

/** Takes the next one, within the transaction of the post that will hold it; whoever asks meanwhile waits and gets another. */
export async function takeSlot(context: Context, account_ids: readonly number[], but?: number) {
  await lockSlots(context)
  const { slots: open, planned, fitting } = await openSlots(context, { account_ids, count: 1, but })
  const [slot] = open
  if (slot) return slot.iso
  const settings_url = `${context.environment.base_url}/settings/schedule`
  const why = !planned
    ? 'Set up a posting schedule first, or say a time: there is none.'
    : fitting
      ? 'Say a time: every slot of the coming year is taken.'
      : 'Say a time, or post to these accounts one by one: their schedules have no time in common.'
  throw new Problem('no_queue_slots', why, { settings_url })
}

/** A slot at the very beginning of a day to come counts, as one at this very moment does not. */
function boundsOf({ from, to }: Days = {}, timezone: string, now: Date) {
  const [begins] = from === undefined ? [] : startsOf({ from, to: from }, timezone)
  const end = to === undefined ? undefined : startsOf({ from: to, to }, timezone).at(-1)
  const after = begins === undefined ? now : new Date(Date.parse(begins) - 1)
  return {
    after: after > now ? after : now,
    before: end === undefined ? Infinity : Date.parse(end),
  }
}

function firstOpen(
  times: readonly SlotTime[],
  timezone: string,
  {
    after,
    before,
    taken,
    count,
  }: { after: Date; before: number; taken: ReadonlySet<number>; count: number },
) {
  const open: Date[] = []
  for (const moment of slots(times, timezone, after)) {
    if (open.length === count || moment.getTime() >= before) break
    if (!taken.has(moment.getTime())) open.push(moment)
  }
  return open
}
