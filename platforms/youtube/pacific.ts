/** Google counts quotas in days of the Pacific, with their summer time. */
const HOUR = 3_600_000
const DAY = 24 * HOUR

const clock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
})

/** The next midnight there. */
export function nextMidnight(now: Date): Date {
  const guess = now.getTime() + DAY - sinceMidnight(now)
  // On the days when the clocks change, the day is an hour shorter or longer.
  const off = sinceMidnight(new Date(guess))
  return new Date(off > DAY / 2 ? guess + DAY - off : guess - off)
}

function sinceMidnight(time: Date): number {
  const parts = Object.fromEntries(
    clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
  )
  const { hour = 0, minute = 0, second = 0 } = parts
  return hour * HOUR + minute * 60_000 + second * 1000 + (time.getTime() % 1000)
}
