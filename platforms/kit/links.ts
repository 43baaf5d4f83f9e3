/** Links as they stand in texts. */

/** The first address that begins with its scheme, without the punctuation of its sentence. */
export function firstLink(text: string): string | undefined {
  const [first] = linksIn(text)
  return first?.link
}

/** All of them, in order, with where they begin. */
export function* linksIn(text: string): Generator<{ at: number; link: string }> {
  for (const { 0: found, index: at } of text.matchAll(
    /(?<![\p{L}\p{N}@./-])https?:\/\/[^\s<>"“”«»]+/giu,
  )) {
    const link = trimmed(found)
    if (URL.canParse(link) && new URL(link).hostname.includes('.')) yield { at, link }
  }
}

const OPENING = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** A link without the punctuation of its sentence; a bracket stays when it was opened within. */
export function trimmed(link: string): string {
  const counts = new Map<string, number>()
  for (const character of link) counts.set(character, (counts.get(character) ?? 0) + 1)
  let end = link.length
  while (end > 0) {
    const last = link[end - 1] ?? ''
    const closed = counts.get(last) ?? 0
    const opening = OPENING.get(last)
    const closes = opening !== undefined && (counts.get(opening) ?? 0) < closed
    if (!closes && !/[.,;:!?'’‘…*]/.test(last)) break
    counts.set(last, closed - 1)
    end -= 1
  }
  return link.slice(0, end)
}
