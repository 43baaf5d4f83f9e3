/** How many requests a caller may send in a time, and how that is told. Pure. */

/** At most `limit` requests in any `seconds` that one looks at. */
export interface Rate {
  limit: number
  seconds: number
}

export interface Policy extends Rate {
  /** What callers know it by. */
  name: string
}

/** What an operator may set; people at the dashboard have their own. */
export const rateNames = ['read', 'write', 'people_read', 'people_write'] as const
export type RateName = (typeof rateNames)[number]
export type Rates = Partial<Record<RateName, Rate>>

/** How a policy stands for one caller, at the time of an answer. */
export interface Standing extends Policy {
  remaining: number
  /** When there is more of it again. */
  resets_at: Date
}

/** Units are counted by hundredths of the window: none counts longer than a hundredth more than the window. */
const SLOTS = 100

/** The shortest time by which units are told apart, in milliseconds. */
export function slotOf({ seconds }: Rate) {
  return Math.ceil((seconds * 1000) / SLOTS)
}

/** What one process takes ahead at once, at most. */
export function leaseOf({ limit }: Rate) {
  return Math.floor(limit / 50)
}

/** The policies on requests that bind a caller, in the order in which they are asked. */
export function policiesOf(
  rates: Rates,
  { via, requests_per_minute }: { via: string; requests_per_minute: number | null },
): { all: Policy[]; of(kind: 'read' | 'write'): Policy[] } {
  const people = via === 'dashboard'
  const named = (['read', 'write'] as const).flatMap((kind) => {
    const rate = rates[people ? (`people_${kind}` as const) : kind]
    return rate ? [{ kind, policy: { name: kind, ...rate } }] : []
  })
  const own =
    requests_per_minute === null
      ? []
      : [{ name: 'requests_per_minute', limit: requests_per_minute, seconds: 60 }]
  return {
    all: [...own, ...named.map(({ policy }) => policy)],
    of: (kind) => [
      ...own,
      ...named.filter((each) => each.kind === kind).map(({ policy }) => policy),
    ],
  }
}

/** So many rows of a batch are a request; of more than any batch takes, none is carried out. */
const ROWS = 50

/** How many requests a batch of so many rows is; `most`: what the largest is. */
export function requestsOf(rows: number, most: number) {
  return Math.ceil(Math.min(Math.max(rows, 1), most) / ROWS)
}

/** By then all that counts now is free again, if nobody takes more. */
export function freeAgain(rate: Rate, now: Date) {
  return new Date(now.getTime() + rate.seconds * 1000 + slotOf(rate))
}

/** Whole seconds, never too early. */
export function secondsUntil(time: Date, now: Date) {
  return Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000))
}

/**
 * The header fields of draft-ietf-httpapi-ratelimit-headers (11), and the older ones with the policy that leaves least: of
 * those on requests where there are any, else of those on posts. `policies` are all that bind the caller, `standings` those
 * that this call was held against.
 */
export function rateHeaders(
  requests: { policies: readonly Policy[]; standings: readonly Standing[] },
  posts: readonly Standing[],
  now: Date,
): Record<string, string> {
  const standings = [...requests.standings, ...posts]
  const [tightest] = (requests.standings.length ? requests.standings : posts).toSorted(
    (a, b) => a.remaining / a.limit - b.remaining / b.limit,
  )
  const told = [...requests.policies, ...posts].map(
    ({ name, limit, seconds }) => `"${name}";q=${limit};w=${seconds}`,
  )
  const left = standings.map(
    ({ name, remaining, resets_at }) =>
      `"${name}";r=${remaining};t=${secondsUntil(resets_at, now)}`,
  )
  return {
    ...(told.length && { 'ratelimit-policy': told.join(', ') }),
    ...(left.length && { ratelimit: left.join(', ') }),
    ...(tightest && {
      'x-ratelimit-limit': String(tightest.limit),
      'x-ratelimit-remaining': String(tightest.remaining),
      'x-ratelimit-reset': String(Math.ceil(tightest.resets_at.getTime() / 1000)),
    }),
  }
}
