/** What of the calendar is looked at, as it stands in the address. Pure. */
import { moved } from '../writing/dates.ts'
import { dayOf, firstDay, monthAway, monthGrid } from '../writing/phrases.ts'
import { clockOf } from './days.ts'

export const views = ['month', 'week', 'list'] as const
export type View = (typeof views)[number]

export const outcomes = [
  'scheduled',
  'draft',
  'publishing',
  'published',
  'partial',
  'failed',
] as const

/** As the address has them; what is not there is undefined. */
export type Search = Readonly<Record<string, string | undefined>>
export const fields = ['account', 'platform', 'outcome', 'label', 'risk', 'mine'] as const
export type Field = (typeof fields)[number]

export interface Looked {
  view: View
  /** The day that is looked at. */
  date: string
  /** Days that are shown. */
  dates: readonly string[]
  filter: Partial<Record<Field, string>>
}

const DAY = /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/

export function readView(search: Search, today: string): Looked {
  const view = views.find((each) => each === search['view']) ?? 'month'
  const asked = search['date'] ?? ''
  const date = DAY.test(asked) && moved(asked, 0) === asked ? asked : today
  const filter = Object.fromEntries(
    fields.flatMap((field) => (search[field] ? [[field, search[field]]] : [])),
  )
  return { view, date, dates: datesOf(view, date, today), filter }
}

/** Of the month that `today` is in, for whoever looks for no earlier day: not more than a week of what is over. */
export function datesOf(view: View, date: string, today?: string): string[] {
  if (view === 'month') {
    const whole = monthGrid(date.slice(0, 7), firstDay)
    if (today === undefined || !today.startsWith(date.slice(0, 7))) return whole.flat()
    const over = whole.findIndex((week) => week.includes(today)) - 1
    const start = whole[over]?.[0]
    if (start === undefined || over === 0 || date < start) return whole.flat()
    return Array.from({ length: whole.length * 7 }, (_, day) => moved(start, day))
  }
  if (view === 'list') return Array.from({ length: 31 }, (_, day) => moved(date, day))
  const start = moved(date, -((dayOf(date) + 7 - (firstDay % 7)) % 7))
  return Array.from({ length: 7 }, (_, day) => moved(start, day))
}

/** The same day, a page further or back. */
export function pageAway({ view, date }: Pick<Looked, 'view' | 'date'>, pages: number): string {
  if (view === 'week') return moved(date, 7 * pages)
  if (view === 'list') return moved(date, 31 * pages)
  const month = monthAway(date.slice(0, 7), pages)
  const last = Number(moved(`${monthAway(month, 1)}-01`, -1).slice(8))
  return `${month}-${String(Math.min(Number(date.slice(8)), last)).padStart(2, '0')}`
}

/** As the service takes it. */
export function filterOf({ account, platform, outcome, label, risk, mine }: Looked['filter']) {
  const word = outcomes.find((each) => each === outcome)
  return {
    ...(account !== undefined && /^\d+$/.test(account) && { account_ids: [Number(account)] }),
    ...(platform !== undefined && { platform }),
    ...(word && { outcome: [word] }),
    ...(label !== undefined && { labels: [label] }),
    ...(risk !== undefined && { at_risk: true }),
    ...(mine !== undefined && { mine: true }),
  }
}

export function todayIn(zone: string, now = Date.now()) {
  return clockOf(now, zone).date
}
