/** What LinkedIn would refuse of a post as a whole, beside its media rules. Sources and certainty: README, "What is offered". */
import { z } from 'zod'
import { wrongMentions } from '../kit/mentions.ts'
import { type Objection, objection, type Written } from '../kit/objections.ts'
import type { AccountFacts } from '../platform.ts'
import { LONGEST, MENTION, plainLength, writtenLength } from './text.ts'

const PAGES = 300
const Mentions = z.array(z.string()).catch([])

export function objects(
  { options, text, media }: Written,
  { settings }: AccountFacts,
): Objection[] {
  const objections: Objection[] = media.flatMap(({ pages }, index) => {
    if (pages === null || pages <= PAGES) return []
    return objection({ media: index }, 'media_pages', { limit: PAGES, measured: pages })
  })
  if (settings['kind'] === 'page' && options['visibility'] === 'CONNECTIONS')
    objections.push(objection({ option: 'visibility' }, 'page_connections', {}))
  const mentions = Mentions.parse(options['mentions'])
  objections.push(...wrongMentions(text, MENTION, mentions))
  const measured = writtenLength(text, mentions)
  if (measured > LONGEST && plainLength(text) <= LONGEST)
    objections.push(
      objection({ option: 'mentions' }, 'mentions_over', { limit: LONGEST, measured }),
    )
  return objections
}
