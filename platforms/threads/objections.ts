/** What Threads would refuse of a post as a whole, beside its media rules (docs/facts/threads.md §2). */
import { z } from 'zod'
import type { Objection, Written } from '../kit/objections.ts'
import { placeOf } from './text.ts'

const Attached = z
  .object({ link_attachment_url: z.string().optional() })
  .optional()
  .catch(undefined)
const Passages = z.array(z.string()).catch([])

export function objects({ options, text, media }: Written): Objection[] {
  const { poll, link_attachment, text_attachment, is_spoiler_media } = options
  const found: Objection[] = []
  if (poll !== undefined && link_attachment !== undefined)
    found.push({ option: 'link_attachment', text: 'shows a poll or a link card, not both.' })
  if (poll !== undefined && text_attachment !== undefined)
    found.push({ option: 'text_attachment', text: 'shows a poll or a long text, not both.' })
  if (link_attachment !== undefined && Attached.parse(text_attachment)?.link_attachment_url)
    found.push({
      option: 'text_attachment.link_attachment_url',
      text: 'shows one link: that of the post or that of its long text.',
    })
  if (is_spoiler_media === true && !media.length)
    found.push({ option: 'is_spoiler_media', text: 'has no picture or video to hide here.' })
  for (const passage of Passages.parse(options['spoilers'])) {
    const place = placeOf(passage, text)
    if (typeof place === 'string') found.push({ option: 'spoilers', text: UNTOLD[place](passage) })
  }
  return found
}

const UNTOLD = {
  absent: (passage: string) => `hides what stands in the text; “${passage}” does not.`,
  uncounted: (passage: string) =>
    `cannot be told where “${passage}” stands: up to its end the text may have plain letters, digits and signs (ASCII) only, since Threads does not say how it counts others.`,
}
