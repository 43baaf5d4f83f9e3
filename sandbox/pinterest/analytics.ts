/** Numbers of pins: they follow from the id, grow with age and never fall; the last two days are still being counted. */
import { z } from 'zod'
import { invalid } from './refusal.ts'
import { ownPin } from './pins.ts'
import { readQuery } from './requests.ts'
import { type Call, ok } from './service.ts'
import type { Pin } from './store.ts'

const DAY = 86_400_000
const halfDay = DAY / 2

const shares: Record<string, number> = {
  IMPRESSION: 1,
  OUTBOUND_CLICK: 0.012,
  PIN_CLICK: 0.05,
  SAVE: 0.02,
  SAVE_RATE: 0,
  TOTAL_COMMENTS: 0.004,
  TOTAL_REACTIONS: 0.03,
  USER_FOLLOW: 0.001,
  PROFILE_VISIT: 0.006,
  // Of videos.
  VIDEO_MRC_VIEW: 0.4,
  VIDEO_10S_VIEW: 0.2,
  QUARTILE_95_PERCENT_VIEW: 0.05,
  VIDEO_V50_WATCH_TIME: 900,
  VIDEO_START: 0.7,
  VIDEO_AVG_WATCH_TIME: 0,
}
const lifetime = new Set(['TOTAL_COMMENTS', 'TOTAL_REACTIONS'])

const date = z.iso.date()
const Query = z.strictObject({
  start_date: date,
  end_date: date,
  metric_types: z.string().transform((names) => names.split(',')),
  app_types: z.enum(['ALL', 'MOBILE', 'TABLET', 'WEB']).optional(),
  split_field: z.enum(['NO_SPLIT', 'APP_TYPE']).optional(),
  ad_account_id: z.string().optional(),
})

export const analyticsCalls: readonly Call[] = [
  {
    method: 'GET',
    path: '/v5/pins/:id/analytics',
    on: 'read',
    scopes: ['boards:read', 'pins:read'],
    limit: 'org_analytics',
    run(context) {
      const { now, request } = context
      const { start_date, end_date, metric_types } = readQuery(request, Query)
      const [start, end] = [Date.parse(start_date), Date.parse(end_date)]
      const today = Math.floor(now / DAY) * DAY
      if (start > end || end > today)
        throw invalid('end_date must be after start_date and not in the future')
      if (start < today - 90 * DAY) throw invalid('start_date must be within 90 days')
      for (const name of metric_types)
        if (!(name in shares))
          throw invalid(`'${name}' is not one of ${Object.keys(shares).join(', ')}`)
      const pin = ownPin(context)
      const counted = (until: number, names: readonly string[]) =>
        Object.fromEntries(names.map((name) => [name, count(pin, name, until)]))
      const windowed = metric_types.filter((name) => !lifetime.has(name))
      const daily_metrics = Array.from({ length: (end - start) / DAY + 1 }, (_, index) => {
        const day = start + index * DAY
        return {
          date: new Date(day).toISOString().slice(0, 10),
          data_status: day > today - 2 * DAY ? 'PROCESSING' : 'READY',
          metrics: {},
        }
      })
      return ok({
        all: {
          daily_metrics,
          lifetime_metrics: counted(
            now,
            metric_types.filter((name) => lifetime.has(name)),
          ),
          summary_metrics: counted(Math.min(now, end + DAY), windowed),
        },
      })
    },
  },
]

function count({ id, created_at }: Pin, name: string, until: number) {
  const age = until - created_at
  if (age <= 0) return 0
  const reach = 300 + Number(BigInt(id) % 3989n)
  return Math.floor(reach * (1 - Math.exp(-age / halfDay)) * (shares[name] ?? 0))
}
