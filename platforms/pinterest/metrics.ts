/** Numbers of pins, one call each. Days further back than 90 are told by nothing, so a look reaches that far. */
import { z } from 'zod'
import { counts, type Counts, oneByOne, sumOf } from '../kit/metrics.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { ask } from './api.ts'
import { manifest } from './manifest.ts'

const DAY = 86_400_000
const REACH = 89
const METRICS = 'IMPRESSION,SAVE,PIN_CLICK,OUTBOUND_CLICK,TOTAL_COMMENTS,TOTAL_REACTIONS'

const Count = z.int().min(0).nullish().catch(null)
const Numbers = z
  .object({
    IMPRESSION: Count,
    SAVE: Count,
    PIN_CLICK: Count,
    OUTBOUND_CLICK: Count,
    TOTAL_COMMENTS: Count,
    TOTAL_REACTIONS: Count,
  })
  .partial()
const Analytics = z.object({
  all: z.object({
    summary_metrics: Numbers.catch({}).default({}),
    lifetime_metrics: Numbers.catch({}).default({}),
  }),
})

export async function metrics(
  posts: readonly string[],
  account: Account,
  tools: Tools,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  return oneByOne(manifest, posts, async (id) => numbersOf(id, account, tools))
}

async function numbersOf(id: string, account: Account, tools: Tools): Promise<Counts | 'gone'> {
  const today = tools.now().getTime()
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  const query = new URLSearchParams({
    start_date: day(today - REACH * DAY),
    end_date: day(today),
    metric_types: METRICS,
    app_types: 'ALL',
    split_field: 'NO_SPLIT',
  })
  const path = `/v5/pins/${encodeURIComponent(id)}/analytics?${query.toString()}`
  try {
    const request = { purpose: 'read', method: 'GET', path, answer: Analytics } as const
    const { all } = await ask({ tools, account }, request)
    return mapped({ ...all.summary_metrics, ...all.lifetime_metrics })
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return 'gone'
    throw error
  }
}

function mapped(all: z.output<typeof Numbers>): Counts {
  const likes = all.TOTAL_REACTIONS ?? null
  const comments = all.TOTAL_COMMENTS ?? null
  const shares = all.SAVE ?? null
  const clicks = sumOf(all.PIN_CLICK ?? null, all.OUTBOUND_CLICK ?? null)
  const engagements = sumOf(likes, comments, shares, clicks)
  return counts({ impressions: all.IMPRESSION ?? null, likes, comments, shares, engagements })
}
