/** What the platforms do wrong, armed at moments drawn from the seed, for whichever delivery comes next. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Account } from './ledger.ts'
import { count } from './ledger.ts'
import { factsOf } from './platforms/index.ts'
import type { Sandbox } from './sandbox.ts'

/** A quick 429. */
const LIMITED = 1_500
/**
 * Between two times that a platform hides its newest post from one person: longer than all looks of a delivery together.
 * A platform that hides it from every look has said that it is not there.
 */
const HIDDEN_AGAIN = 75_000

/** Arms `wanted` faults, spread over the time until `until`; answers how often which, by platform and name. */
export async function armFaults(
  sandbox: Sandbox,
  accounts: readonly Account[],
  chance: Chance,
  { until, wanted, lease }: { until: number; wanted: number; lease: number },
) {
  const armed = new Map<string, number>()
  const hiding = hidden(sandbox)
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]
  const mean = (until - Date.now()) / wanted
  let next = Date.now()
  for (;;) {
    next += chance.pause(mean)
    if (next > until) return armed
    await sleep(Math.max(0, next - Date.now()))
    const platform = chance.pick(platforms)
    if (!platform) return armed
    const { calls, hides } = factsOf(platform)
    const shares = Object.fromEntries(Object.entries(calls).map(([on, { share }]) => [on, share]))
    const on = chance.weighted(shares)
    const fault = chance.weighted(calls[on]?.faults ?? {})
    const account = chance.pick(accounts.filter((each) => each.platform === platform))
    if (!account) continue
    const ms = fault === 'slow' ? chance.between(lease * 0.5, lease * 1.5) : LIMITED
    const { person } = account
    if (fault === hides && !(await hiding(account, fault))) continue
    await sandbox.arm(platform, { account: person, fault, on, ms })
    count(armed, `${platform} ${fault}`)
  }
}

/** Whether a person's newest post may be hidden once more. */
function hidden(sandbox: Sandbox) {
  const seen = new Map<string, { gone_at: number | undefined }>()
  return async ({ platform, person }: Account, fault: string) => {
    const key = `${platform} ${person}`
    const last = seen.get(key)
    // Played at some moment since it was last seen waiting: time counts from when that is known.
    if (last && last.gone_at === undefined) {
      if (!(await sandbox.waits(platform, { account: person, fault }))) last.gone_at = Date.now()
      return false
    }
    if (last?.gone_at !== undefined && Date.now() - last.gone_at < HIDDEN_AGAIN) return false
    seen.set(key, { gone_at: undefined })
    return true
  }
}
