/** Days of a zone as its clocks show them: 23 hours, 24 or 25, and never counted as 24. Pure. */
import { Temporal } from './temporal.ts'

const MINUTE = 60_000
/** What a row of a day stands for. */
export const ROW = 30 * MINUTE

export interface Clock {
  date: string
  /** 09:30. */
  time: string
  /** +02:00. */
  offset: string
}

function zoned(at: number | string, zone: string) {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
}

export function clockOf(at: number | string, zone: string): Clock {
  const there = zoned(at, zone)
  return {
    date: there.toPlainDate().toString(),
    time: there.toPlainTime().toString({ smallestUnit: 'minute' }),
    offset: there.offset,
  }
}

/** The moment at which clocks show it; where they never do, as much later as they jump; where they do twice, the first. */
export function momentOf(date: string, time: string, zone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone, plainTime: time })
    .epochMilliseconds
}

/** Whether clocks of that day show the time at all. */
export function exists(date: string, time: string, zone: string) {
  const { date: there, time: shown } = clockOf(momentOf(date, time, zone), zone)
  return there === date && shown === time
}

/** Half an hour of a day. */
export interface Step {
  at: number
  /** By the clock, to the half hour: 02:30. */
  time: string
  /** The second time that clocks show it on this day. */
  again: boolean
  offset: string
}

/** As many as the day has: 46 to 50 as a rule, none where a zone left the date out. */
export function stepsOf(date: string, zone: string): Step[] {
  const day = Temporal.PlainDate.from(date)
  const start = day.toZonedDateTime(zone).epochMilliseconds
  const end = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  const seen = new Set<string>()
  const steps: Step[] = []
  for (let at = start; at < end; at += ROW) {
    const { time: exact, offset } = clockOf(at, zone)
    const time = `${exact.slice(0, 3)}${exact.slice(3) < '30' ? '00' : '30'}`
    steps.push({ at, time, again: seen.has(time), offset })
    seen.add(time)
  }
  return steps
}

/** A row of a board of several days. */
export interface Row {
  key: string
  time: string
  again: boolean
  /** Where the clocks of one of the days show the time twice: what tells the two apart. */
  offset?: string
}

export interface Board {
  rows: readonly Row[]
  days: readonly { date: string; steps: readonly Step[]; places: ReadonlyMap<string, number> }[]
}

const keyOf = ({ time, again }: Pick<Step, 'time' | 'again'>) => (again ? `${time} again` : time)

/** Rows that fit all of the days: hours that come twice on one of them have two, hours that are left out have one still. */
export function boardOf(dates: readonly string[], zone: string): Board {
  const rows: Row[] = Array.from({ length: 48 }, (_, index) => {
    const time = `${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`
    return { key: time, time, again: false }
  })
  const all = dates.map((date) => ({ date, steps: stepsOf(date, zone) }))
  for (const { steps } of all) {
    for (const [index, step] of steps.entries()) {
      if (!step.again) continue
      const first = rows.find(({ key }) => key === step.time)
      const once = steps.find(({ time, again }) => time === step.time && !again)
      if (first && once) first.offset = once.offset
      if (rows.some(({ key }) => key === keyOf(step))) continue
      const before = steps[index - 1]
      const at = before ? rows.findIndex(({ key }) => key === keyOf(before)) + 1 : 0
      rows.splice(at, 0, { ...step, key: keyOf(step) })
    }
  }
  const places = new Map(rows.map(({ key }, index) => [key, index]))
  return {
    rows: rows.map(({ key, time, again, offset }) => ({
      key,
      time,
      again,
      ...(offset !== undefined && { offset }),
    })),
    days: all.map(({ date, steps }) => ({
      date,
      steps,
      places: new Map(steps.map((step) => [keyOf(step), places.get(keyOf(step)) ?? 0])),
    })),
  }
}

type BoardDay = Board['days'][number]

/** How far down it stands, in rows. */
export function rowOf({ steps, places }: BoardDay, at: number): number {
  const step = steps.findLast((each) => each.at <= at) ?? steps[0]
  if (!step) return 0
  return (places.get(keyOf(step)) ?? 0) + Math.min(1, Math.max(0, (at - step.at) / ROW))
}

/** The moment that far down; undefined where the day has none. */
export function momentAt({ steps, places }: BoardDay, row: number): number | undefined {
  const step = steps.find((each) => places.get(keyOf(each)) === Math.floor(row))
  return step && step.at + (row - Math.floor(row)) * ROW
}

/** Rows of the board that this day does not have. */
export function missingOf({ rows }: Board, { places }: BoardDay): number[] {
  return rows.flatMap(({ key }, index) => (places.has(key) ? [] : [index]))
}

const NEAR = 8 * MINUTE

/** Onto a slot that is near, else to five minutes; `free`: to the minute. */
export function snapped(at: number, slots: readonly number[], free: boolean): number {
  if (free) return Math.round(at / MINUTE) * MINUTE
  const near = slots.filter((slot) => Math.abs(slot - at) <= NEAR)
  const [slot] = near.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))
  return slot ?? Math.round(at / (5 * MINUTE)) * 5 * MINUTE
}
