/** A rule of RFC 5545 as plain controls show it, and in a sentence. Pure. */
import { day, list } from '../../words/format.ts'
import { words } from '../../words/series.ts'

export const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Day = (typeof days)[number]
export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export const nths = [1, 2, 3, 4, 5, -1] as const
export const ends = ['count', 'until', 'open'] as const

export interface Plan {
  freq: (typeof frequencies)[number]
  interval: number
  /** Of a week. */
  days: readonly Day[]
  /** Of a month: by number, or by weekday. */
  by: 'date' | 'weekday'
  /** -1: the last. */
  month_day: number
  nth: (typeof nths)[number]
  weekday: Day
  end: (typeof ends)[number]
  count: number
  /** `2027-12-31`, or empty. */
  until: string
}

export const weekly: Plan = {
  freq: 'WEEKLY',
  interval: 1,
  days: ['MO'],
  by: 'date',
  month_day: 1,
  nth: 1,
  weekday: 'MO',
  end: 'count',
  count: 10,
  until: '',
}

/** On the weekday of `date`, such as `2026-11-25T09:00`. */
export function weeklyOn(date: string): Plan {
  const sundayFirst = new Date(`${date.slice(0, 10)}T00:00Z`).getUTCDay()
  return { ...weekly, days: days.slice((sundayFirst + 6) % 7).slice(0, 1) }
}

export function ruleOf(plan: Plan): string {
  const parts = [`FREQ=${plan.freq}`]
  if (plan.interval !== 1) parts.push(`INTERVAL=${plan.interval}`)
  if (plan.freq === 'WEEKLY' && plan.days.length)
    parts.push(`BYDAY=${days.filter((each) => plan.days.includes(each)).join(',')}`)
  if (plan.freq === 'MONTHLY')
    parts.push(
      plan.by === 'date' ? `BYMONTHDAY=${plan.month_day}` : `BYDAY=${plan.nth}${plan.weekday}`,
    )
  if (plan.end === 'count') parts.push(`COUNT=${plan.count}`)
  if (plan.end === 'until') parts.push(`UNTIL=${plan.until.replaceAll('-', '')}`)
  return parts.join(';')
}

/** Undefined where the controls cannot show all that it says. */
export function planOf(rule: string): Plan | undefined {
  const parts = new Map(
    rule
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/, '')
      .split(';')
      .filter(Boolean)
      .map((part): [string, string] => {
        const [name = '', value = ''] = part.split('=')
        return [name, value]
      }),
  )
  const freq = frequencies.find((each) => each === parts.get('FREQ'))
  if (!freq) return undefined
  const ended = endOf(parts)
  const placed = placedOf(freq, parts)
  if (!ended || !placed) return undefined
  return {
    ...weekly,
    days: [],
    freq,
    interval: Number(parts.get('INTERVAL') ?? 1),
    ...placed,
    ...ended,
  }
}

type Parts = ReadonlyMap<string, string>

function endOf(parts: Parts): Partial<Plan> | undefined {
  const count = parts.get('COUNT')
  if (count !== undefined) return { end: 'count', count: Number(count) }
  const until = parts.get('UNTIL')
  if (until === undefined) return { end: 'open' }
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(until) ?? []
  return year === undefined ? undefined : { end: 'until', until: `${year}-${month}-${date}` }
}

function placedOf(freq: Plan['freq'], parts: Parts): Partial<Plan> | undefined {
  const by_day = parts.get('BYDAY')
  const month_day = parts.get('BYMONTHDAY')
  if (freq === 'DAILY') return by_day === undefined && month_day === undefined ? {} : undefined
  if (freq === 'WEEKLY') {
    const named = by_day?.split(',') ?? []
    const known = days.filter((each) => named.includes(each))
    return known.length === named.length && month_day === undefined ? { days: known } : undefined
  }
  if (month_day !== undefined) {
    const shown = /^(-1|\+?([1-9]|[12]\d|3[01]))$/.test(month_day) && by_day === undefined
    return shown ? { by: 'date', month_day: Number(month_day) } : undefined
  }
  const [, nth, name] = /^\+?([1-5]|-1)([A-Z]{2})$/.exec(by_day ?? '') ?? []
  const weekday = days.find((each) => each === name)
  const which = nths.find((each) => each === Number(nth))
  return weekday && which ? { by: 'weekday', nth: which, weekday } : undefined
}

/** The first of June 2026 was a Monday. */
export function dayName(name: Day) {
  return day(`2026-06-0${days.indexOf(name) + 1}`, 'weekdayWhole')
}

/** “Every 2 weeks on Monday and Thursday at 09:00, 10 times”; the rule itself where no sentence says all of it. */
export function sentenceOf(rule: string, starts_at: string): string {
  const plan = planOf(rule)
  if (!plan) return rule
  const { rule: said } = words
  const on = placeOf(plan)
  const head = [said.every[plan.freq](plan.interval), on, said.at(starts_at.slice(11))]
  const end = {
    count: () => said.times(plan.count),
    until: () => said.until(day(plan.until)),
    open: () => said.open,
  }[plan.end]()
  return `${head.filter(Boolean).join(' ')}, ${end}`
}

function placeOf({ freq, days: on, by, month_day, nth, weekday }: Plan) {
  const { rule: said } = words
  if (freq === 'WEEKLY') return on.length ? said.onDays(list(on.map(dayName))) : ''
  if (freq === 'DAILY') return ''
  if (by === 'weekday') return said.onNth(nth, dayName(weekday))
  return month_day === -1 ? said.onLastDay : said.onDay(month_day)
}
