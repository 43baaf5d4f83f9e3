/** Ways of counting that belong to no platform. */

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as people count them. */
export function graphemes(text: string): number {
  // Where every character is a plain letter there is nothing to put together; only a line's two ends make one.
  if (/^[\x20-\x7e\n]*$/.test(text)) return text.length
  let count = 0
  for (const _ of segmenter.segment(text)) count++
  return count
}

export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Half of a pair counts three, as what takes its place when it is written. */
export function utf8Bytes(text: string): number {
  let count = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    count += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return count
}
