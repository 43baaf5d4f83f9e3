/** What somebody looks for by what they type, right before the cursor. Pure. */

/** Somebody to mention, a tag, an emoji. */
export type Sign = '@' | '#' | ':'

export interface Sought {
  sign: Sign
  /** Where the sign stands, in UTF-16 units. */
  from: number
  words: string
}

const MOST = 40

/** A colon is written for much else: it takes two letters. */
const SOUGHT =
  /(?:(@)([\p{L}\p{N}][\p{L}\p{N}_.-]*)|(#)([\p{L}\p{N}_]+)|(:)([\p{L}+][\p{L}\p{N}_+-]+))$/u

/** A sign that begins a word, and letters, up to the cursor at the end of it. */
export function soughtAt(text: string, cursor: number): Sought | undefined {
  const found = SOUGHT.exec(text.slice(Math.max(0, cursor - MOST), cursor))
  const [sign, words = ''] = found?.slice(1).filter((each) => each !== undefined) ?? []
  if (!isSign(sign) || /^[\p{L}\p{N}_]/u.test(text.slice(cursor, cursor + 2))) return undefined
  const from = cursor - words.length - 1
  const begins = from === 0 || /[\s([{"'“‘„«»]/u.test(text[from - 1] ?? '')
  return begins ? { sign, from, words } : undefined
}

function isSign(sign: string | undefined): sign is Sign {
  return sign === '@' || sign === '#' || sign === ':'
}
