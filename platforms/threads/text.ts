/** Links as Threads sees them (developers.facebook.com/docs/threads, 2026-08-12). */

/** With a scheme, or as people write it: `www.` begins a link too. */
const LINK = /(?<![\p{L}\p{N}.@/])(?:https?:\/\/|www\.)[^\s<>"]+/giu

/** Passages that one post hides (documentation/threads/create-posts/spoilers, 2026-07-02). */
export const MOST_SPOILERS = 10

/**
 * Where a passage stands, or why that cannot be told. Threads does not say whether it counts bytes, UTF-16 units or
 * characters, and what is counted wrongly is shown to everybody: only where all of them agree a passage is hidden.
 */
export function placeOf(
  passage: string,
  text: string,
): { offset: number; length: number } | 'absent' | 'uncounted' {
  const offset = text.indexOf(passage)
  if (offset < 0) return 'absent'
  const { length } = passage
  return /[^\0-\x7f]/.test(text.slice(0, offset + length)) ? 'uncounted' : { offset, length }
}

/** Threads takes five different ones, in the text and beside it. */
export const MOST_LINKS = 5

/** The different links of a text, and of its attachments, as they were written. */
export function linksIn(text: string, ...attached: (string | undefined)[]): ReadonlySet<string> {
  const written = Array.from(text.matchAll(LINK), ([link]) => link.replace(/[.,;:!?)\]]+$/, ''))
  return new Set([...written, ...attached.flatMap((link) => link ?? [])])
}
