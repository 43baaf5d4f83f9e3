/** Numbers, sizes, lists and moments as the person's own language writes them. The only place that asks Intl for them. */
import { locale } from './language.ts'

/** What stands in a sentence. */
export type Value = string | number

export const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
let chosenZone: string | null = null

/** By whose clock the person reads times: the zone that they keep, or else their browser's. */
export function ownZone() {
  return chosenZone ?? browserZone
}

/** What the person keeps, or null: as the browser has it. */
export function keepZone(zone: string | null) {
  chosenZone = zone
}

const whole = new Intl.NumberFormat(locale)
const both = new Intl.ListFormat(locale, { type: 'conjunction' })
const kinds = new Intl.PluralRules(locale)

export function number(value: number) {
  return whole.format(value)
}

const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
const changes = new Intl.NumberFormat(locale, {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})
const plain = new Intl.NumberFormat(locale, {
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})
const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })

/** “3.87%”, of a share. */
export function percent(share: number) {
  return shares.format(share)
}

/** “+12.5%”. */
export function signed(share: number) {
  return changes.format(share)
}

/** “+0.3”: how far two shares are apart, in hundredths. */
export function points(difference: number) {
  return plain.format(difference * 100)
}

/** “+12”. */
export function gained(count: number) {
  return plain.format(count)
}

/** “12.3K”, beside an axis. */
export function compact(value: number) {
  return short.format(value)
}

const LENGTHS = [
  ['day', 24 * 60],
  ['hour', 60],
  ['minute', 1],
] as const

/** “1 day and 12 hours”, of whole minutes. */
export function lengthOf(minutes: number) {
  let left = minutes
  const parts = LENGTHS.flatMap(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    if (count === 0) return []
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  })
  return list(parts)
}

/** “a, b and c”. */
export function list(words: readonly string[]) {
  return both.format(words)
}

/** “a, b or c”. */
export function either(words: readonly string[]) {
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(words)
}

/** What a language says of one, of two, of a few; `other` stands for what is not named. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The form that goes with so many. */
export function form(value: number, forms: Forms) {
  return forms[kinds.select(value)] ?? forms.other
}

/** “1 file”, “3 files”. */
export function plural(value: number, forms: Forms) {
  return `${number(value)} ${form(value, forms)}`
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** “4.2 MB”, in thousands, as platforms state their limits. */
export function size(bytes: number) {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    maximumFractionDigits: power > 1 ? 1 : 0,
  }).format(bytes / 1000 ** power)
}

/** “0:07”, “12:30”. */
export function length(seconds: number) {
  const rounded = Math.round(seconds)
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`
}

/** Where a day has twelve hours twice nobody writes “09:00 AM”. */
export const twelveHours =
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
const hour = twelveHours ? 'numeric' : '2-digit'

const styles = {
  /** “28 Mar 2027”. */
  date: { dateStyle: 'medium' },
  /** “Sunday, 28 March 2027”. */
  whole: { dateStyle: 'full' },
  /** “March 2027”. */
  month: { month: 'long', year: 'numeric' },
  /** “28 Mar”. */
  short: { day: 'numeric', month: 'short' },
  /** “Sun”. */
  weekday: { weekday: 'short' },
  /** “Sunday”. */
  weekdayWhole: { weekday: 'long' },
  time: { timeStyle: 'short' },
  /** “09:00:01”. */
  second: { timeStyle: 'medium' },
  /** “Sun, 28 Mar, 09:00”. */
  moment: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour,
    minute: '2-digit',
  },
  /** The same of another year. */
  momentOfYear: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour,
    minute: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const made = new Map<string, Intl.DateTimeFormat>()

/** A moment as one of the styles says it, in a zone. */
export function moment(at: string | Date, style: keyof typeof styles, timeZone = ownZone()) {
  const key = `${style} ${timeZone}`
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone })
  made.set(key, format)
  return format.format(new Date(at))
}

const span = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** Of two plain dates: “7–13 Dec 2026”. */
export function days(from: string, to: string) {
  return span.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`))
}

/** Which day it is in a zone: `2027-03-28`. */
export function dateIn(timeZone: string, at = new Date()) {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
}

/** Of a plain date, `2027-03-28`. */
export function day(date: string, style: keyof typeof styles = 'date') {
  return moment(`${date}T12:00:00Z`, style, 'UTC')
}

const near = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const steps = [
  { unit: 'minute', ms: 60_000, below: 60 },
  { unit: 'hour', ms: 3600_000, below: 24 },
  { unit: 'day', ms: 86_400_000, below: 14 },
] as const

/** “in 3 hours”, “yesterday”; undefined for what is about now, the date when it is far off. */
export function relative(iso: string): string | undefined {
  const away = new Date(iso).getTime() - Date.now()
  if (Math.abs(away) < 45_000) return undefined
  for (const { unit, ms, below } of steps) {
    const count = Math.round(away / ms)
    if (Math.abs(count) < below) return near.format(count, unit)
  }
  return moment(iso, 'date')
}

/** What people call a zone by. */
export function cityOf(timezone: string) {
  return timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone
}
