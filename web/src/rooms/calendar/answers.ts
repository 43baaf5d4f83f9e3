/** What the service answers, as the board has it. */
import type { Post } from '@crier/sdk'
import { clockOf } from '../../calendar/days.ts'
import type { Calendar, Entry } from '../../calendar/entries.ts'
import type { Shown } from './board.ts'
import type { Movable } from './use-moves.ts'

/** None, or the one that has a time. */
export function timed(entry: Movable | undefined): Entry[] {
  return entry?.at === undefined ? [] : [{ ...entry, at: entry.at }]
}

export function emptyDay(date: string): Shown {
  return { date, posts: [], more: 0, counts: {}, slots: [] }
}

/** By the dates of the zone that is shown, which need not be those of the answer. */
export function daysOf(calendar: Calendar | undefined, zone: string): ReadonlyMap<string, Shown> {
  if (!calendar) return new Map()
  const dateOf = (at: string) => clockOf(at, zone).date
  const slots = Map.groupBy(calendar.slots, ({ iso }) => dateOf(iso))
  const posts =
    zone === calendar.timezone
      ? undefined
      : Map.groupBy(
          calendar.days.flatMap((day) => day.posts),
          ({ at }) => dateOf(at),
        )
  return new Map(
    calendar.days.map((day) => [
      day.date,
      {
        ...day,
        posts: posts ? (posts.get(day.date) ?? []) : day.posts,
        slots: slots.get(day.date) ?? [],
      },
    ]),
  )
}

export function movableOf({ id, content, outcome, updated_at, socialAccounts }: Post): Movable {
  return {
    id,
    at: undefined,
    excerpt: content.slice(0, 80),
    kind: 'text',
    account_ids: socialAccounts.map((each) => each.id),
    outcome: outcome === 'deleted' ? 'draft' : outcome,
    updated_at,
  }
}

/** Of these dates, also of those of which nothing is known. */
export function daysAt(dates: readonly string[], known: ReadonlyMap<string, Shown>): Shown[] {
  return dates.map((each) => known.get(each) ?? emptyDay(each))
}
