/** What Facebook would refuse or pass over of a post as a whole, beside its media rules (docs/facts/facebook.md §3, §5). */
import type { Objection, Written } from '../kit/objections.ts'

/** Options of a post of the feed: what a video is published by does not document them. */
const OF_THE_FEED = {
  place: 'names places on texts, links and photos; this is a video.',
}

export function objects({ options, media }: Written): Objection[] {
  const video = media.some(({ mime_type }) => mime_type.startsWith('video/'))
  return Object.entries(OF_THE_FEED).flatMap(([option, text]) =>
    video && options['kind'] === 'post' && options[option] !== undefined ? [{ option, text }] : [],
  )
}
