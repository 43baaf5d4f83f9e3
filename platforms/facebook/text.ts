/** Mentions of Pages: `@[PAGE_ID]` within a message (documentation/pages-api/comments-mentions, 2026-04-16). */
import { namesBy, namesIn, replaced } from '../kit/mentions.ts'

/** A Page as the text calls it, and its number: `Analytical Engines (105000000000003)`. */
export const MENTION = /^([^@[\]\n]{1,100}) \((\d{1,20})\)$/u

export const pagesOf = (mentions: readonly string[]) => namesBy(MENTION, mentions)

/** The message: what Facebook shows in place of a number is the name that the Page has there. */
export function messageOf(text: string, mentions: readonly string[] = []): string {
  const pages = pagesOf(mentions)
  return replaced(text, namesIn(text, pages.keys()), {
    found: (name) => `@[${pages.get(name) ?? ''}]`,
    rest: (between) => between,
  })
}
