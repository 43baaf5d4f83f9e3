/**
 * How well the words of an entry that a platform shows fit the words that we sent. Pure.
 *
 * A connector hands over what it reads: the text as the platform shows it, the links and mentions that the platform
 * tells beside it, and nothing that the platform added by itself (a link to the post's own media, a title it filled in).
 * Where a post has several fields that we filled, both sides join them with a line break, in one order.
 */
import type { Shown } from '#platforms/evidence.ts'

/**
 * - `same`: equal but for what platforms are known to change; every linked address is told and equal, every mention is of
 *   whom we mentioned.
 * - `alike`: equal, but an address or whom a name means is hidden (`https://t.co/…`, a fragment that was cut off).
 * - `other`: surely another text.
 * - `maybe`: all else: cut off, empty, short, reworded.
 */
export type Grade = 'same' | 'alike' | 'maybe' | 'other'

export interface Ours {
  /** As it was sent. */
  text: string
  /** An address sent beside the text: a pin's link, a link card's. */
  link?: string | undefined
}

/** Fewer letters and digits than this are said by chance. */
const TELLING = 12
/** What both texts must have, outside links and mentions, to be called different. */
const WORDS = 4

/**
 * `placed`: it stands where ours would, and by our account: then few words say as much as many.
 *
 * @example gradeWords({ text: 'Out now: https://a.example/b' }, { text: 'Out now: https://t.co/x1' }) // 'alike'
 */
export function gradeWords(ours: Ours, shown: Shown, { placed = false } = {}): Grade {
  const sent = piecesOf(ours.text, [])
  const seen = piecesOf(shown.text, marksOf(shown))
  const match = Math.min(...textMatch(sent, seen, shown), cardMatch(ours, sent, shown))
  if (match === MATCH.different) return areOther(wordsOf(sent), wordsOf(seen)) ? 'other' : 'maybe'
  const isReadable = match === MATCH.equal && (ours.link !== undefined || sent.some(isAddress))
  const telling = placed ? 1 : TELLING
  if (lettersOf(sent) < telling && !isReadable) return 'maybe'
  return match === MATCH.equal ? 'same' : 'alike'
}

/** So many letters and digits of a beginning: two posts of one account that share them and differ behind them are a series at best. */
const BEGINNING = 40

/**
 * The text is shown cut off, and what is shown is our beginning to the letter.
 *
 * @example isBeginning('…forty letters at least, and more', '…forty letters at least…') // true
 */
export function isBeginning(text: string, shown: string): boolean {
  // NFKC makes three full stops of an ellipsis.
  const [, beginning] = /^(.+?) ?\.{3}$/.exec(normalise(shown)) ?? []
  if (beginning === undefined || lettersIn(beginning) < BEGINNING) return false
  return normalise(text).startsWith(beginning)
}

/** Names of people and Pages: so many words, and letters with the gaps between. */
const NAMES = /^[^\s@/:]+(?: [^\s@/:]+){0,5}/u
const LONGEST_NAME = 80
/** Of a row of them each place may end each name. */
const MOST_NAMES = 20

/**
 * Where ours has handles, the text shows what may be names, of which the platform tells nothing, or a gap: Facebook takes out a
 * mention that an app may not make. All else is ours to the letter.
 *
 * @example isRenamed('Thanks to @ada for all of it', 'Thanks to Ada Byron for all of it') // true
 */
export function isRenamed(text: string, shown: string): boolean {
  const sent = piecesOf(text, [])
  const seen = normalise(shown)
  const handles = sent.filter(({ is }) => is === 'mention').length
  if (handles === 0 || handles > MOST_NAMES || lettersOf(sent) < TELLING) return false
  let places = new Set([0])
  for (const piece of sent) {
    const from = [...places].map((at) => (seen[at] === ' ' ? at + 1 : at))
    places = new Set(
      piece.is === 'mention'
        ? from.flatMap((at) => endsOfNames(seen, at))
        : behind(piece, seen, from),
    )
  }
  return places.has(seen.length)
}

function behind({ text }: Piece, seen: string, from: readonly number[]) {
  const own = text.trim()
  return from.filter((at) => seen.startsWith(own, at)).map((at) => at + own.length)
}

/** Wherever a name may end that begins there; it may be left out. */
function endsOfNames(seen: string, from: number): number[] {
  const [name = ''] = NAMES.exec(seen.slice(from, from + LONGEST_NAME)) ?? []
  return Array.from({ length: name.length + 1 }, (_, index) => from + index)
}

/** NFKC, entities, white space, characters that nobody sees; until nothing changes any more. */
export function normalise(text: string): string {
  for (let before = text; ;) {
    const after = decoded(before.normalize('NFKC'))
      .replace(/\s+/g, ' ')
      .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
      .trim()
    if (after === before) return after
    before = after
  }
}

