/** Numbers, sizes, lists and moments as the person's own language writes them. */

/** English as it is written where the person lives; the words of the dashboard are English. */
export const locale =
  (typeof navigator === 'undefined' ? [] : navigator.languages).find((each) =>
    each.startsWith('en'),
  ) ?? 'en-GB'

const whole = new Intl.NumberFormat(locale)
const both = new Intl.ListFormat(locale, { type: 'conjunction' })

export function number(value: number) {
  return whole.format(value)
}

/** “a, b and c”. */
export function list(words: readonly string[]) {
  return both.format(words)
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

/** “1 file”, “3 files”. */
export function count(value: number, one: string, many = `${one}s`) {
  return `${number(value)} ${value === 1 ? one : many}`
}

const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })

/** Of a plain date, `2027-03-28`. */
export function day(date: string) {
  return days.format(new Date(`${date}T00:00Z`))
}

/** “0:07”, “12:30”. */
export function length(seconds: number) {
  const rounded = Math.round(seconds)
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, '0')}`
}
