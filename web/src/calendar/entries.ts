/** What stands in the calendar, how it looks from afar, and where it may go. Pure. */
import type { ListCalendarAnswer } from '@crier/sdk'
import { clockOf } from './days.ts'

export type Calendar = ListCalendarAnswer
export type Day = Calendar['days'][number]
export type Entry = Day['posts'][number]
export type Slot = Calendar['slots'][number]

export type State =
  | 'scheduled'
  | 'draft'
  | 'waiting'
  | 'publishing'
  | 'published'
  | 'partial'
  | 'failed'
  | 'question'

export function stateOf({ outcome, needs = [] }: Pick<Entry, 'outcome' | 'needs'>): State {
  if (needs.includes('decision')) return 'question'
  if (needs.includes('approval')) return 'waiting'
  return outcome
}

/** What is on its way or out stays; an account's own time is changed where the post is. */
export function stays({ outcome, account_id }: Pick<Entry, 'outcome' | 'account_id'>) {
  if (account_id !== undefined) return 'own' as const
  return outcome === 'draft' || outcome === 'scheduled' ? undefined : ('out' as const)
}

export function keyOf({ id, account_id }: Pick<Entry, 'id' | 'account_id'>) {
  return account_id === undefined ? String(id) : `${id}-${account_id}`
}

/** The answer as it will be once the post stands there. */
export function withMoved(calendar: Calendar, entry: Entry): Calendar {
  const key = keyOf(entry)
  const { date } = clockOf(entry.at, calendar.timezone)
  const days = calendar.days.map((day) => {
    const before = day.posts.find((each) => keyOf(each) === key)
    const here = day.date === date
    if (!before && !here) return day
    const rest = day.posts.filter((each) => each !== before)
    const posts = here
      ? [...rest, entry].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id))
      : rest
    const counts = { ...day.counts }
    const add = (outcome: string, by: number) => {
      counts[outcome] = Math.max(0, (counts[outcome] ?? 0) + by)
    }
    if (before) add(before.outcome, -1)
    if (here) add(entry.outcome, 1)
    return { ...day, posts, counts }
  })
  return { ...calendar, days }
}

export interface Stack {
  /** Of the first. */
  at: number
  entries: Entry[]
}

const QUARTER = 15 * 60_000

/** What stands in the same quarter of an hour is one stack. */
export function stacksOf(posts: readonly Entry[]): Stack[] {
  const quarters = Map.groupBy(posts, ({ at }) => Math.floor(Date.parse(at) / QUARTER))
  return [...quarters.values()].map((entries) => ({
    at: Math.min(...entries.map(({ at }) => Date.parse(at))),
    entries,
  }))
}

/** Side by side where they would lie over one another: which of how many lanes, by their tops. */
export function lanesOf(tops: readonly number[], height: number): { lane: number; of: number }[] {
  const order = tops.map((top, index) => ({ top, index })).toSorted((a, b) => a.top - b.top)
  const lanes: { lane: number; of: number }[] = tops.map(() => ({ lane: 0, of: 1 }))
  let group: number[] = []
  let ends: number[] = []
  const close = () => {
    for (const index of group) {
      const mine = lanes[index]
      if (mine) mine.of = ends.length
    }
    group = []
    ends = []
  }
  for (const { top, index } of order) {
    if (ends.every((end) => end <= top)) close()
    const free = ends.findIndex((end) => end <= top)
    const lane = free === -1 ? ends.length : free
    ends[lane] = top + height
    lanes[index] = { lane, of: 1 }
    group.push(index)
  }
  close()
  return lanes
}
