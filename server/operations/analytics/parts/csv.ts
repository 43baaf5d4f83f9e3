/** Tables for spreadsheets. The timeline: a line a day, whose columns add up to the totals but for the rate. */
import { z } from 'zod'
import { BYTE_ORDER_MARK, lineOf } from '#rules/csv.ts'
import { metrics } from '#rules/metrics.ts'
import { Analytics, counts } from './fields.ts'

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

const numbers = [...metrics, 'engagement_rate'] as const
const Page = z.object({
  data: z.array(
    z.object({ post_id: z.number(), content: z.string(), published_at: z.string(), ...counts }),
  ),
})

/** Posts as a table: an empty field is a number that is not told. Texts of people are in it, which stay texts. */
export function postsCsv(output: unknown): string {
  const { data } = Page.parse(output)
  const lines = data.map(({ post_id, published_at, content, ...told }) =>
    lineOf([
      String(post_id),
      published_at,
      content,
      ...numbers.map((name) => String(told[name] ?? '')),
    ]),
  )
  return [
    BYTE_ORDER_MARK,
    lineOf(['post_id', 'published_at', 'content', ...numbers]),
    ...lines,
  ].join('')
}
