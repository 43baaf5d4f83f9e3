/** What Threads would refuse of a post as a whole, beside its media rules (docs/facts/threads.md §2). */
import { z } from 'zod'
import { type Objection, objection, type Written } from '../kit/objections.ts'
import { joined, linksIn, MOST_LINKS, MOST_SPOILERS, placesOf } from './text.ts'

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
  return [...found, ...ofSpoilers(options, text), ...ofLinks(options, text)]
}

const UNTOLD = { absent: 'spoiler_absent', uncounted: 'spoiler_uncounted' } as const

function ofSpoilers(options: Written['options'], text: string): Objection[] {
  const at = { option: 'spoilers' }
  const found: Objection[] = []
  const places = Passages.parse(options['spoilers']).flatMap((passage) => {
    const all = placesOf(passage, text)
    if (typeof all !== 'string') return all
    found.push(objection(at, UNTOLD[all], { passage }))
    return []
  })
  const measured = joined(places).length
  if (measured > MOST_SPOILERS)
    found.push(objection(at, 'spoilers_over', { limit: MOST_SPOILERS, measured }))
  return found
}

/** Of the text alone its own rule speaks. */
function ofLinks(options: Written['options'], text: string): Objection[] {
  const { link_attachment, text_attachment } = options
  const card = typeof link_attachment === 'string' ? link_attachment : undefined
  const of_long_text = Attached.parse(text_attachment)?.link_attachment_url
  const measured = linksIn(text, card, of_long_text).size
  if (measured <= MOST_LINKS || linksIn(text).size > MOST_LINKS) return []
  const option = card === undefined ? 'text_attachment.link_attachment_url' : 'link_attachment'
  return [objection({ option }, 'links_with_card', { limit: MOST_LINKS, measured })]
}
