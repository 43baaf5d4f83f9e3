/** What Pinterest makes of the words and the link of a pin before it shows them. */
import type { Look } from '../kit/shown.ts'
import type { Pin } from './store.ts'

/**
 * As they were sent, by the documents. Seen now and then, where a look is odd: a title that nobody wrote, taken from the
 * description, and a link without its fragment.
 */
export function shownWords({ id, title, description, link, alt_text }: Pin, look: Look) {
  const text = (value: string | null, field: string) =>
    value === null ? null : look.text(value, `${id} ${field}`)
  if (!look.odd) return { title, description, link, alt_text }
  const filled = title ?? description?.split(/[.\n]/)[0]?.slice(0, 100) ?? null
  return {
    title: text(filled, 'title'),
    description: text(description, 'description'),
    link: link?.replace(/#.*$/, '') ?? null,
    alt_text: text(alt_text, 'alt_text'),
  }
}