const ENTITIES = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

function decoded(text: string) {
  return text
    .replace(/&([a-z]+);/g, (all, name) => ENTITIES.get(name) ?? all)
    .replace(/&#(\d{1,7});/g, (all, digits) => character(Number(digits)) ?? all)
    .replace(/&#[xX]([\da-fA-F]{1,6});/g, (all, digits) => character(parseInt(digits, 16)) ?? all)
}

function character(code: number) {
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}

interface Piece {
  is: 'text' | 'link' | 'mention'
  /** The text, or the address; empty where that is hidden. */
  text: string
  /** Of a mention whatever is known of whom. */
  names: readonly string[]
  /** …and whether that is enough to know that two are different. */
  told: boolean
}

interface Mark {
  as: string
  piece: Piece
}

function pieceOf(is: Piece['is'], text: string, names: readonly string[] = [], told = true): Piece {
  return { is, text, names, told }
}

/** What the platform tells of its text, the longest first: a name may begin with another. */
function marksOf({ links = [], mentions = [] }: Shown): Mark[] {
  const named = (name: string) => normalise(name).replace(/^@/, '').toLowerCase()
  return [
    ...links.flatMap(({ as, address }) =>
      as === null ? [] : [{ as: normalise(as), piece: pieceOf('link', address ?? '') }],
    ),
    ...mentions.map(({ as, of = [] }) => {
      const piece = pieceOf('mention', as, [as, ...of].map(named), of.length > 0)
      return { as: normalise(as), piece }
    }),
  ].toSorted((a, b) => b.as.length - a.as.length)
}

/** The text cut at what is told to be a link or a mention, and then at what looks like one. */
function piecesOf(text: string, marks: readonly Mark[]): Piece[] {
  let pieces = [pieceOf('text', normalise(text))]
  for (const mark of marks) pieces = cutAt(mark, pieces)
  return pieces.flatMap((piece) => (piece.is === 'text' ? cutAtLooks(piece.text) : [piece]))
}

/** At the first place where the mark stands as a word of its own. What stands outside of the text is no mark in it. */
function cutAt({ as, piece: mark }: Mark, pieces: Piece[]): Piece[] {
  if (as === '') return pieces
  for (const [index, { is, text }] of pieces.entries()) {
    if (is !== 'text') continue
    for (let at = text.indexOf(as); at >= 0; at = text.indexOf(as, at + as.length)) {
      const [before, after] = [text.slice(0, at), text.slice(at + as.length)]
      if (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after)) continue
      return pieces.toSpliced(index, 1, pieceOf('text', before), mark, pieceOf('text', after))
    }
  }
  return pieces
}

/** An address with its scheme or without, a handle, a mention as platforms have it written: `@[123:Ada]`, `@[Ada](urn:…)`. */
const LOOKS =
  /(?<![\p{L}\p{N}@._/-])(?:https?:\/\/[^\s<>"]+|(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}(?::\d+)?(?:[/?#][^\s<>"]*)?|@\[[^\]]*\](?:\([^)]*\))?|@[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_])?)/giu

function cutAtLooks(text: string): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: whole, index } of text.matchAll(LOOKS)) {
    const written = withoutEnd(whole)
    pieces.push(pieceOf('text', text.slice(done, index)))
    pieces.push(written.startsWith('@') ? mentionOf(written) : pieceOf('link', written))
    done = index + written.length
  }
  return [...pieces, pieceOf('text', text.slice(done))]
}

const BRACKETS = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** Marks at its end belong to the sentence; a bracket that was opened within it belongs to the address. */
function withoutEnd(address: string): string {
  const last = address.slice(-1)
  if (/[.,;:!?'’”»]/.test(last)) return withoutEnd(address.slice(0, -1))
  const opening = BRACKETS.get(last)
  if (opening === undefined || address.split(opening).length >= address.split(last).length) {
    return address
  }
  return withoutEnd(address.slice(0, -1))
}

function mentionOf(written: string): Piece {
  const [, inside = written.slice(1), number, name, linked] =
    /^@\[((?:(\d+):)?([^\]]*))\](?:\(([^)]*)\))?$/.exec(written) ?? []
  const names = [inside, number, name, linked].flatMap((one) => (one ? [one.toLowerCase()] : []))
  return pieceOf('mention', written, names)
}

/** The weakest is the least. */
const MATCH = { different: 0, hidden: 1, equal: 2 } as const
type Match = (typeof MATCH)[keyof typeof MATCH]

