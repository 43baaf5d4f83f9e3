/** What the address asks for: which days, beside which, of which posts, and which number is drawn. Pure. */
import type { Asked, Which } from '../../api/analytics.ts'
import { type Measure, measures, type Numbers } from './measures.ts'

export const ranges = ['7', '28', '90', 'month', 'year', 'own'] as const
export type Range = (typeof ranges)[number]
export const compares = ['before', 'year_before', 'none'] as const
export type Compare = (typeof compares)[number]
export const views = ['whole', 'platforms', 'table'] as const
export type View = (typeof views)[number]

export type Search = Readonly<Record<string, string | undefined>>

const DAY = /^\d{4}-\d\d-\d\d$/
const MOST = 366

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}

/** What cannot be read is as if it were not there. */
export function readSearch(search: Search, today: string) {
  const days = windowOf(search, today)
  const account = search['account']
  return {
    ...days,
    compare: compares.find((each) => each === search['compare']) ?? 'before',
    account: account !== undefined && /^\d{1,15}$/.test(account) ? account : undefined,
    platform: search['platform'] || undefined,
    label: search['label'] || undefined,
    /** Undefined: what is told, see `measureOf`. */
    measure: measures.find((each) => each === search['measure']),
    view: views.find((each) => each === search['view']) ?? 'whole',
  }
}
export type Sought = ReturnType<typeof readSearch>

function windowOf(
  { range, from, to }: Search,
  today: string,
): { range: Range; from: string; to: string } {
  if (from !== undefined && to !== undefined && DAY.test(from) && DAY.test(to) && from <= to) {
    const earliest = addDays(to, 1 - MOST)
    return { range: 'own', from: from < earliest ? earliest : from, to }
  }
  if (range === 'month') return { range, from: `${today.slice(0, 7)}-01`, to: today }
  if (range === 'year') return { range, from: `${today.slice(0, 4)}-01-01`, to: today }
  const found = ranges.find((each) => each === range && each !== 'own') ?? '28'
  return { range: found, from: addDays(today, 1 - Number(found)), to: today }
}

export function askedOf(sought: Sought): Asked {
  const { compare } = sought
  return { ...whichOf(sought), ...(compare === 'year_before' && { compare }) }
}

export function whichOf({ from, to, account, platform, label }: Sought): Which {
  return {
    from,
    to,
    ...(account && { account_ids: [Number(account)] }),
    ...(platform && { platform }),
    ...(label && { labels: [label] }),
  }
}

/** What is drawn where nobody said: the first of them that is told. */
export function measureOf({ measure }: Sought, totals: Numbers): Measure {
  const told = (['impressions', 'engagements'] as const).find((each) => totals[each] !== null)
  return measure ?? told ?? 'posts'
}
