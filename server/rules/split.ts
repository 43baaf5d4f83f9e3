/** A long text as parts that fit. Never cut: a link, a mention, a letter. Together the parts say the whole text. Pure. */

export interface Cutting {
  /** ` 2/5` behind each part, when there are several. */
  numbered: boolean
}

/** Of each text its parts; what fits stays one. A single word that fits nowhere is left whole, for whoever checks it to say so. */
export function split(
  texts: readonly string[],
  fits: (text: string) => boolean,
  { numbered }: Cutting,
): string[][] {
  const plain = texts.map((text) => cut(text, fits))
  if (!numbered || plain.flat().length < 2) return plain
  for (let digits = String(plain.flat().length).length; ; digits++) {
    const widest = mark('9'.repeat(digits), '9'.repeat(digits))
    const parts = texts.map((text) => cut(text, (part) => fits(part + widest)))
    const total = parts.flat().length
    if (String(total).length > digits) continue
    let number = 0
    return parts.map((each) => each.map((part) => part + mark(++number, total)))
  }
}

/** As much of a text as fits, cut where `split` would cut it first; no more of it is looked at than that takes. */
export function beginning(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text
  const from = skipSpace(text, 0)
  return text.slice(from, nextCut(text, from, placesIn(text), fits)).trimEnd()
}

const mark = (number: number | string, total: number | string) => ` ${number}/${total}`

function cut(text: string, fits: (text: string) => boolean): string[] {
  if (fits(text)) return [text]
  const places = placesIn(text)
  const parts: string[] = []
  let from = skipSpace(text, 0)
  while (from < text.length) {
    const to = nextCut(text, from, places, fits)
    parts.push(text.slice(from, to).trimEnd())
    from = skipSpace(text, to)
  }
  return parts
}

/** Where a text may be cut, in order; the higher the rank, the better. */
interface Place {
  at: number
  rank: number
}

const LETTER = 0
const WORD = 1
const SENTENCE = 2
const PARAGRAPH = 3

/** A break is worth taking when at least this much of what would fit stands before it. */
const WORTH = { [SENTENCE]: 0.4, [PARAGRAPH]: 0.6 }

function nextCut(
  text: string,
  from: number,
  places: readonly Place[],
  fits: (text: string) => boolean,
): number {
  if (fits(text.slice(from).trimEnd())) return text.length
  const ahead = places.filter(({ at }) => at > from)
  const words = ahead.filter(({ rank }) => rank >= WORD)
  const longest = furthest(text, from, words, fits)
  if (longest) {
    for (const rank of [PARAGRAPH, SENTENCE] as const) {
      const best = words.findLast((place) => place.rank >= rank && place.at <= longest.at)
      if (best && best.at - from >= (longest.at - from) * WORTH[rank]) return best.at
    }
    return longest.at
  }
  const end = words[0]?.at ?? text.length
  const letters = ahead.filter(({ at }) => at < end)
  return furthest(text, from, letters, fits)?.at ?? letters[0]?.at ?? end
}

/** The last place up to which the text still fits. */
function furthest(
  text: string,
  from: number,
  places: readonly Place[],
  fits: (text: string) => boolean,
): Place | undefined {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    const place = places[middle]
    if (place && fits(text.slice(from, place.at).trimEnd())) low = middle + 1
    else high = middle
  }
  return places[low - 1]
}

/**
 * Links, addresses without a scheme, mentions, tags: up to the next white space. An address is looked for where it can begin and
 * no scheme is longer than 40: from each letter of a long word anew, a text would take as long as its square.
 */
const WHOLE =
  /(?:[a-z][a-z0-9+.-]{0,40}:\/\/|www\.)\S+|[@#$\uff20\uff03][\p{L}\p{M}\p{N}_][^\s]*|(?<![\p{L}\p{N}@._+-])[\p{L}\p{N}@._+-]*[\p{L}\p{N}]\.[\p{L}]{2,}(?:[/:?#@.]\S*)?/giu

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function placesIn(text: string): Place[] {
  const ranks = new Map<number, number>()
  for (const { index } of letters.segment(text)) ranks.set(index, LETTER)
  const raise = (at: number, rank: number) => {
    const known = ranks.get(at)
    if (known !== undefined && known < rank) ranks.set(at, rank)
  }
  // A cut before white space is one behind it; between two words that nothing divides only where no spaces are written.
  for (const { index, segment, isWordLike } of words.segment(text)) {
    // Never all that stands before, for each word: a text of 10,000 signs without spaces took more than a second.
    const before = text.slice(Math.max(0, index - 2), index)
    if (/\s$/.test(before) || /^\s/.test(segment)) raise(index, WORD)
    else if (isWordLike && UNSPACED.test(segment) && UNSPACED.test(before)) raise(index, WORD)
  }
  for (const { index } of sentences.segment(text)) {
    if (ranks.get(index) === WORD || UNSPACED_END.test(text.slice(Math.max(0, index - 2), index)))
      raise(index, SENTENCE)
  }
  for (const { index, 0: gap } of text.matchAll(/\n[^\S\n]*\n\s*/g))
    raise(index + gap.length, PARAGRAPH)
  for (const { index, 0: whole } of text.matchAll(WHOLE))
    for (let at = index + 1; at < index + whole.length; at++) ranks.delete(at)
  ranks.delete(0)
  return [...ranks].map(([at, rank]) => ({ at, rank })).toSorted((a, b) => a.at - b.at)
}

/** Scripts that are written without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const UNSPACED_END = /[。！？｡]$/u

function skipSpace(text: string, from: number) {
  const [space] = /^\s*/.exec(text.slice(from)) ?? ['']
  return from + space.length
}
