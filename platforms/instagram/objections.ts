/** What Instagram would refuse of a post as a whole, beside its media rules (docs/facts/instagram.md §2). */
import { type Objection, objection, type Written } from '../kit/objections.ts'

export function objects({ options, media }: Written): Objection[] {
  const named = [...about(options, media)].map(([option, check]) =>
    objection({ option }, check, {}),
  )
  const [video, ...others] = media
  const { thumb_offset: at } = options
  const duration = video && !others.length ? video.duration : null
  if (typeof at === 'number' && duration !== null && at > duration * 1000)
    named.push(
      objection({ option: 'thumb_offset' }, 'cover_time_over', {
        limit: duration,
        measured: at / 1000,
      }),
    )
  return named
}

type OfReels =
  | 'tags_in_carousel'
  | 'cover_without_reel'
  | 'cover_twice'
  | 'feed_without_reel'
  | 'trial_without_reel'
  | 'trial_collaborators'
  | 'trial_in_feed'

function* about(
  options: Written['options'],
  media: Written['media'],
): Generator<[option: string, check: OfReels]> {
  const { user_tags, cover_url, thumb_offset, trial_reel, collaborators, share_to_feed } = options
  const reel = media.length === 1 && media[0]?.mime_type.startsWith('video/')
  if (user_tags !== undefined && media.length > 1) yield ['user_tags', 'tags_in_carousel']
  if (cover_url !== undefined && media.length && !reel) yield ['cover_url', 'cover_without_reel']
  if (thumb_offset !== undefined && media.length && !reel)
    yield ['thumb_offset', 'cover_without_reel']
  if (cover_url !== undefined && thumb_offset !== undefined) yield ['thumb_offset', 'cover_twice']
  if (share_to_feed !== undefined && media.length && !reel)
    yield ['share_to_feed', 'feed_without_reel']
  if (trial_reel === undefined) return
  if (media.length && !reel) yield ['trial_reel', 'trial_without_reel']
  // A trial stands on no profile and in no feed, its own or another's.
  if (collaborators !== undefined) yield ['collaborators', 'trial_collaborators']
  if (share_to_feed === true) yield ['share_to_feed', 'trial_in_feed']
}
