/** Plain dates, `2027-03-28`, counted in the calendar. */

export function moved(date: string, days_away: number) {
  const day = at(date)
  day.setUTCDate(day.getUTCDate() + days_away)
  return day.toISOString().slice(0, 10)
}

/** Dates are counted at noon in UTC, where no clock changes. */
export function at(date: string) {
  return new Date(`${date}T12:00:00Z`)
}
