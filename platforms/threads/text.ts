/** Links as Threads sees them (developers.facebook.com/docs/threads, 2026-08-12). */

/** With a scheme, or as people write it: `www.` begins a link too. */
const LINK = /(?<![\p{L}\p{N}.@/])(?:https?:\/\/|www\.)[^\s<>"]+/giu

/** Threads takes five different ones, in the text and beside it. */
export const MOST_LINKS = 5

/** The different links of a text, and of an attachment, as they were written. */
export function linksIn(text: string, attachment?: string): ReadonlySet<string> {
  const written = Array.from(text.matchAll(LINK), ([link]) => link.replace(/[.,;:!?)\]]+$/, ''))
  return new Set(attachment === undefined ? written : [...written, attachment])
}
