/** What LinkedIn would refuse of a post as a whole, beside its media rules. Sources and certainty: README, "What is offered". */
import type { Objection, Written } from '../kit/objections.ts'
import type { AccountFacts } from '../platform.ts'

const PAGES = 300

export function objects({ options, media }: Written, { settings }: AccountFacts): Objection[] {
  const objections: Objection[] = media.flatMap(({ pages }, index) => {
    if (pages === null || pages <= PAGES) return []
    return { media: index, text: `takes documents of at most ${PAGES} pages; this has ${pages}.` }
  })
  if (settings['kind'] === 'page' && options['visibility'] === 'CONNECTIONS') {
    const text =
      'is a Page, which has no connections: its posts are for everyone. Set visibility to PUBLIC.'
    objections.push({ option: 'visibility', text })
  }
  return objections
}
