/** Numbers of a post, by what it is: one name that is not valid for it refuses the whole call (docs/facts/instagram.md §7). */
import { counted } from './crowd.ts'
import { mediumOf } from './reads.ts'
import { invalid, missing, refuse } from '../kit/graph-refusals.ts'
import type { Call } from './service.ts'
import type { Medium } from './state.ts'

const names = (text: string) => new Set(text.split(' '))
const feed = names(
  'views reach likes comments shares saved total_interactions reposts follows profile_visits profile_activity',
)
const valid: Record<Medium['kind'], ReadonlySet<string>> = {
  IMAGE: feed,
  CAROUSEL: feed,
  REELS: names(
    'views reach likes comments shares saved total_interactions reposts ig_reels_avg_watch_time ig_reels_video_view_total_time reels_skip_rate crossposted_views facebook_views',
  ),
  STORIES: names(
    'views reach replies navigation shares total_interactions reposts follows profile_visits profile_activity',
  ),
}

const DAY = 86_400_000
/** "Not enough viewers": fewer than five. */
const fewest = 5

export const insightCalls: readonly Call[] = [
  {
    method: 'GET',
    edge: 'insights',
    on: 'read',
    scope: {
      instagram: 'instagram_business_manage_insights',
      facebook: 'instagram_manage_insights',
    },
    run(context) {
      const { params, now, id } = context
      const medium = mediumOf(context)
      const asked = (params.text.get('metric') ?? '')
        .replaceAll(/[["\]\s]/g, '')
        .split(',')
        .filter(Boolean)
      const known = valid[medium.kind]
      if (!asked.length || !asked.every((name) => known.has(name)))
        throw invalid(`metric[0] must be one of the following values: ${[...known].join(', ')}`)
      if (medium.kind === 'STORIES') {
        if (now - medium.created_at > DAY) throw missing(id)
        if (counted(context, medium, 'reach') < fewest)
          throw refuse(10, '(#10) Not enough viewers for the media to show insights')
      }
      return {
        data: asked.map((name) => ({
          name,
          period: 'lifetime',
          values: [{ value: counted(context, medium, name) }],
          title: name,
          description: name,
          id: `${id}/insights/${name}/lifetime`,
        })),
      }
    },
  },
]
