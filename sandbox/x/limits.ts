/** Who may call what how often, and what it costs (docs/facts/x.md §7). */
import type { Store } from './store.ts'

interface Limit {
  per: 'user' | 'app'
  every: number
  most: number
  /** The family of headers that tells of it, where one does. */
  header?: string
}

const minutes = 60_000
const day = 24 * 60 * minutes
const quarter = (most: number): Limit[] => [
  { per: 'user', every: 15 * minutes, most, header: 'x-rate-limit' },
]

export const limits = {
  create: [
    ...quarter(100),
    { per: 'app', every: day, most: 10_000, header: 'x-app-limit-24hour' },
    { per: 'user', every: day, most: 2400, header: 'x-user-limit-24hour' },
    { per: 'user', every: 180 * minutes, most: 300 },
  ],
  delete: quarter(50),
  me: quarter(75),
  timeline: quarter(900),
  lookup: quarter(900),
  chunked: quarter(1875),
  one_shot: quarter(500),
  metadata: quarter(500),
  status: quarter(1000),
  analytics: quarter(300),
} satisfies Record<string, Limit[]>

export type LimitName = keyof typeof limits

/** Counts one call in fixed windows that begin with their first call; a call over the limit is not counted. */
export function countCall(
  store: Store,
  call: { name: LimitName; person_id: string; client_id: string; now: number; counted: boolean },
): { exceeded: boolean; headers: Record<string, string> } {
  const windows = limits[call.name].map((limit: Limit) => {
    const who = limit.per === 'user' ? call.person_id : call.client_id
    const key = `${call.name} ${limit.per} ${limit.every} ${who}`
    const open = store.windows.get(key)
    const window = open && open.until > call.now ? open : { until: call.now + limit.every, used: 0 }
    store.windows.set(key, window)
    return { limit, window }
  })
  const exceeded = call.counted && windows.some(({ limit, window }) => window.used >= limit.most)
  if (call.counted && !exceeded) for (const { window } of windows) window.used += 1
  const headers = windows.flatMap(({ limit: { header, most }, window }) =>
    header ? Object.entries(limitHeaders(most, most - window.used, window.until, header)) : [],
  )
  return { exceeded, headers: Object.fromEntries(headers) }
}

/** The reset is in epoch seconds. */
export function limitHeaders(most: number, left: number, until: number, family = 'x-rate-limit') {
  return {
    [`${family}-limit`]: String(most),
    [`${family}-remaining`]: String(Math.max(0, left)),
    [`${family}-reset`]: String(Math.ceil(until / 1000)),
  }
}

/** In thousandths of a dollar. A URL makes a post thirteen times as dear. */
export const prices = {
  post: 15,
  post_with_url: 200,
  delete: 10,
  owned_read: 1,
  read: 5,
  user_read: 10,
  metadata: 5,
} as const
