/** What a notice says, taken apart: for a room that says it in another language than `wordsOf`. Pure. */
import { countOf, type Told } from './notice.ts'

export interface InParts {
  /** How many posts, or accounts where it is about those. */
  number: number
  /** Why: the code of a failure or of a risk, the end of a series, what became of a webhook, the share of a plan. */
  code: string | null
  /** Each platform once, with what its accounts are called. */
  places: { platform: string; names: string[] }[]
  /** Of the key or the series. */
  name: string | null
  /** When access, a key or the month ends; the first of several. */
  at: string | null
}

export function inParts(told: Told): InParts {
  const { kind, items, count } = told
  const ofAccounts = kind === 'reconnect' || kind === 'expiring'
  const places = new Map<string, Set<string>>()
  for (const { platform, name } of items) {
    if (platform === null) continue
    const names = places.get(platform) ?? new Set()
    if (name !== null) names.add(name)
    places.set(platform, names)
  }
  const ends = items.flatMap(({ at }) => (at === null ? [] : [at])).toSorted()
  return {
    number: ofAccounts ? countOf(told) : count,
    code: codeOf(told),
    places: [...places].map(([platform, names]) => ({ platform, names: [...names] })),
    name: kind === 'series' || kind === 'key_ending' ? items[0]?.name || null : null,
    at: ends[0] ?? null,
  }
}

/** A cause names the thing that a code is about before the code or behind it. */
function codeOf({ kind, cause }: Told) {
  const [first = '', second = ''] = cause.split(':')
  switch (kind) {
    case 'post_failed':
    case 'removal_failed':
    case 'edit_failed':
    case 'plan':
      return second
    case 'series':
    case 'webhook':
    case 'at_risk':
      return first
    default:
      return null
  }
}
