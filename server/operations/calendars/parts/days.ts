/** Days of a zone as moments, and the slots that are open on them. */
import { Temporal } from 'temporal-polyfill'
import { slots, timesFor } from '#rules/schedule.ts'
import { addDays, datesIn, type Window } from '#rules/window.ts'
import { takenBetween } from '#store/planned-days.ts'
import { listEntries } from '#store/schedule.ts'
import type { Context } from '../../context.ts'

/** When each day begins there, and when the last one has ended: 23 to 25 hours apart, as a rule. */
export function startsOf({ from, to }: Window, timezone: string): string[] {
  return datesIn({ from, to: addDays(to, 1) }).map((date) => {
    const { epochMilliseconds } = Temporal.PlainDate.from(date).toZonedDateTime(timezone)
    return new Date(epochMilliseconds).toISOString()
  })
}

interface Asked {
  starts: readonly string[]
  timezone: string
  /** Undefined: of all. */
  account_ids: readonly number[] | undefined
}

/** Those of every account where nothing at all is planned, those of one account where nothing of it is. */
export async function freeSlots(context: Context, { starts, timezone, account_ids }: Asked) {
  const from = new Date(Math.max(context.now.getTime(), Date.parse(starts[0] ?? '')))
  const to = Date.parse(starts.at(-1) ?? '')
  if (from.getTime() >= to) return []
  const entries = await listEntries(context)
  const exists = (id: number) =>
    (!context.account_ids || context.account_ids.includes(id)) &&
    (!account_ids || account_ids.includes(id))
  const owners = [...new Set(entries.map(({ account_id }) => account_id))].filter(
    (id) => id === null || exists(id),
  )
  if (!owners.length) return []
  const rows = await takenBetween(context, from.toISOString(), new Date(to).toISOString())
  const taken = Map.groupBy(rows, ({ at }) => Date.parse(at))
  const isOpen = (moment: number, owner: number | null) => {
    const there = taken.get(moment) ?? []
    return owner === null ? !there.length : !there.some((each) => each.account_id === owner)
  }
  const open: { iso: string; account_id: number | null }[] = []
  for (const account_id of owners) {
    const own = entries.filter((entry) => entry.account_id === account_id)
    // A slot at the very beginning counts, as one at this very moment does not.
    const after = new Date(from.getTime() - (from > context.now ? 1 : 0))
    for (const slot of slots(timesFor(own, []), timezone, after)) {
      if (slot.getTime() >= to) break
      if (isOpen(slot.getTime(), account_id)) open.push({ iso: slot.toISOString(), account_id })
    }
  }
  return open.sort((a, b) => (a.iso < b.iso ? -1 : a.iso > b.iso ? 1 : 0))
}
