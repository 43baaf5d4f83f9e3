/** The numbers of the room, and how they are written. Null is not told, and never a 0. Pure. */
import type { GetAnalyticsAnswer } from '@crier/sdk'
import { number, percent, points, signed } from '../../words/format.ts'
import { platformName } from '../../ui/platform-mark.tsx'

export const counts = [
  'reach',
  'impressions',
  'likes',
  'comments',
  'shares',
  'engagements',
] as const
export const measures = ['posts', ...counts, 'engagement_rate'] as const
export type Measure = (typeof measures)[number]
export type Numbers = Record<Measure, number | null>
export type Incomplete = GetAnalyticsAnswer['totals']['incomplete']

/** Those that stand above the chart. */
export const tiles = ['posts', 'impressions', 'reach', 'engagements', 'engagement_rate'] as const

export function written(measure: Measure, value: number): string {
  return measure === 'engagement_rate' ? percent(value) : number(value)
}

/** Against what it stands beside; undefined where one of them is not told, or there was nothing. */
export function changeOf(measure: Measure, now: number | null, before: number | null) {
  if (now === null || before === null) return undefined
  if (measure === 'engagement_rate') return { up: sign(now - before), text: points(now - before) }
  if (before <= 0) return undefined
  const share = now / before - 1
  return { up: sign(share), text: signed(share) }
}

function sign(change: number): -1 | 0 | 1 {
  if (Math.abs(change) < 0.0005) return 0
  return change > 0 ? 1 : -1
}

/** Whose part is missing from this number, by name. */
export function missing(measure: Measure, incomplete: Incomplete): string[] {
  if (measure === 'posts') return []
  const needed =
    measure === 'engagement_rate' ? (['impressions', 'engagements'] as const) : [measure]
  return incomplete
    .filter(({ metrics }) => needed.some((each) => metrics.includes(each)))
    .map(({ platform }) => platformName(platform))
}

/** As many points as a small line has room for, each the sum of its days; what none of them tells stays open. */
export function thinned(
  measure: Measure,
  days: readonly (number | null)[],
  most: number,
): (number | null)[] {
  const size = Math.ceil(days.length / most)
  return Array.from({ length: Math.ceil(days.length / size) }, (_, index) => {
    const told = days.slice(index * size, (index + 1) * size).filter((each) => each !== null)
    if (!told.length) return null
    const sum = told.reduce((all, each) => all + each, 0)
    return measure === 'engagement_rate' ? sum / told.length : sum
  })
}
