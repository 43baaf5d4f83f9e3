/** A long text as parts that fit. Never cut: a link, a mention, a letter. Together the parts say the whole text. Pure. */
import { finish, type Work } from './work.ts'

export interface Cutting {
  /** ` 2/5` behind each part, when there are several. */
  numbered: boolean
}

/** Of each text its parts; what fits stays one. A single word that fits nowhere is left whole, for whoever checks it to say so. */
export function split(
  texts: readonly string[],
  fits: (text: string) => boolean,
  how: Cutting,
): string[][] {
  return finish(splitting(texts, fits, how))
}

/** The same in pieces, a part each. */
export function* splitting(
  texts: readonly string[],
  fits: (text: string) => boolean,
  { numbered }: Cutting,
): Work<string[][]> {
  const placed = texts.map((text) => ({ text, places: placesOnce(text) }))
  const plain = yield* cutEach(placed, fits)
  if (!numbered || plain.flat().length < 2) return plain
  for (let digits = String(plain.flat().length).length; ; digits++) {
    const widest = mark('9'.repeat(digits), '9'.repeat(digits))
    const parts = yield* cutEach(placed, (part) => fits(part + widest))
    const total = parts.flat().length
    if (String(total).length > digits) continue
    let number = 0
    return parts.map((each) => each.map((part) => part + mark(++number, total)))
  }
}

function* cutEach(placed: readonly Placed[], fits: (text: string) => boolean): Work<string[][]> {
  const parts: string[][] = []
  for (const each of placed) parts.push(yield* cut(each, fits))
  return parts
}

/** As much of a text as fits, cut where `split` would cut it first; no more of it is looked at than that takes. */
export function beginning(text: string, fits: (text: string) => boolean): string {
  let enough = 512
  while (enough < text.length && fits(text.slice(0, enough))) enough *= 2
  // Twice as much: where what is looked at ends is not where it is cut.
  const head = text.slice(0, 2 * enough)
  const looked = fits(head) ? text : head
  if (looked === text && fits(text)) return text
  const from = skipSpace(looked, 0)
  return looked.slice(from, nextCut(looked, from, placesIn(looked), fits)).trimEnd()
}

const mark = (number: number | string, total: number | string) => ` ${number}/${total}`

interface Placed {
  text: string
  places(this: void): readonly Place[]
}

function* cut({ text, places }: Placed, fits: (text: string) => boolean): Work<string[]> {
  if (fits(text)) return [text]
  const parts: string[] = []
  let from = skipSpace(text, 0)
  while (from < text.length) {
    const to = nextCut(text, from, places(), fits)
    parts.push(text.slice(from, to).trimEnd())
    from = skipSpace(text, to)
    yield
  }
  return parts
}

/** Where a text may be cut, in order, its end with them; the higher the rank, the better. */
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
  const first = indexBehind(places, from)
  const last = furthest(text, { from, places, first }, fits)
  if (last < first) return places[first]?.at ?? text.length
  const whole = places[last]?.at ?? text.length
  if (whole === text.length) return whole
  const longest = lastOf(places, { first, last, rank: WORD, least: 0 })
  if (longest === undefined) return whole
  for (const rank of [PARAGRAPH, SENTENCE] as const) {
    const least = from + (longest - from) * WORTH[rank]
    const best = lastOf(places, { first, last, rank, least })
    if (best !== undefined) return best
  }
  return longest
}

/** Of the places from `first` to `last` the last one that is worth as much, and not before `least`. */
function lastOf(
  places: readonly Place[],
  { first, last, rank, least }: { first: number; last: number; rank: number; least: number },
): number | undefined {
  for (let index = last; index >= first; index--) {
    const place = places[index]
    if (!place || place.at < least) return undefined
    if (place.rank >= rank) return place.at
  }
  return undefined
}

/** The first place that lies behind. */
function indexBehind(places: readonly Place[], from: number) {
  let low = 0
  let high = places.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.at ?? 0) > from) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The index of the last place up to which the text still fits; the one before `first`: of none. It is felt for in steps that
 * double: with halves of the rest, all that is left was measured for each part, and a text of 10,000 signs took a second.
 */
function furthest(
  text: string,
  { from, places, first }: { from: number; places: readonly Place[]; first: number },
  fits: (text: string) => boolean,
): number {
  const isWithin = (index: number) => {
    const place = places[index]
    return place !== undefined && fits(text.slice(from, place.at).trimEnd())
  }
  let low = first
  let high = places.length
  for (let step = 1; low < high; step *= 2) {
    const tried = Math.min(low + step, high) - 1
    if (isWithin(tried)) low = tried + 1
    else high = tried
    if (high < places.length) break
  }
  while (low < high) {
    const middle = (low + high) >> 1
    if (isWithin(middle)) low = middle + 1
    else high = middle
  }
  return low - 1
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

/** They are the same for every measure, and not needed for what fits. */
function placesOnce(text: string) {
  let known: readonly Place[] | undefined
  return () => (known ??= placesIn(text))
}

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
  const within = [...ranks].map(([at, rank]) => ({ at, rank })).toSorted((a, b) => a.at - b.at)
  return [...within, { at: text.length, rank: WORD }]
}

/** Scripts that are written without spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const UNSPACED_END = /[。！？｡]$/u

function skipSpace(text: string, from: number) {
  const [space] = /^\s*/.exec(text.slice(from)) ?? ['']
  return from + space.length
}
