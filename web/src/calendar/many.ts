/** Many posts of a calendar at once: which are chosen, and how far each goes when they are moved together. Pure. */
import { moved } from '../writing/dates.ts'
import { clockOf, momentOf } from './days.ts'
import { type Entry, keyOf } from './entries.ts'

export type Chosen = ReadonlyMap<string, Entry>

export function withToggled(chosen: Chosen, entries: readonly Entry[]): Chosen {
  const next = new Map(chosen)
  // Of several, those that are missing come first: a second press takes all of them away.
  const missing = entries.filter((entry) => !chosen.has(keyOf(entry)))
  for (const entry of missing) next.set(keyOf(entry), entry)
  if (!missing.length) for (const entry of entries) next.delete(keyOf(entry))
  return next
}

/** From one to the other as they stand in time, both included; where the first is not in sight, the other alone. */
export function between(shown: readonly Entry[], from: string | undefined, to: Entry): Entry[] {
  const keys = shown.map(keyOf)
  const [one, other] = [keys.indexOf(from ?? ''), keys.indexOf(keyOf(to))]
  if (one === -1 || other === -1) return [to]
  return shown.slice(Math.min(one, other), Math.max(one, other) + 1)
}

const MINUTE = 60_000
const minuteOf = (at: number) => Math.floor(at / MINUTE) * MINUTE

/**
 * By as many days and minutes of the clock as the first of them goes, each from its own time: where clocks change between
 * them, some go an hour further than others. In minutes, and what goes so far.
 */
export function shiftsOf(
  entries: readonly Entry[],
  { from, to }: { from: number; to: number },
  zone: string,
): Map<number, Entry[]> {
  const [one, other] = [clockOf(from, zone), clockOf(to, zone)]
  const days = Math.round((dayNumber(other.date) - dayNumber(one.date)) / 86_400_000)
  const minutes = minutesOf(other.time) - minutesOf(one.time)
  return Map.groupBy(entries, ({ at }) => {
    const { date, time } = clockOf(at, zone)
    const wanted = minutesOf(time) + minutes
    const over = Math.floor(wanted / 1440)
    const there = momentOf(moved(date, days + over), clock(wanted - over * 1440), zone)
    return (there - minuteOf(Date.parse(at))) / MINUTE
  })
}

function dayNumber(date: string) {
  return Date.parse(`${date}T00:00:00Z`)
}

function minutesOf(time: string) {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

function clock(minutes: number) {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** So many lines for so many who want some: whoever wants few has them all, the others share the rest alike. */
export function share(wants: readonly number[], lines: number): number[] {
  const given = wants.map(() => 0)
  let left = lines
  let open = wants.flatMap((want, index) => (want > 0 ? [index] : []))
  while (left > 0 && open.length) {
    const each = Math.max(1, Math.floor(left / open.length))
    for (const index of open) {
      const more = Math.min(each, left, (wants[index] ?? 0) - (given[index] ?? 0))
      given[index] = (given[index] ?? 0) + more
      left -= more
    }
    open = open.filter((index) => (given[index] ?? 0) < (wants[index] ?? 0))
  }
  return given
}
