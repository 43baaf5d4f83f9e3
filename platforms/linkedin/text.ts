/**
 * LinkedIn's "little text": commentary is a small language, and a reserved character that is not escaped cuts the post
 * off there, with 201 and no word of it (learn.microsoft.com, "little Text Format", 2026).
 */

const RESERVED = /[\\|{}@[\]()<>#*_~]/g
/** A hashtag: its sign may stay as it is. One letter at least, or "#1" would become one. */
const HASHTAG = /(?<![\p{L}\p{N}_&/#])#(?=\p{N}*\p{L})[\p{L}\p{N}]+/gu

/** A plain text as commentary. Hashtags stay hashtags; everything else is only text. */
export function little(text: string): string {
  let written = ''
  let behind = 0
  for (const match of text.matchAll(HASHTAG)) {
    written += escaped(text.slice(behind, match.index)) + match[0]
    behind = match.index + match[0].length
  }
  return written + escaped(text.slice(behind))
}

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
