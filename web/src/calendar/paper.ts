/** A calendar as it is taken along, on paper or as a picture: what of it has a place, and what is counted. Pure. */
import { share } from './many.ts'
import { type Day, type Entry, type State, stateOf } from './entries.ts'
import type { View } from './view.ts'

export type PaperDay = Pick<Day, 'date' | 'posts' | 'more'>

/** Nothing of it depends on the window that it is looked at in. */
export interface Plan {
  view: View
  days: readonly PaperDay[]
  /** 2027-03, of a month. */
  month: string
  today: string
  zone: string
  title: string
  /** Whose it is, by which clock, and what of it. */
  about: readonly string[]
  platformsOf: (entry: Entry) => readonly string[]
  /** The moment of which it tells. */
  at: Date
}

export function weeksOf<Each>(days: readonly Each[]): Each[][] {
  return Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  )
}

const countOf = ({ posts, more }: PaperDay) => posts.length + more

/** So many lines on the whole: how many each week has, by its fullest day, and at least `least`. */
export function linesOf(
  weeks: readonly (readonly PaperDay[])[],
  { lines, least, most = Infinity }: { lines: number; least: number; most?: number },
): number[] {
  const wants = weeks.map((week) => Math.min(most, Math.max(least, ...week.map(countOf))) - least)
  const more = share(wants, Math.max(0, lines - least * weeks.length))
  return more.map((each) => least + each)
}

/** The posts that have a line, and how many more there are; what is said of those takes a line as well. */
export function shownOf(day: PaperDay, lines: number): { posts: readonly Entry[]; rest: number } {
  const all = countOf(day)
  const posts = all <= lines ? day.posts : day.posts.slice(0, Math.max(0, lines - 1))
  return { posts, rest: all - posts.length }
}

/** How much of each post there is room for where so many stand below one another: lines of its text, 0: beside its time. */
export function textLines(count: number, lines: number): number {
  const fits = (text: number) => count * (text + 1.5) <= lines
  return [3, 2, 1].find(fits) ?? 0
}

/** Those that stand there, in the order in which a post goes through them. */
const order: readonly State[] = [
  'draft',
  'waiting',
  'scheduled',
  'publishing',
  'published',
  'partial',
  'failed',
  'question',
]
export function statesIn(days: readonly PaperDay[]): State[] {
  const there = new Set(days.flatMap(({ posts }) => posts.map(stateOf)))
  return order.filter((each) => there.has(each))
}

export function isAtRisk(days: readonly PaperDay[]) {
  return days.some(({ posts }) => posts.some(({ risks = [] }) => risks.length))
}
