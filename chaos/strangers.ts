/** What a platform does that is nobody's echo: faults that every one plays, besides those of its own calls. */
import type { StrangerFault } from '#sandbox/kit/strangers.ts'
import { strangersOf } from '#sandbox/service/strangers.ts'
import type { Chance } from './chance.ts'
import type { Account } from './ledger.ts'
import type { PlatformName } from './platforms/index.ts'
import type { Fault, Sandbox } from './sandbox.ts'

const SEEDS = 4_294_967_295

/** How far a platform's clock is off, either way: at the pace of the experiment nine minutes. And what it gains in an hour. */
const OFF = 18_000
/** Of a server that takes only proofs (DPoP) of this very moment. */
const OFF_WITH_PROOFS = 3_000
const DRIFT = 2_000

/** For the whole run: each platform has a clock of its own, and shows every text in its own way. */
export async function estrange(
  sandbox: Pick<Sandbox, 'keep'>,
  platform: PlatformName,
  chance: Chance,
) {
  const played = strangersOf(platform)
  const most = platform === 'bluesky' ? OFF_WITH_PROOFS : OFF
  const ms = chance.between(-most, most)
  const drift = chance.between(-DRIFT, DRIFT)
  if (played.includes('clock'))
    await sandbox.keep(platform, { account: '*', fault: 'clock', ms, drift })
  if (played.includes('shown_oddly'))
    await sandbox.keep(platform, {
      account: '*',
      fault: 'shown_oddly',
      on: 'reads',
      seed: chance.below(SEEDS),
    })
}

/** For each delivery. */
export const PER_DELIVERY = 0.07
/** Milliseconds between two moments at which somebody else posts beside a person of ours, whatever becomes of that post. */
const OTHERS = 250_000
/**
 * …and how often beside a call whose answer a fault may lose, so that of all lost answers, those of killed workers among them,
 * one in ten or more is looked for in a window with such a post (the table tells).
 */
const BESIDE_LOST = 0.1

/** What somebody else posts beside the call that meets this fault, if anybody does. */
export function drawBeside(account: Account, { fault }: Fault, chance: Chance): Fault | undefined {
  return LOSES.test(fault) && chance.next() < BESIDE_LOST ? drawOther(account, chance) : undefined
}

/** After these it is not known whether the post is out, or it is and its number is not told. */
const LOSES = /^(landed_|cut_|page$|refuse_500$|slow$|late_|ghost_|no_permalink$|transient$)/

/** How often others appear, of `accounts`, in so long a time. */
export function othersIn(accounts: readonly Account[], ms: number) {
  const people = new Set(accounts.map(({ platform, person }) => `${platform} ${person}`))
  return Math.ceil((people.size * ms) / OTHERS)
}

export function drawOther({ person }: Account, chance: Chance): Fault {
  return { account: person, fault: 'others_post', seed: chance.below(SEEDS) }
}

const weights: Readonly<Partial<Record<StrangerFault, number>>> = {
  page: 2,
  landed_page: 2,
  reads_lie: 1,
  partial_list: 1,
  late_id: 0.7,
  refused_later: 0.3,
}

/** Under which gateways were seen to answer with a page. */
const STATUSES = [200, 400, 403, 404, 429, 500, 502, 503]
/** Whoever is told that it was too much was not let through. */
const THROUGH = STATUSES.filter((status) => status !== 429)
/** A list is late by so much at most: less than the time after which whatever landed is shown. */
const LATE = 4_000
const REFUSED = 3_000
const RETRY_AFTER = 1_500

export function drawStranger({ platform, person }: Account, chance: Chance): Fault {
  const played = strangersOf(platform)
  const shares = Object.fromEntries(
    played.flatMap((fault) => (weights[fault] ? [[fault, weights[fault]]] : [])),
  )
  const fault = chance.weighted(shares)
  const status = chance.pick(fault === 'landed_page' ? THROUGH : STATUSES) ?? 403
  const seed = chance.below(SEEDS)
  const drawn: Fault = { account: person, fault, seed }
  switch (fault) {
    case 'page':
    case 'landed_page':
      return { ...drawn, status, ...(status === 429 && { ms: RETRY_AFTER }) }
    case 'partial_list':
      return { ...drawn, ms: chance.between(500, LATE) }
    case 'refused_later':
      return { ...drawn, ms: chance.between(200, REFUSED) }
    default:
      return drawn
  }
}
