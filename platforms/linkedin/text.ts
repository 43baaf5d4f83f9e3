/**
 * LinkedIn's "little text": commentary is a small language, and a reserved character that is not escaped cuts the post
 * off there, with 201 and no word of it (learn.microsoft.com, "little Text Format", 2026).
 */

import { namesBy, namesIn, replaced } from '../kit/mentions.ts'

const RESERVED = /[\\|{}@[\]()<>#*_~]/g
/** A hashtag: its sign may stay as it is. One letter at least, or "#1" would become one. */
const HASHTAG = /(?<![\p{L}\p{N}_&/#])#(?=\p{N}*\p{L})[\p{L}\p{N}]+/gu

/**
 * A name as LinkedIn has it, and whose it is: `Analytical Engines (urn:li:organization:2414183)`. How a reserved sign stands in
 * a name is not documented.
 */
export const MENTION =
  /^([^\\|{}@[\]()<>#*_~\n]{1,100}) \((urn:li:(?:organization|person):[\w-]+)\)$/u

/** A plain text as commentary. Hashtags stay hashtags, and `@Name` is a mention where it is told of whom; everything else is only text. */
export function little(text: string, mentions: readonly string[] = []): string {
  const people = peopleOf(mentions)
  return replaced(text, namesIn(text, people.keys(), [HASHTAG.source]), {
    found: (name) => {
      const urn = people.get(name)
      return urn === undefined ? name : `@[${name.slice(1)}](${urn})`
    },
    rest: escaped,
  })
}

export const peopleOf = (mentions: readonly string[]) => namesBy(MENTION, mentions)

/** Commentary as people read it: templates replaced by their words, escapes undone. */
export function plain(commentary: string): string {
  return commentary
    .replace(/\{hashtag\|(?:\\#|#)\|((?:\\.|[^\\}])*)\}/g, '#$1')
    .replace(/@\[((?:\\.|[^\\\]])*)\]\([^)]*\)/g, '$1')
    .replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1')
}

/** Whom commentary mentions: how it stands in the plain text, and who it is. */
export function mentionsIn(commentary: string): { as: string; of: string[] }[] {
  return [...commentary.matchAll(/@\[((?:\\.|[^\\\]])*)\]\(([^)]*)\)/g)].map(
    ([, name = '', urn = '']) => ({ as: plain(name), of: urn ? [urn] : [] }),
  )
}

export const LONGEST = 3000

/** With mentions as they are sent, and without escapes: the strictest way LinkedIn may count them, which is not documented either. */
export function writtenLength(text: string, mentions: readonly string[]): number {
  return little(text, mentions).replace(/\\([\\|{}@[\]()<>#*_~])/g, '$1').length
}

/** UTF-16 units of the plain text: the strictest way LinkedIn may count; whether escapes count is not documented. */
export function plainLength(text: string): number {
  return text.length
}

/** The first line, short enough for the title of a document or a video. */
export function titleOf(text: string): string {
  const line =
    text
      .split('\n')
      .find((each) => each.trim() !== '')
      ?.trim() ?? ''
  return line.length > 100 ? `${Array.from(line).slice(0, 97).join('')}…` : line
}

function escaped(text: string) {
  return text.replace(RESERVED, String.raw`\$&`)
}
