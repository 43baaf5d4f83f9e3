/** What Facebook would refuse or pass over of a post as a whole, beside its media rules (docs/facts/facebook.md §3, §5). */
import { z } from 'zod'
import { wrongMentions } from '../kit/mentions.ts'
import { type Objection, objection, type Written } from '../kit/objections.ts'
import { MENTION } from './text.ts'

/** Options of a post of the feed: nothing documents them for videos. */
const OF_THE_FEED = {
  mentions: 'mentions_in_video',
  place: 'place_in_video',
} as const
const Mentions = z.array(z.string()).catch([])

export function objects({ options, text, media }: Written): Objection[] {
  const video = media.some(({ mime_type }) => mime_type.startsWith('video/'))
  const apart = Object.entries(OF_THE_FEED).flatMap(([option, check]) =>
    video && options['kind'] === 'post' && options[option] !== undefined
      ? [objection({ option }, check, {})]
      : [],
  )
  if (!video && options['title'] !== undefined)
    apart.push(objection({ option: 'title' }, 'title_without_video', {}))
  return [...apart, ...wrongMentions(text, MENTION, Mentions.parse(options['mentions']))]
}
