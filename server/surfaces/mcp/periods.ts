/** Windows of days by the names that people give them. Pure. */
import { formatOf } from '#rules/clock.ts'
import { addDays, type Window } from '#rules/window.ts'

export const periods = [
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
] as const
export type Period = (typeof periods)[number]

export function windowOfPeriod(period: Period, today: string): Window {
  const first = `${today.slice(0, 8)}01`
  switch (period) {
    case 'this_month':
      return { from: first, to: today }
    case 'last_month': {
      const to = addDays(first, -1)
      return { from: `${to.slice(0, 8)}01`, to }
    }
    default: {
      const [, days] = period.split('_')
      return { from: addDays(today, 1 - Number(days)), to: today }
    }
  }
}

/** What day it is there. */
export function dayIn(timeZone: string, now: Date) {
  return formatOf('sv-SE', { timeZone, dateStyle: 'short' }).format(now)
}
