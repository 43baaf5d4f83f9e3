/** How many requests callers may send, out of the environment. */
import { z } from 'zod'
import { type Rate, type RateName, rateNames, type Rates } from '#rules/rate.ts'
import { ConfigError } from './words.ts'

const EXAMPLE = 'read:600/60,write:120/60'
const LIMIT_MAX = 1_000_000_000
const SECONDS_MAX = 86_400

export const rateSettings = {
  RATE_LIMITS: z
    .string()
    .optional()
    .describe(
      `Requests that a credential may send, as name:limit/seconds: ${EXAMPLE}. Names: read and write for keys and apps, people_read and people_write for each person at the dashboard. Unset: no limit.`,
    ),
}

/** Says everything that is wrong with it at once. */
export function ratesOf({ RATE_LIMITS }: { RATE_LIMITS?: string | undefined }): Rates {
  if (RATE_LIMITS === undefined) return {}
  const rates: Rates = {}
  const wrong: string[] = []
  for (const part of RATE_LIMITS.split(',').map((each) => each.trim())) {
    const read = rateIn(part)
    if (typeof read === 'string') wrong.push(read)
    else if (rates[read.name]) wrong.push(`${read.name} stands there twice.`)
    else rates[read.name] = read.rate
  }
  if (wrong.length) throw new ConfigError(`RATE_LIMITS: ${wrong.join(' ')}`)
  return rates
}

function rateIn(part: string): { name: RateName; rate: Rate } | string {
  const [, word, limit, seconds] = /^(\w+):(\d{1,10})\/(\d{1,5})$/.exec(part) ?? []
  if (word === undefined) return `"${part}" is not written like ${EXAMPLE}.`
  const name = rateNames.find((each) => each === word)
  if (!name) return `"${word}" is none of ${rateNames.join(', ')}.`
  const rate = { limit: Number(limit), seconds: Number(seconds) }
  if (rate.limit < 1 || rate.limit > LIMIT_MAX) return `${name} takes a limit of 1 to ${LIMIT_MAX}.`
  if (rate.seconds < 1 || rate.seconds > SECONDS_MAX)
    return `${name} takes 1 to ${SECONDS_MAX} seconds.`
  return { name, rate }
}