function textMatch(sent: Piece[], seen: Piece[], shown: Shown): Match[] {
  if (sent.length !== seen.length) return [MATCH.different]
  const told = cardsOf(shown).filter((card) => card !== '')
  const isCarded = ({ text }: Piece) =>
    told.some((card) => addressMatch(text, card) === MATCH.equal)
  // A card that leads to none of our links tells that a hidden one is another.
  const carded = told.length === 0 || sent.some(isCarded)
  return sent.map((piece, index) => {
    const match = pieceMatch(piece, seen[index])
    if (match !== MATCH.hidden || piece.is !== 'link') return match
    if (isCarded(piece)) return MATCH.equal
    return carded ? MATCH.hidden : MATCH.different
  })
}

function pieceMatch(ours: Piece, theirs: Piece | undefined): Match {
  if (ours.is !== theirs?.is) return MATCH.different
  if (ours.is === 'text') return ours.text === theirs.text ? MATCH.equal : MATCH.different
  if (ours.is === 'link') return addressMatch(ours.text, theirs.text)
  if (ours.names.some((name) => theirs.names.includes(name))) return MATCH.equal
  return theirs.told ? MATCH.different : MATCH.hidden
}

/** What stands outside the text: the link that we sent there, or a card of one that stands in our text. */
function cardMatch({ link }: Ours, sent: Piece[], shown: Shown): Match {
  const cards = cardsOf(shown)
  if (link === undefined) {
    const mayBe = cards.length === 0 || sent.some(({ is }) => is === 'link')
    return mayBe ? MATCH.equal : MATCH.different
  }
  const matches = cards.map((card) => addressMatch(link, card))
  if (matches.includes(MATCH.equal)) return MATCH.equal
  return matches.length === 0 || matches.includes(MATCH.hidden) ? MATCH.hidden : MATCH.different
}

/** Empty where the address is hidden. */
function cardsOf({ links = [] }: Shown) {
  return links.flatMap(({ as, address }) => (as === null ? [address ?? ''] : []))
}

/** Where a platform hides the address that was written. */
const HIDING = /^(t\.co|lnkd\.in)\//

function addressMatch(ours: string, theirs: string): Match {
  if (theirs === '') return MATCH.hidden
  const [sent, seen] = [canonical(ours), canonical(theirs)]
  if (sent === seen) return MATCH.equal
  const isCut = sent.replace(/#.*$/, '') === seen
  return isCut || HIDING.test(seen) ? MATCH.hidden : MATCH.different
}

/** Without what does not change where it leads: scheme, case of the host, default port, a slash at the end of the path. */
export function canonical(address: string): string {
  const written = normalise(address)
  const whole = /^https?:\/\//i.test(written) ? written : `https://${written}`
  if (!URL.canParse(whole)) return written
  const { host, pathname, search, hash } = new URL(whole)
  return `${host}${pathname.replace(/\/$/, '')}${search}${hash}`
}

function isAddress({ is, text }: Piece) {
  return is === 'link' && /^https?:\/\//i.test(text)
}

function lettersOf(pieces: readonly Piece[]) {
  return lettersIn(pieces.map(({ is, text }) => (is === 'text' ? text : '')).join(''))
}

function lettersIn(text: string) {
  return [...text.matchAll(/[\p{L}\p{N}]/gu)].length
}

/** In scripts that put no spaces every character counts as a word. */
const WORD =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]|(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{N}])+/gu

/** Without case and accents. */
function wordsOf(pieces: readonly Piece[]): string[] {
  const texts = pieces.map(({ is, text }) => (is === 'text' ? text : ''))
  const bare = texts.join('').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return [...bare.matchAll(WORD)].map(([word]) => word)
}

/** Few of our words stand in theirs, and theirs are not a piece of ours: one that was cut short holds few of ours too. */
function areOther(ours: readonly string[], theirs: readonly string[]) {
  const common = commonInOrder(ours, theirs)
  const areWordy = ours.length >= WORDS && theirs.length >= WORDS
  return areWordy && common <= ours.length / 4 && common < theirs.length / 2
}

/**
 * The length of the longest common subsequence, a row of the table in one number (Hyyrö 2004): a bit of `row` is zero where
 * the length grows. Two texts of 12,000 words take 0.1 s; the plain table took 0.5 s, in which nothing else would run.
 */
function commonInOrder(ours: readonly string[], theirs: readonly string[]): number {
  const places = new Map<string, bigint>()
  for (const [index, word] of ours.entries()) {
    places.set(word, (places.get(word) ?? 0n) | (1n << BigInt(index)))
  }
  const all = (1n << BigInt(ours.length)) - 1n
  let row = all
  for (const word of theirs) {
    const place = places.get(word)
    if (place === undefined) continue
    const hits = row & place
    row = ((row + hits) | (row - hits)) & all
  }
  return ours.length - row.toString(2).replaceAll('0', '').length
}
