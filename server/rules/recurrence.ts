/**
 * When a series comes: a subset of RFC 5545's recurrence rules, counted in the clock of a place. Days are numbered from
 * 1970-01-01, so that counting from the beginning costs nothing. Pure.
 */
import { Temporal } from 'temporal-polyfill'
import type { Rule } from './recurrence-text.ts'

/** One time of a series. */
export interface Occurrence {
  /** What the clock shows, `2026-11-20T09:00`: what it is known by, whatever the clocks do. */
  local: string
  /** When that is; undefined on a date that the zone leaves out altogether. */
  at: Date | undefined
  /** From 0: counts those that are skipped or left out as well. */
  number: number
}

export interface Recurrence {
  rule: Rule
  /** Local, `2026-11-20T09:00`: nothing comes before, and all comes at its time of day. */
  starts_at: string
  timezone: string
}

/** How far ahead anything is looked for. */
export const YEARS_AHEAD = 10
const DAY = 86_400_000

/** In order: those up to `until`, or as far as the rule goes. What is a day or more before `from` is counted, and not told. */
export function* occurrences(
  { rule, starts_at, timezone }: Recurrence,
  until: Date,
  from?: Date,
): Generator<Occurrence> {
  const [date = '', time = ''] = starts_at.split('T')
  const first = dayOf(date)
  // No zone is more than a day away from UTC.
  const last = Math.floor(until.getTime() / DAY) + 1
  const told = from ? Math.floor(from.getTime() / DAY) - 2 : first
  let number = 0
  for (const day of days(rule, first, last)) {
    if (rule.count !== undefined && number >= rule.count) return
    // What is long past takes no moment: that is what costs.
    if (day < told) {
      number++
      continue
    }
    const local = `${dateOf(day)}T${time}`
    if (rule.until && 'local' in rule.until && local > rule.until.local) return
    const at = momentOf(local, timezone)
    if (at && rule.until && 'at' in rule.until && at > rule.until.at) return
    if (at && at > until) return
    yield { local, at, number }
    number++
  }
}

/** Whether all of them come within ten years: what goes on for longer is endless to those who work with it. */
export function reaches(recurrence: Recurrence): { first: boolean; all: boolean } {
  const { rule, starts_at } = recurrence
  const horizon = yearsAfter(starts_at, YEARS_AHEAD)
  if (rule.count === undefined) {
    const [found] = occurrences(recurrence, horizon)
    const { until } = rule
    const end = until && ('at' in until ? until.at : new Date(`${until.local}Z`))
    return { first: found !== undefined, all: end === undefined || end <= horizon }
  }
  let found = 0
  // Days alone: a thousand moments would take a tenth of a second.
  for (const _ of days(rule, dayOf(starts_at.slice(0, 10)), Math.floor(horizon.getTime() / DAY)))
    if (++found === rule.count) break
  return { first: found > 0, all: found === rule.count }
}

export function yearsAfter(local: string, years: number) {
  const date = Temporal.PlainDateTime.from(local).add({ years })
  return new Date(date.toZonedDateTime('UTC').epochMilliseconds)
}

const HALF_A_DAY = 12 * 3600_000

/**
 * As times of the posting schedule: one that a change of clocks leaves out comes as much later as they jump, one that comes
 * twice is its first, and on a date that a zone leaves out altogether there is none.
 */
export function momentOf(local: string, timezone: string): Date | undefined {
  const meant = Temporal.PlainDateTime.from(local)
  const moment = meant.toZonedDateTime(timezone)
  const moved = moment.toPlainDateTime().since(meant).total('milliseconds')
  return moved < HALF_A_DAY ? new Date(moment.epochMilliseconds) : undefined
}

export function localIn(timezone: string, at: Date) {
  const shown = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
  return shown.toPlainDateTime().toString({ smallestUnit: 'minute' })
}

function* days(rule: Rule, first: number, last: number): Generator<number> {
  const periods = { DAILY: daily, WEEKLY: weekly, MONTHLY: monthly }
  for (const found of periods[rule.freq](rule, first, last)) {
    if (found > last) return
    if (found >= first) yield found
  }
}

function* daily({ interval, by_day, by_month_day }: Rule, first: number, last: number) {
  const wanted = new Set(by_day.map(({ weekday }) => weekday))
  for (let day = first; day <= last; day += interval) {
    const of = partsOf(day)
    if (wanted.size && !wanted.has(weekdayOf(day))) continue
    if (by_month_day.length && !by_month_day.some((each) => isDayOf(of, each))) continue
    yield day
  }
}

function* weekly({ interval, by_day }: Rule, first: number, last: number) {
  const monday = first - weekdayOf(first)
  const named = by_day.length ? by_day.map(({ weekday }) => weekday) : [weekdayOf(first)]
  const wanted = [...new Set(named)].sort((a, b) => a - b)
  for (let week = monday; week <= last; week += 7 * interval)
    for (const weekday of wanted) yield week + weekday
}

function* monthly({ interval, by_day, by_month_day }: Rule, first: number, last: number) {
  const { year, month, day } = partsOf(first)
  const numbers = by_day.length || by_month_day.length ? by_month_day : [day]
  for (let index = year * 12 + month; ; index += interval) {
    const begin = dayNumber(Math.floor(index / 12), index % 12, 1)
    if (begin > last) return
    const length = dayNumber(Math.floor((index + 1) / 12), (index + 1) % 12, 1) - begin
    for (let each = 1; each <= length; each++) {
      const of = { day: each, length }
      const numbered = !numbers.length || numbers.some((one) => isDayOf(of, one))
      if (numbered && isWeekdayOf(of, weekdayOf(begin + each - 1), by_day)) yield begin + each - 1
    }
  }
}

/** -1 is the last one. */
function isDayOf({ day, length }: { day: number; length: number }, wanted: number) {
  return wanted > 0 ? day === wanted : day === length + 1 + wanted
}

/** The first Monday, the last Friday; without a number every one. */
function isWeekdayOf(
  { day, length }: { day: number; length: number },
  weekday: number,
  by_day: Rule['by_day'],
) {
  if (!by_day.length) return true
  const nth = Math.ceil(day / 7)
  const fromEnd = -Math.ceil((length + 1 - day) / 7)
  return by_day.some(
    (each) =>
      each.weekday === weekday &&
      (each.nth === undefined || each.nth === nth || each.nth === fromEnd),
  )
}

function dayOf(date: string) {
  return Date.parse(`${date}T00:00Z`) / DAY
}

function dayNumber(year: number, month: number, day: number) {
  return Date.UTC(year, month, day) / DAY
}

function dateOf(day: number) {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

/** 0 is Monday: a week begins with it. */
function weekdayOf(day: number) {
  return (((day + 3) % 7) + 7) % 7
}

function partsOf(number: number) {
  const date = new Date(number * DAY)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return { year, month, day, length: new Date(Date.UTC(year, month + 1, 0)).getUTCDate() }
}
