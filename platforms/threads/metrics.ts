import { z } from 'zod'
import { type Counts, counts, oneByOne, sumOf } from '../kit/metrics.ts'
import { type Account, Failure, type Tools } from '../platform.ts'
import { ask } from './api.ts'
import { manifest } from './manifest.ts'

const NAMES = 'views,likes,replies,reposts,quotes,shares'

/** A number that is missing or odd does not spoil the others. */
const Count = z.int().min(0).nullish().catch(null)
export const Insights = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: Count }).catch({ value: null })).optional(),
      total_value: z.object({ value: Count }).optional().catch(undefined),
    }),
  ),
})

/** One call a post: Threads has none for several. */
export async function metrics(
  posts: readonly string[],
  account: Account,
  tools: Tools,
): Promise<ReadonlyMap<string, Counts | 'gone'>> {
  return oneByOne(manifest, posts, async (id) => one(id, account, tools))
}

async function one(id: string, account: Account, tools: Tools): Promise<Counts | 'gone'> {
  try {
    const path = `/${id}/insights`
    const params = { metric: NAMES }
    const { data } = await ask(
      { tools, account },
      { method: 'GET', path, params, answer: Insights },
    )
    return mapped(data)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return 'gone'
    throw error
  }
}

export function toldIn(data: z.output<typeof Insights>['data'], name: string): number | null {
  const entry = data.find((each) => each.name === name)
  return entry?.values?.at(-1)?.value ?? entry?.total_value?.value ?? null
}

function mapped(data: z.output<typeof Insights>['data']): Counts {
  const told = (name: string) => toldIn(data, name)
  const [likes, comments] = [told('likes'), told('replies')]
  const shares = sumOf(told('reposts'), told('quotes'), told('shares'))
  return counts({
    impressions: told('views'),
    likes,
    comments,
    shares,
    engagements: sumOf(likes, comments, shares),
  })
}
