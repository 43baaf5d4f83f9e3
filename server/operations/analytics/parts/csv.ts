/** The timeline as a table: a line a day, whose columns add up to the totals but for the rate. */
import type { z } from 'zod'
import { Analytics } from './fields.ts'

const columns = [
  'date',
  'posts',
  'reach',
  'impressions',
  'likes',
  'comments',
  'shares',
  'engagements',
  'engagement_rate',
] as const satisfies readonly (keyof z.output<typeof Analytics>['timeline'][number])[]

/** RFC 4180. An empty field is a null; there is no text of anybody in it, so nothing needs quotes. */
export function analyticsCsv(output: unknown): string {
  const { timeline } = Analytics.parse(output)
  const lines = timeline.map((day) => columns.map((column) => day[column] ?? '').join(','))
  return [columns.join(','), ...lines, ''].join('\r\n')
}
