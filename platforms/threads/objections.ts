/** What Threads would refuse of a post as a whole, beside its media rules (docs/facts/threads.md §2). */
import { z } from 'zod'
import { type Objection, objection, type Written } from '../kit/objections.ts'
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
    found.push(objection({ option: 'link_attachment' }, 'poll_or_card', {}))
  if (poll !== undefined && text_attachment !== undefined)
    found.push(objection({ option: 'text_attachment' }, 'poll_or_long_text', {}))
  if (link_attachment !== undefined && Attached.parse(text_attachment)?.link_attachment_url)
    found.push(objection({ option: 'text_attachment.link_attachment_url' }, 'link_twice', {}))
  if (is_spoiler_media === true && !media.length)
    found.push(objection({ option: 'is_spoiler_media' }, 'nothing_to_hide', {}))
  for (const passage of Passages.parse(options['spoilers'])) {
    const place = placeOf(passage, text)
    if (typeof place === 'string')
      found.push(objection({ option: 'spoilers' }, UNTOLD[place], { passage }))
  }
  return found
}

const UNTOLD = { absent: 'spoiler_absent', uncounted: 'spoiler_uncounted' } as const
