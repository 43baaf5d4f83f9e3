/** What Instagram would refuse of a post as a whole, beside its media rules (docs/facts/instagram.md §2). */
import type { Objection, Written } from '../kit/objections.ts'

export function objects({ options, media }: Written): Objection[] {
  return [...about(options, media)].map(([option, text]) => ({ option, text }))
}

function* about(
  options: Written['options'],
  media: Written['media'],
): Generator<[option: string, text: string]> {
  const { user_tags, cover_url, thumb_offset, trial_reel, collaborators, share_to_feed } = options
  const reel = media.length === 1 && media[0]?.mime_type.startsWith('video/')
  if (user_tags !== undefined && media.length > 1)
    yield ['user_tags', 'tags people on a single picture or video; this is a carousel.']
  if (cover_url !== undefined && media.length && !reel)
    yield ['cover_url', 'has covers for reels only, which are single videos.']
  if (cover_url !== undefined && thumb_offset !== undefined)
    yield ['thumb_offset', 'takes its cover from cover_url and passes over thumb_offset: say one.']
  if (trial_reel === undefined) return
  if (media.length && !reel) yield ['trial_reel', 'tries reels only, which are single videos.']
  // A trial stands on no profile and in no feed, its own or another's.
  if (collaborators !== undefined) yield ['collaborators', 'has no collaborators in a trial reel.']
  if (share_to_feed === true) yield ['share_to_feed', 'shows no trial reel in the feed.']
}
