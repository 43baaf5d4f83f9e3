/** What of the posts is looked at, as it stands in the address and as the API takes it. Pure. */
import type { PostFilter } from '../../api/posts.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

export const tabs = [
  { value: 'needs', label: words.tabs.needs },
  { value: 'scheduled', label: common.state.scheduled },
  { value: 'drafts', label: words.tabs.drafts },
  { value: 'published', label: common.state.published },
  { value: 'deleted', label: common.state.deleted },
  { value: 'all', label: words.tabs.all },
] as const
export type Tab = (typeof tabs)[number]['value']
type Listed = Exclude<Tab, 'needs'>

const within: Record<Listed, PostFilter> = {
  scheduled: { outcome: ['scheduled', 'publishing'] },
  drafts: { status: 'draft' },
  published: { outcome: ['published', 'partial'] },
  deleted: { deleted: true },
  all: { status: 'all' },
}

type Order = keyof typeof words.find.orders

/** By tab: the usual one first. */
export const orders: Record<Listed, readonly Order[]> = {
  scheduled: ['scheduled_at.asc', 'scheduled_at.desc', 'created_at.desc', 'updated_at.desc'],
  drafts: ['updated_at.desc', 'created_at.desc', 'created_at.asc', 'scheduled_at.asc'],
  published: ['published_at.desc', 'published_at.asc', 'created_at.desc', 'updated_at.desc'],
  deleted: ['updated_at.desc', 'created_at.desc', 'created_at.asc'],
  all: ['created_at.desc', 'created_at.asc', 'updated_at.desc', 'scheduled_at.asc'],
}

/** As the address has them; what is not there is undefined. */
export type Search = Readonly<Record<string, string | undefined>>
export const fields = [
  'search',
  'outcome',
  'account',
  'platform',
  'label',
  'made',
  'from',
  'to',
] as const
export type Field = (typeof fields)[number]

type Outcome = keyof typeof words.find.outcomes
type Via = keyof typeof words.find.via

export const outcomes: readonly Outcome[] = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'deleted',
]
export const vias: readonly Via[] = ['dashboard', 'rest', 'mcp']
const DAY = /^\d{4}-\d\d-\d\d$/

/** What of the address can be read; the rest is as if it were not there. */
export function readSearch(tab: Tab, search: Search) {
  const { search: text, outcome, account, platform, label, made, from, to } = search
  return {
    search: text?.trim() || undefined,
    outcome: tab === 'all' ? outcomes.find((each) => each === outcome) : undefined,
    account: account !== undefined && /^\d+$/.test(account) ? account : undefined,
    platform: platform || undefined,
    label: label || undefined,
    made: vias.find((each) => each === made),
    from: from !== undefined && DAY.test(from) ? from : undefined,
    to: to !== undefined && DAY.test(to) ? to : undefined,
  }
}
export type Sought = ReturnType<typeof readSearch>

export function orderFor(tab: Listed, search: Search): Order {
  const [usual] = orders[tab]
  return orders[tab].find((each) => each === search['sort']) ?? usual ?? 'created_at.desc'
}

export function filterOf(tab: Listed, sought: Sought, order: Order): PostFilter {
  const [sort, direction] = order.split('.')
  const { search, outcome, account, platform, label, made, from, to } = sought
  return {
    ...within[tab],
    ...(outcome && { outcome: [outcome] }),
    ...(search && { search }),
    ...(account && { account_ids: [Number(account)] }),
    ...(platform && { platform }),
    ...(label && { labels: [label] }),
    ...(made && { created_via: made }),
    ...(from && { from }),
    ...(to && { to }),
    sort: sorts.find((each) => each === sort) ?? 'created_at',
    order: direction === 'asc' ? 'asc' : 'desc',
  }
}

const sorts = ['created_at', 'scheduled_at', 'published_at', 'updated_at'] as const
