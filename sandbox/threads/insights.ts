/** Numbers of a post, all of its life, and of a profile (docs/facts/threads.md §8). */
import { invalid, missing } from './refusal.ts'
import { ownOnly, type Call, type Context } from './service.ts'
import type { Post, Store } from './store.ts'

const scope = 'threads_manage_insights'
export const insightCalls: Call[] = [
  { method: 'GET', path: '/:id/insights', on: 'read', scope, run: ofPost },
  { method: 'GET', path: '/:id/threads_insights', on: 'read', scope, run: ofProfile },
]

const HALF_DAY = 43_200_000
const shares: Record<string, number> = {
  views: 1,
  likes: 0.05,
  replies: 0.006,
  reposts: 0.004,
  quotes: 0.002,
  shares: 0.003,
}

/** They follow from the id, grow with age and never fall. */
function count(post: Post, metric: string, store: Store, now: number): number {
  const age = Math.max(0, now - post.created_at)
  const reach = 80 + Number(BigInt(post.id) % 2003n)
  const happened = Math.floor(reach * (1 - Math.exp(-age / HALF_DAY)) * (shares[metric] ?? 0))
  const answers = store.posts.filter(({ reply_to }) => reply_to === post.id).length
  return metric === 'replies' ? happened + answers : happened
}

/** One that is not known fails them all. */
function asked({ given }: Context, known: readonly string[]): string[] {
  const names = (given['metric'] ?? '').split(',').filter(Boolean)
  if (!names.length || !names.every((name) => known.includes(name)))
    throw invalid(`(#100) metric[0] must be one of the following values: ${known.join(', ')}`)
  return names
}

function ofPost(context: Context) {
  const { store, params, person, now } = context
  const { id = '' } = params
  const post = store.posts.find((each) => each.id === id && each.owner === person.id)
  if (!post) throw missing(id)
  return {
    data: asked(context, Object.keys(shares)).map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: count(post, name, store, now) }],
      title: name,
      description: `The number of ${name}.`,
      id: `${id}/insights/${name}/lifetime`,
    })),
  }
}

const profileMetrics =
  'views likes replies reposts quotes clicks followers_count follower_demographics'.split(' ')
const breakdowns = ['country', 'city', 'age', 'gender']
/** "User insights are not guaranteed before June 1, 2024"; the parameters begin here. */
const EARLIEST = 1_712_991_600

/** Views by day; the others summed up, clicks by the link that was followed. */
function ofProfile(context: Context) {
  ownOnly(context)
  const { store, given, person, now } = context
  for (const end of ['since', 'until'])
    if (Number(given[end] ?? EARLIEST) < EARLIEST)
      throw invalid(`(#100) Param ${end} must be at least ${EARLIEST}`)
  const own = store.posts.filter(({ owner }) => owner === person.id)
  const end_time = new Date(now).toISOString().replace(/\.\d+Z$/, '+0000')
  return {
    data: asked(context, profileMetrics).map((name) => ({
      name,
      period: 'day',
      title: name,
      description: `The ${name} of your profile.`,
      id: `${person.id}/insights/${name}/day`,
      ...valuesOf(name),
    })),
  }

  function valuesOf(name: string) {
    if (name === 'followers_count') return { total_value: { value: 812 } }
    if (name === 'clicks') return { link_total_values: [] }
    if (name === 'follower_demographics') {
      if (!breakdowns.includes(given['breakdown'] ?? ''))
        throw invalid(`(#100) Param breakdown must be one of {${breakdowns.join(', ')}}`)
      return {
        total_value: { breakdowns: [{ dimension_keys: [given['breakdown']], results: [] }] },
      }
    }
    const value = own.reduce((sum, post) => sum + count(post, name, store, now), 0)
    return name === 'views' ? { values: [{ value, end_time }] } : { total_value: { value } }
  }
}
