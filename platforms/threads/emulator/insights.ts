/** Numbers of a post, all of its life, and of a profile (fact sheet of 2026-11-20, section 8). */
import { ownOnly } from './containers.ts'
import { invalid, missing } from './refusal.ts'
import type { Call, Visit } from './service.ts'
import type { Post, World } from './world.ts'

const scope = 'threads_manage_insights'
export const insightCalls: Call[] = [
  { method: 'GET', path: '/:id/insights', on: 'read', scope, run: ofPost },
  { method: 'GET', path: '/:id/threads_insights', on: 'read', scope, run: ofProfile },
]

const HALF_DAY = 43_200_000
const shares = {
  views: 1,
  likes: 0.05,
  replies: 0.006,
  reposts: 0.004,
  quotes: 0.002,
  shares: 0.003,
}
type Metric = keyof typeof shares
const isMetric = (name: string): name is Metric => name in shares

/** They follow from the id, grow with age and never fall. */
function count(post: Post, metric: Metric, world: World, now: number): number {
  const age = Math.max(0, now - post.created_at)
  const reach = 80 + Number(BigInt(post.id) % 2003n)
  const happened = Math.floor(reach * (1 - Math.exp(-age / HALF_DAY)) * shares[metric])
  const answers = world.posts.filter(({ reply_to }) => reply_to === post.id).length
  return metric === 'replies' ? happened + answers : happened
}

function asked({ given }: Visit): Metric[] {
  const names = (given['metric'] ?? '').split(',').filter(Boolean)
  const wrong = names.find((name) => !isMetric(name))
  // One that is not known fails them all.
  if (!names.length || wrong !== undefined)
    throw invalid(
      `(#100) metric[0] must be one of the following values: ${Object.keys(shares).join(', ')}`,
    )
  return names.filter(isMetric)
}

function ofPost(visit: Visit) {
  const { world, params, person, now } = visit
  const { id = '' } = params
  const post = world.posts.find((each) => each.id === id && each.owner === person.id)
  if (!post) throw missing(id)
  return {
    data: asked(visit).map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: count(post, name, world, now) }],
      title: name,
      description: `The number of ${name}.`,
      id: `${id}/insights/${name}/lifetime`,
    })),
  }
}

function ofProfile(visit: Visit) {
  ownOnly(visit)
  const { world, person, now } = visit
  const own = world.posts.filter(({ owner }) => owner === person.id)
  return {
    data: asked(visit).map((name) => {
      const value = own.reduce((sum, post) => sum + count(post, name, world, now), 0)
      const end_time = new Date(now).toISOString().replace(/\.\d+Z$/, '+0000')
      return {
        name,
        period: 'day',
        title: name,
        id: `${person.id}/threads_insights/${name}/day`,
        ...(name === 'views' ? { values: [{ value, end_time }] } : { total_value: { value } }),
      }
    }),
  }
}
