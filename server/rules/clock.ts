/** What time it is somewhere, for people. Pure. */

/** `Sunday 2026-11-22 09:30` */
export function clockIn(timeZone: string, now: Date): string {
  const day = new Intl.DateTimeFormat('en', { timeZone, weekday: 'long' }).format(now)
  const time = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(now)
  return `${day} ${time}`
}
