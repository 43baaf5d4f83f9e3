/**
 * Rate limits of an account: writes have 5,000 points an hour and 35,000 a day, where a create costs 3, an update 2 and
 * a delete 1; sign-ins are 30 in 5 minutes and 300 a day (docs.bsky.app, "Rate Limits", 2026-04-21). The limit of 3,000
 * requests per 5 minutes and address is not played: everybody here comes from the same address.
 */
import type { FastifyReply } from 'fastify'
import { Refusal } from './answers.ts'
import type { Store } from './store.ts'

interface Limit {
  name: string
  points: number
  seconds: number
}

export const writeLimits: readonly Limit[] = [
  { name: 'write-hour', points: 5000, seconds: 3600 },
  { name: 'write-day', points: 35_000, seconds: 86_400 },
]

export const loginLimits: readonly Limit[] = [
  { name: 'login-short', points: 30, seconds: 300 },
  { name: 'login-day', points: 300, seconds: 86_400 },
]

export const costs = { create: 3, update: 2, delete: 1 } as const

/** Takes `cost` points, unless a `no_limits` waits for this account; says in headers what is left of the tightest limit, and refuses when too little was. */
export function spend(
  store: Store,
  reply: FastifyReply,
  { who, cost, limits }: { who: string; cost: number; limits: readonly Limit[] },
) {
  if (store.faults.take('*', [who], (fault) => fault === 'no_limits')) return
  const states = limits.map((limit) => take(store, `${limit.name} ${who}`, cost, limit))
  const tightest = states.reduce((a, b) => (b.remaining < a.remaining ? b : a))
  const headers = limitHeaders(tightest)
  if (tightest.remaining < 0) throw rateLimited(headers, tightest.ends_at - store.now())
  void reply.headers(headers)
}

/** `ms` until the window ends. */
export function rateLimited(headers: Record<string, string>, ms: number) {
  return new Refusal(
    429,
    { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
    { ...headers, 'retry-after': String(Math.max(1, Math.ceil(ms / 1000))) },
  )
}

/** `ratelimit-reset` is in seconds since the epoch. */
export function limitHeaders(state: {
  points: number
  seconds: number
  remaining: number
  ends_at: number
}) {
  return {
    'ratelimit-limit': String(state.points),
    'ratelimit-remaining': String(Math.max(0, state.remaining)),
    'ratelimit-reset': String(Math.ceil(state.ends_at / 1000)),
    'ratelimit-policy': `${state.points};w=${state.seconds}`,
  }
}

function take({ state, now }: Store, key: string, cost: number, { points, seconds }: Limit) {
  const open = state.windows.get(key)
  const window =
    open && open.ends_at > now() ? open : { points: 0, ends_at: now() + seconds * 1000 }
  window.points += cost
  state.windows.set(key, window)
  return { points, seconds, remaining: points - window.points, ends_at: window.ends_at }
}
