/** The numbers of the room, and how they are written. Null is not told, and never a 0. Pure. */
import type { GetAnalyticsAnswer, GetAnalyticsTimelinesAnswer } from '@crier/sdk'
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

/**
 * The service counts 0 where a platform would tell a number and has nothing yet. As long as none was ever taken there, it is
 * no number: a 0 that no measured platform stands behind is not told.
 */
export function onlyTold(
  report: GetAnalyticsAnswer,
  timelines: GetAnalyticsTimelinesAnswer,
): [GetAnalyticsAnswer, GetAnalyticsTimelinesAnswer] {
  const platforms = new Set(timelines.measured.map(({ platform }) => platform))
  const ids = new Set(timelines.measured.flatMap(({ account_ids }) => account_ids))
  const silent = report.by_platform.filter(({ platform }) => !platforms.has(platform))
  if (!silent.length && report.by_account.every(({ account_id }) => ids.has(account_id)))
    return [report, timelines]
  const told = report.by_platform.filter(({ platform }) => platforms.has(platform))
  const open = counts.filter((each) => !told.some((row) => row[each] !== null))
  const without = <Block extends object>(block: Block, names: readonly string[]): Block => ({
    ...block,
    ...Object.fromEntries(names.map((name) => [name, null])),
  })
  const incomplete = (before: Incomplete): Incomplete => [
    ...before.filter(({ platform }) => platforms.has(platform)),
    ...silent.map(({ platform }) => ({ platform, metrics: [...counts] })),
  ]
  const sum = (block: GetAnalyticsAnswer['totals']) => ({
    ...without(block, open),
    incomplete: incomplete(block.incomplete),
  })
  const line = (each: GetAnalyticsTimelinesAnswer['lines'][number]) => {
    const names = each.platform === null ? open : platforms.has(each.platform) ? [] : counts
    const gaps = (columns: typeof each.days) => ({
      ...columns,
      ...Object.fromEntries(names.map((name) => [name, columns[name].map(() => null)])),
    })
    return { ...each, days: gaps(each.days), previous: gaps(each.previous) }
  }
  const { from, to } = report.previous
  return [
    {
      ...report,
      totals: sum(report.totals),
      previous: { ...sum(report.previous), from, to },
      by_platform: report.by_platform.map((row) =>
        platforms.has(row.platform) ? row : without(row, counts),
      ),
      by_account: report.by_account.map((row) =>
        ids.has(row.account_id) ? row : without(row, counts),
      ),
    },
    { ...timelines, lines: timelines.lines.map(line) },
  ]
}
