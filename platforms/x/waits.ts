/** How long X asks us to stay away. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface Wait {
  retry_at: Date
  scope: 'account' | 'app'
}

/** The windows X reports in headers; `-reset` is in epoch seconds. */
const WINDOWS = [
  { name: 'x-rate-limit', scope: 'account' },
  { name: 'x-user-limit-24hour', scope: 'account' },
  { name: 'x-app-limit-24hour', scope: 'app' },
] as const

interface Headers {
  get(name: string): string | null
}

/** For a 429: until the last of the used-up windows opens; a quarter of an hour, X's usual window, when nothing is said. */
export function rateLimit(headers: Headers, now: Date): Wait {
  let wait: Wait | undefined
  for (const { name, scope } of WINDOWS) {
    const left = headers.get(`${name}-remaining`)
    const used = left === '0' || (name === 'x-rate-limit' && left === null)
    const reset = used ? moment(Number(headers.get(`${name}-reset`)) * 1000, now) : undefined
    if (reset && (!wait || reset > wait.retry_at)) wait = { retry_at: reset, scope }
  }
  const after = retryAfter(headers, now)
  if (after && (!wait || after > wait.retry_at)) {
    return { retry_at: after, scope: wait?.scope ?? 'account' }
  }
  return wait ?? { retry_at: new Date(now.getTime() + 15 * MINUTE), scope: 'account' }
}

/** `Retry-After`, in seconds or as a date. */
export function retryAfter(headers: Headers, now: Date): Date | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const seconds = Number(value)
  return moment(Number.isNaN(seconds) ? Date.parse(value) : now.getTime() + seconds * 1000, now)
}

export function hoursFrom(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * HOUR)
}

/** A believable moment: not in the past (clocks differ), not further than a month. */
function moment(time: number, now: Date): Date | undefined {
  const ahead = time - now.getTime()
  if (!(time > 0) || !(ahead < 32 * 24 * HOUR)) return undefined
  return new Date(Math.max(time, now.getTime() + 1000))
}
