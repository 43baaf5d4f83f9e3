/** Numbers of posts and Pages; one unknown metric refuses the whole call (docs/facts/facebook.md §8). */
import { createHash } from 'node:crypto'
import { invalid, missing } from '../kit/graph-refusals.ts'
import type { Call } from './service.ts'
import type { Post } from './state.ts'

const valid: Record<string, string> = {
  post_media_view: 'views',
  post_total_media_view_unique: 'reach',
  post_clicks: 'clicks',
  post_reactions_like_total: 'likes',
}
const pageMetrics = new Set(
  `page_media_view page_total_media_view_unique page_post_engagements page_daily_follows
  page_daily_follows_unique page_daily_unfollows_unique page_follows page_actions_post_reactions_total
  page_video_views`.split(/\s+/),
)

/** Of stories other names are valid ([S] Stories/insights); those of the ended "impressions" family are not. */
const ofStories: Record<string, string> = {
  STORY_MEDIA_VIEW: 'views',
  STORY_TOTAL_MEDIA_VIEW_UNIQUE: 'reach',
  STORY_INTERACTION: 'likes',
  PAGES_FB_STORY_REPLIES: 'replies',
  PAGES_FB_STORY_SHARES: 'shares',
  PAGES_FB_STORY_STICKER_INTERACTIONS: 'stickers',
  PAGES_FB_STORY_THREAD_LIGHTWEIGHT_REACTIONS: 'likes',
}

/** What grows with every hour, by how much at most. */
const perHour = { views: 40, reach: 24, clicks: 3, likes: 2, comments: 0, shares: 1 }
type Counted = keyof typeof perHour

/** The same for the same post and hour: a crowd that comes for ten days. */
export function counted({ id, created_at }: Post, now: Date, what: string): number {
  const hours = Math.min(240, Math.floor((now.getTime() - created_at) / 3_600_000))
  const share = (createHash('sha256').update(`${id} crowd`).digest()[0] ?? 0) / 255
  const most = Object.entries(perHour).find(([name]) => name === what)?.[1] ?? 0
  const settled: Counted[] = ['likes', 'shares']
  const floor = settled.some((name) => name === what) && hours > 0 ? 1 : 0
  return Math.floor(hours * most * (0.3 + 0.7 * share)) + floor * Math.min(hours, 1)
}

export const insightCalls: readonly Call[] = [
  {
    method: 'GET',
    edge: 'insights',
    on: 'read',
    scopes: ['read_insights'],
    run({ store, id, page, params, service, version }) {
      const asked = (params.text.get('metric') ?? '').replaceAll(/[["\]\s]/g, '')
      const names = asked.split(',').filter(Boolean)
      const post = store.posts.get(id)
      const ofPage = id === page?.id
      if (!ofPage && (!post || post.page_id !== page?.id)) throw missing(id)
      const ofPost = post?.kind === 'story' ? ofStories : valid
      const known = (name: string) =>
        (ofPage
          ? pageMetrics.has(name)
          : Object.hasOwn(ofPost, name) ||
            (post?.kind !== 'story' && name === 'post_reactions_by_type_total')) &&
        (version >= 23 || !name.toLowerCase().includes('media_view'))
      if (!names.length || !names.every(known))
        throw invalid('The value must be a valid insights metric')
      const now = service.options.now()
      return {
        data: names.map((name) => ({
          name,
          period: ofPage ? 'day' : 'lifetime',
          values: [{ value: post ? valueOf(post, now, name) : 0 }],
          title: name,
          description: name,
          id: `${id}/insights/${name}/${ofPage ? 'day' : 'lifetime'}`,
        })),
      }
    },
  },
]

function valueOf(post: Post, now: Date, name: string) {
  const metric = valid[name] ?? ofStories[name]
  if (metric !== undefined) return counted(post, now, metric)
  return { like: counted(post, now, 'likes') }
}
