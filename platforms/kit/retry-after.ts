/** `Retry-After` (RFC 9110, 10.2.3): seconds, or a date. */
import type { Answer } from './http.ts'

const MONTH = 32 * 86_400_000

/** When the platform wants to be asked again; undefined when it does not say, or says nothing that can be believed. */
export function retryAfter({ headers }: Pick<Answer, 'headers'>, now: Date): Date | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  return believable(
    Number.isNaN(Number(value)) ? Date.parse(value) : now.getTime() + Number(value) * 1000,
    now,
  )
}

/** A moment that a platform named, in milliseconds: not in the past (clocks differ), and not further than a month. */
export function believable(time: number, now: Date): Date | undefined {
  const ahead = time - now.getTime()
  if (!(time > 0) || !(ahead < MONTH)) return undefined
  return new Date(Math.max(time, now.getTime() + 1000))
}
