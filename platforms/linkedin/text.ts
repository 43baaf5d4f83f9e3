/**
 * LinkedIn's "little text": commentary is a small language, and a reserved character that is not escaped cuts the post
 * off there, with 201 and no word of it (learn.microsoft.com, "little Text Format", 2026).
 */

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
  const people = new Map<string, string>(
    mentions.flatMap((mention) => {
      const [, name = '', urn = ''] = MENTION.exec(mention) ?? []
      return urn ? [[`@${name}`, `@[${name}](${urn})`] as const] : []
    }),
  )
  let written = ''
  let behind = 0
  for (const { index, found } of entitiesIn(text, [...people.keys()])) {
    written += escaped(text.slice(behind, index)) + (people.get(found) ?? found)
    behind = index + found.length
  }
  return written + escaped(text.slice(behind))
}

/** Which of the mentions the text does not have as `@Name`. */
export function missingIn(text: string, mentions: readonly string[]): string[] {
  const names = mentions.flatMap((mention) => MENTION.exec(mention)?.[1] ?? [])
  const found = new Set(
    entitiesIn(
      text,
      names.map((name) => `@${name}`),
    ).map((one) => one.found),
  )
  return names.filter((name) => !found.has(`@${name}`))
}

/** In their order. The longest name is meant where one begins as another does, and a name ends where a word does. */
function entitiesIn(text: string, names: readonly string[]) {
  const known = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => `(?<![\\p{L}\\p{N}_])${literal(name)}(?![\\p{L}\\p{N}_])`)
  const entity = new RegExp([...known, HASHTAG.source].join('|'), 'gu')
  return [...text.matchAll(entity)].map((match) => ({ index: match.index, found: match[0] }))
}

/** As a pattern that fits these signs only. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

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
