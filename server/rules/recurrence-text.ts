/** A rule as callers write it, `FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10`: the part of RFC 5545 that a series takes. Pure. */
import { z } from 'zod'

export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
const codes = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export interface Rule {
  freq: (typeof frequencies)[number]
  interval: number
  /** 0 is Monday; `nth` of a month, from its end where it is negative. */
  by_day: readonly { weekday: number; nth?: number }[]
  by_month_day: readonly number[]
  count?: number
  /** By the clock of the series, or as a moment. Either is the last that may be. */
  until?: { local: string } | { at: Date }
}

const MOST = { interval: 365, count: 1_000 }
export const example = 'FREQ=WEEKLY;BYDAY=MO,TH;COUNT=10'

/** The rule, or everything that is wrong with it. */
export function parseRule(text: string): { rule: Rule } | { problems: string[] } {
  const problems: string[] = []
  const parts = new Map<string, string>()
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    if (part === '') continue
    const [name = '', value = '', ...more] = part.split('=')
    if (more.length || !value) problems.push(`“${part}” is no NAME=VALUE, as in ${example}.`)
    else if (parts.has(name)) problems.push(`Say ${name} once.`)
    else if (!(name in readers)) problems.push(`${name} is not taken: use ${known}.`)
    else parts.set(name, value)
  }
  if (!parts.has('FREQ') && !problems.length)
    problems.push(`Say how often: FREQ=${frequencies.join(', FREQ=')}. Such as ${example}.`)
  const rule: Partial<Rule> & Pick<Rule, 'interval' | 'by_day' | 'by_month_day'> = {
    interval: 1,
    by_day: [],
    by_month_day: [],
  }
  for (const [name, value] of parts) {
    const read = readers[name]?.(value)
    if (typeof read === 'string') problems.push(read)
    else Object.assign(rule, read)
  }
  const { freq } = rule
  if (freq) problems.push(...together({ ...rule, freq }))
  return problems.length || !freq ? { problems } : { rule: { ...rule, freq } }
}

/** What no part says alone. */
function together({ freq, by_day, by_month_day, count, until }: Rule): string[] {
  const problems: string[] = []
  if (count !== undefined && until) problems.push('Say COUNT or UNTIL: both together say two ends.')
  if (freq === 'WEEKLY' && by_month_day.length)
    problems.push('BYMONTHDAY is for FREQ=MONTHLY or DAILY.')
  if (freq !== 'MONTHLY' && by_day.some(({ nth }) => nth !== undefined))
    problems.push('A number before a day, such as 1MO, is for FREQ=MONTHLY.')
  return problems
}

type Read = (value: string) => Partial<Rule> | string

const readers: Record<string, Read> = {
  FREQ(value) {
    const freq = frequencies.find((each) => each === value)
    return freq ? { freq } : `FREQ=${value} is not taken: use ${frequencies.join(', ')}.`
  },
  INTERVAL: (value) => {
    const interval = whole(value, MOST.interval)
    return interval ? { interval } : `INTERVAL is a number from 1 to ${MOST.interval}.`
  },
  BYDAY(value) {
    const by_day = value.split(',').map((word) => {
      const [, nth, code] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(word) ?? []
      const weekday = codes.findIndex((each) => each === code)
      return weekday < 0 ? undefined : { weekday, ...(nth && { nth: Number(nth) }) }
    })
    return by_day.every((each) => each !== undefined)
      ? { by_day }
      : `BYDAY takes ${codes.join(', ')}, with FREQ=MONTHLY also 1MO to 5MO and -1MO to -5MO.`
  },
  BYMONTHDAY(value) {
    const by_month_day = value
      .split(',')
      .map((word) => (/^[+-]?\d{1,2}$/.test(word) ? Number(word) : 0))
    return by_month_day.every((day) => day !== 0 && Math.abs(day) <= 31)
      ? { by_month_day }
      : 'BYMONTHDAY takes 1 to 31, and -1 (the last) to -31.'
  },
  COUNT: (value) => {
    const count = whole(value, MOST.count)
    return count ? { count } : `COUNT is a number from 1 to ${MOST.count}.`
  },
  UNTIL(value) {
    const [, year, month, day, hour, minute, second, utc] =
      /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value) ?? []
    const date = `${year}-${month}-${day}`
    const time = hour === undefined ? '23:59' : `${hour}:${minute}`
    const sound =
      year !== undefined && z.iso.datetime().safeParse(`${date}T${time}:${second ?? '00'}Z`).success
    if (!sound)
      return 'UNTIL is a date such as 20261231, a local time such as 20261231T090000, or one in UTC such as 20261231T080000Z.'
    if (utc) return { until: { at: new Date(`${date}T${time}:${second}Z`) } }
    return { until: { local: `${date}T${time}` } }
  },
}
const known = Object.keys(readers).join(', ')

function whole(value: string, most: number) {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** On the wire: text, which is kept as it was written. */
export const RuleText = z
  .string()
  .max(300, 'At most 300 characters.')
  .superRefine((text, context) => {
    const read = parseRule(text)
    for (const message of 'problems' in read ? read.problems : [])
      context.addIssue({ code: 'custom', message })
  })

/** Of a text that was taken before. */
export function ruleOf(text: string): Rule {
  const read = parseRule(text)
  if ('problems' in read) throw new Error(`A rule was kept that is none: ${text}`)
  return read.rule
}

/** Whether it ends by itself. */
export function hasEnd({ count, until }: Rule) {
  return count !== undefined || until !== undefined
}
