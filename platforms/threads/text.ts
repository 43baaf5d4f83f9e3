/** Links as Threads sees them (developers.facebook.com/docs/threads, 2026-08-12). */

/** With a scheme, or as people write it: `www.` begins a link too. */
const LINK = /(?<![\p{L}\p{N}.@/])(?:https?:\/\/|www\.)[^\s<>"]+/giu

/** Places that one post hides (documentation/threads/create-posts/spoilers, 2026-07-02). */
export const MOST_SPOILERS = 10

interface Place {
  offset: number
  length: number
}

/**
 * Wherever a passage stands, or why that cannot be told. Threads does not say whether it counts bytes, UTF-16 units or
 * characters, and what is counted wrongly is shown to everybody: only where all of them agree a passage is hidden.
 */
export function placesOf(passage: string, text: string): Place[] | 'absent' | 'uncounted' {
  const { length } = passage
  const places: Place[] = []
  for (let at = text.indexOf(passage); at >= 0; at = text.indexOf(passage, at + 1))
    places.push({ offset: at, length })
  const last = places.at(-1)
  if (!last) return 'absent'
  return /[^\0-\x7f]/.test(text.slice(0, endOf(last))) ? 'uncounted' : places
}

/** The same letters in as few places as there are, and none of them twice. */
export function joined(places: readonly Place[]): Place[] {
  const all: Place[] = []
  for (const place of places.toSorted((a, b) => a.offset - b.offset)) {
    const before = all.at(-1)
    if (before && place.offset <= endOf(before))
      before.length = Math.max(endOf(before), endOf(place)) - before.offset
    else all.push({ ...place })
  }
  return all
}

const endOf = ({ offset, length }: Place) => offset + length

/** Threads takes five different ones, in the text and beside it. */
export const MOST_LINKS = 5

/** The different links of a text, and of its attachments, as they were written. */
export function linksIn(text: string, ...attached: (string | undefined)[]): ReadonlySet<string> {
  const written = Array.from(text.matchAll(LINK), ([link]) => link.replace(/[.,;:!?)\]]+$/, ''))
  return new Set([...written, ...attached.flatMap((link) => link ?? [])])
}
