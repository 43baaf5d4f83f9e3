/** Windows of whole days, as plain dates: `2026-11-20`. What day it is somewhere is the database's to say. Pure. */

export interface Window {
  from: string
  to: string
}

export const MAX_DAYS = 366
export const DEFAULT_DAYS = 30

const DAY = 86_400_000

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)
}

/** Both ends included. */
export function daysIn({ from, to }: Window): number {
  return (Date.parse(to) - Date.parse(from)) / DAY + 1
}

/** What is not said: up to today, and thirty days long. */
export function windowOf(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
) {
  const to = asked.to ?? today
  return { from: asked.from ?? addDays(to, 1 - DEFAULT_DAYS), to }
}

/** As long as this one, and just before it. */
export function windowBefore(window: Window): Window {
  return { from: addDays(window.from, -daysIn(window)), to: addDays(window.from, -1) }
}

/** As long as this one, and ending on the same date a year before; on the 28th where that has no 29th. */
export function windowYearBefore(window: Window): Window {
  const [year = '', ...rest] = window.to.split('-')
  const day = rest.join('-') === '02-29' ? '02-28' : rest.join('-')
  const to = `${String(Number(year) - 1).padStart(4, '0')}-${day}`
  return { from: addDays(to, 1 - daysIn(window)), to }
}

export function datesIn(window: Window): string[] {
  return Array.from({ length: daysIn(window) }, (_, index) => addDays(window.from, index))
}
