/** What LinkedIn would refuse of a post as a whole, beside its media rules. Sources and certainty: README, "What is offered". */
import { z } from 'zod'
import { unnamed } from '../kit/mentions.ts'
import type { Objection, Written } from '../kit/objections.ts'
import type { AccountFacts } from '../platform.ts'
import { peopleOf } from './text.ts'

const PAGES = 300
const Mentions = z.array(z.string()).catch([])

export function objects(
  { options, text, media }: Written,
  { settings }: AccountFacts,
): Objection[] {
  const objections: Objection[] = media.flatMap(({ pages }, index) => {
    if (pages === null || pages <= PAGES) return []
    return { media: index, text: `takes documents of at most ${PAGES} pages; this has ${pages}.` }
  })
  if (settings['kind'] === 'page' && options['visibility'] === 'CONNECTIONS') {
    const text =
      'is a Page, which has no connections: its posts are for everyone. Set visibility to PUBLIC.'
    objections.push({ option: 'visibility', text })
  }
  objections.push(...unnamed(text, peopleOf(Mentions.parse(options['mentions']))))
  return objections
}
