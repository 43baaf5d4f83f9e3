/** What Facebook would refuse or pass over of a post as a whole, beside its media rules (docs/facts/facebook.md §3, §5). */
import { z } from 'zod'
import { unnamed } from '../kit/mentions.ts'
import type { Objection, Written } from '../kit/objections.ts'
import { pagesOf } from './text.ts'

/** Options of a post of the feed: nothing documents them for videos. */
const OF_THE_FEED = {
  mentions: 'mentions Pages in texts, links and photos; this is a video.',
  place: 'names places on texts, links and photos; this is a video.',
}
const Mentions = z.array(z.string()).catch([])

export function objects({ options, text, media }: Written): Objection[] {
  const video = media.some(({ mime_type }) => mime_type.startsWith('video/'))
  const apart = Object.entries(OF_THE_FEED).flatMap(([option, said]) =>
    video && options['kind'] === 'post' && options[option] !== undefined
      ? [{ option, text: said }]
      : [],
  )
  return [...apart, ...unnamed(text, pagesOf(Mentions.parse(options['mentions'])))]
}
