/** What the platforms do wrong, armed at moments drawn from the seed, for whichever delivery comes next. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Account } from './ledger.ts'
import { count } from './ledger.ts'
import type { PlatformName, Sandbox } from './sandbox.ts'

type Table = Readonly<Record<string, number>>

/** On the call that publishes: how often each fault is drawn, of a hundred or so. */
const common: Table = {
  landed_cut: 16,
  cut_before: 12,
  landed_500: 14,
  refuse_500: 10,
  landed_garbage: 9,
  landed_silence: 1,
  slow: 10,
  token_expired: 8,
  rate_limited: 5,
  rate_limited_bare: 1,
}
/** Nothing that loses an answer with new tokens in it: that one really ends a connection on these platforms. */
const token: Table = { cut_before: 4, refuse_500: 4, slow: 2 }
const preparing: Table = {
  landed_cut: 4,
  cut_before: 4,
  refuse_500: 4,
  landed_garbage: 3,
  slow: 3,
  token_expired: 2,
  rate_limited: 1,
}

const calls: Record<PlatformName, Record<string, { share: number; faults: Table }>> = {
  x: {
    post: { share: 70, faults: common },
    upload: { share: 6, faults: preparing },
    alt: { share: 4, faults: preparing },
    read: { share: 17, faults: { ...preparing, hidden_read: 16 } },
    token: { share: 3, faults: token },
  },
  bluesky: {
    post: { share: 76, faults: { ...common, upstream_502: 5 } },
    upload: { share: 8, faults: { ...preparing, blob_missing: 3 } },
    read: { share: 12, faults: preparing },
    token: { share: 4, faults: token },
  },
}

/** A quick 429, and how long a platform holds on to a request: longer than the lease, shorter than all looks together. */
const LIMITED = 1_500

/** Arms `wanted` faults, spread over the time until `until`. */
export async function armFaults(
  sandbox: Sandbox,
  accounts: readonly Account[],
  chance: Chance,
  { until, wanted, lease }: { until: number; wanted: number; lease: number },
) {
  const armed = new Map<string, number>()
  const mean = (until - Date.now()) / wanted
  let next = Date.now()
  for (;;) {
    next += chance.pause(mean)
    if (next > until) return armed
    await sleep(Math.max(0, next - Date.now()))
    const platform = chance.weighted({ x: 1, bluesky: 1 })
    const table = calls[platform]
    const shares = Object.fromEntries(Object.entries(table).map(([on, { share }]) => [on, share]))
    const on = chance.weighted(shares)
    const fault = chance.weighted(table[on]?.faults ?? common)
    const account = chance.pick(accounts.filter((each) => each.platform === platform))
    if (!account) continue
    const ms = fault === 'slow' ? chance.between(lease * 0.5, lease * 1.5) : LIMITED
    await sandbox.arm(platform, { account: account.username, fault, on, ms })
    count(armed, fault)
  }
}
