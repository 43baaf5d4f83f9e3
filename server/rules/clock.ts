/** What time it is somewhere, for people. Pure. */

/** `Sunday 2026-11-22 09:30` */
export function clockIn(timeZone: string, now: Date): string {
  const day = formatOf('en', { timeZone, weekday: 'long' }).format(now)
  const time = formatOf('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now)
  return `${day} ${time}`
}

/** By what makes them; all zones there are, in a few forms. */
const formats = new Map<string, Intl.DateTimeFormat>()
const MOST = 2_000

/**
 * Made once. Each holds some 25 kB outside of the heap, which the collector does not count: made anew for every call that tells
 * the time, they took gigabytes before it came for them. Throws for a zone that is none.
 */
export function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(locale, options)
  if (formats.size >= MOST) formats.clear()
  formats.set(key, made)
  return made
}
