/** What the platforms do wrong, armed at moments drawn from the seed, for whichever delivery comes next. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import type { Account } from './ledger.ts'
import { count } from './ledger.ts'
import { factsOf } from './platforms/index.ts'
import type { Fault, Sandbox } from './sandbox.ts'
import { drawBeside, drawOther, drawStranger, othersIn } from './strangers.ts'

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
  {
    until,
    wanted,
    strange,
    lease,
  }: { until: number; wanted: number; strange: number; lease: number },
) {
  const armed = new Map<string, number>()
  const hiding = hidden(sandbox)
  const company = chance.of('company')
  const platforms = [...new Set(accounts.map(({ platform }) => platform))]

  /** Faults that `draw` gives, at moments of its own. */
  async function arm(own: Chance, times: number, draw: (account: Account) => Fault) {
    const mean = (until - Date.now()) / times
    let next = Date.now()
    for (;;) {
      next += own.pause(mean)
      if (next > until) return
      await sleep(Math.max(0, next - Date.now()))
      const platform = own.pick(platforms)
      const account = own.pick(accounts.filter((each) => each.platform === platform))
      if (!platform || !account) return
      const drawn = draw(account)
      const { fault } = drawn
      const hides = fault === factsOf(platform).hides || fault === 'partial_list'
      if (hides && !(await hiding(account, fault))) continue
      const beside = drawBeside(account, drawn, company)
      for (const one of beside ? [beside, drawn] : [drawn]) {
        await sandbox.arm(platform, one)
        count(armed, `${platform} ${one.fault}`)
      }
    }
  }

  await Promise.all([
    arm(chance.of('calls'), wanted, (account) => drawFault(account, chance, lease)),
    arm(chance.of('strangers'), strange, (account) => drawStranger(account, chance)),
    arm(chance.of('others'), othersIn(accounts, until - Date.now()), (account) =>
      drawOther(account, chance),
    ),
  ])
  return armed
}

/** One of those that the platform's own calls meet. */
function drawFault({ platform, person }: Account, chance: Chance, lease: number): Fault {
  const { calls } = factsOf(platform)
  const shares = Object.fromEntries(Object.entries(calls).map(([on, { share }]) => [on, share]))
  const on = chance.weighted(shares)
  const fault = chance.weighted(calls[on]?.faults ?? {})
  const ms = fault === 'slow' ? chance.between(lease * 0.5, lease * 1.5) : LIMITED
  return { account: person, fault, on, ms }
}

/** Whether a person's newest post may be hidden once more, by this fault or another that hides. */
function hidden(sandbox: Sandbox) {
  const seen = new Map<string, { fault: string; gone_at: number | undefined }>()
  return async ({ platform, person }: Account, fault: string) => {
    const key = `${platform} ${person}`
    const last = seen.get(key)
    // Played at some moment since it was last seen waiting: time counts from when that is known.
    if (last && last.gone_at === undefined) {
      const waiting = { account: person, fault: last.fault }
      if (!(await sandbox.waits(platform, waiting))) last.gone_at = Date.now()
      return false
    }
    if (last?.gone_at !== undefined && Date.now() - last.gone_at < HIDDEN_AGAIN) return false
    seen.set(key, { fault, gone_at: undefined })
    return true
  }
}
