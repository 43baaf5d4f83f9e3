/** The posting schedule: times of the week at which posts go out, in the workspace's zone. Pure. */
import { Temporal } from 'temporal-polyfill'
import { z } from 'zod'
import { formatOf } from './clock.ts'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export const Weekday = z.enum(weekdays)
export type Weekday = z.infer<typeof Weekday>

export const ScheduleEntry = z.strictObject({
  weekday: Weekday,
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time of day such as 09:30.')
    .describe('Local time, HH:MM.'),
  /** Null: of every account that has none of its own. */
  account_id: z.int().min(1).nullable().default(null),
})
export type ScheduleEntry = z.output<typeof ScheduleEntry>

/** How far ahead slots are looked for. */
export const HORIZON_DAYS = 366
export const entriesMax = 500

/** A time of the week, whoever it is for. */
export type SlotTime = Pick<ScheduleEntry, 'weekday' | 'time'>

/**
 * The moments of these times after `after`, in order, each once, over the next 366 days. A time that a change of clocks
 * leaves out comes as much later as the clocks jump; one that comes twice is its first. On a date that a zone leaves out
 * altogether there is none.
 */
export function* slots(times: readonly SlotTime[], timezone: string, after: Date) {
  const byDay = Map.groupBy(times, ({ weekday }) => weekdays.indexOf(weekday) + 1)
  const begin = Temporal.Instant.fromEpochMilliseconds(after.getTime())
    .toZonedDateTimeISO(timezone)
    .toPlainDate()
  // Clocks that jump over midnight push a slot into the next day, among or onto that day's own.
  let held: number[] = []
  for (let day = -1; day <= HORIZON_DAYS + 1; day++) {
    const date = begin.add({ days: day })
    const midnight = date.toZonedDateTime(timezone).epochMilliseconds
    for (const moment of held) {
      if (moment < midnight && moment > after.getTime()) yield new Date(moment)
    }
    const moments = (byDay.get(date.dayOfWeek) ?? []).flatMap(({ time }) =>
      momentOf(date, time, timezone),
    )
    const late = held.filter((moment) => moment >= midnight)
    held = [...new Set([...late, ...moments])].sort((a, b) => a - b)
  }
}

const HALF_A_DAY = 12 * 3600_000

function momentOf(date: Temporal.PlainDate, time: string, timezone: string): number[] {
  const moment = date.toZonedDateTime({ timeZone: timezone, plainTime: time })
  const meant = date.toPlainDateTime(time)
  const moved = moment.toPlainDateTime().since(meant).total('milliseconds')
  return moved < HALF_A_DAY ? [moment.epochMilliseconds] : []
}

/** The times that fit all of these accounts: each has its own, or those of the workspace. Without accounts: every time. */
export function timesFor(
  entries: readonly ScheduleEntry[],
  account_ids: readonly number[],
): SlotTime[] {
  const keyOf = ({ weekday, time }: SlotTime) => `${weekday} ${time}`
  if (!account_ids.length) return unique(entries, keyOf)
  const own = account_ids.map((id) => {
    const theirs = entries.filter(({ account_id }) => account_id === id)
    return theirs.length ? theirs : entries.filter(({ account_id }) => account_id === null)
  })
  const [first = [], ...others] = own
  const shared = first.filter((entry) =>
    others.every((times) => times.some((each) => keyOf(each) === keyOf(entry))),
  )
  return unique(shared, keyOf)
}

function unique(entries: readonly SlotTime[], keyOf: (entry: SlotTime) => string) {
  return [...new Map(entries.map((entry) => [keyOf(entry), entry])).values()]
}

/** For people: `Mon 23 Nov 2026, 09:30 (Europe/Berlin)`. */
export function labelOf(moment: Date, timezone: string) {
  const parts = formatOf('en-GB', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((each) => each.type === type)?.value ?? ''
  return `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}, ${part('hour')}:${part('minute')} (${timezone})`
}

/** `mon-fri 09:00 12:30; sat 11:00` as entries, or what cannot be read of it. */
export function parseTimes(text: string): { times: SlotTime[] } | { problem: string } {
  const times: SlotTime[] = []
  for (const part of text.split(/[;\n]/).map((each) => each.trim().toLowerCase())) {
    if (!part) continue
    const [days = '', ...hours] = part.split(/[\s,]+/)
    const named = daysOf(days)
    if (!named)
      return { problem: `“${days}” is no day: use mon, tue … or a range such as mon-fri.` }
    if (!hours.length) return { problem: `“${part}” has no time: write mon 09:30.` }
    for (const hour of hours) {
      const time = ScheduleEntry.shape.time.safeParse(hour.padStart(5, '0'))
      if (!time.success) return { problem: `“${hour}” is no time of day such as 09:30.` }
      times.push(...named.map((weekday) => ({ weekday, time: time.data })))
    }
  }
  return { times: unique(times, ({ weekday, time }) => `${weekday} ${time}`) }
}

function daysOf(text: string): Weekday[] | undefined {
  const [from, to = from, ...more] = text.split('-').map((each) => Weekday.safeParse(each).data)
  if (!from || !to || more.length) return undefined
  const [first, last] = [weekdays.indexOf(from), weekdays.indexOf(to)]
  // fri-mon goes over the weekend.
  const count = ((last - first + 7) % 7) + 1
  return Array.from({ length: count }, (_, index) => weekdays[(first + index) % 7] ?? from)
}
