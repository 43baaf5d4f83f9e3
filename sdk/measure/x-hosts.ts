/** Hosts in a text as X sees them, in one pass: labels between dots, of any script, that end in a name of `TLDS`. */
import { TLDS } from './x-tlds.ts'

/** Letters with accents, which X takes for Latin. */
export const LATIN =
  '\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb\\u0300-\\u036f\\u1e00-\\u1eff'

const SPACES =
  '\\t-\\r \\u0085\\u00a0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
const INVALID = '\\ufffe\\ufeff\\uffff'
const DIRECTIONS = '\\u202a-\\u202e\\u061c\\u200e\\u200f\\u2066-\\u2069'
const PUNCTUATION = "!'#%&()*+,\\\\\\-./:;<=>?@\\[\\]^_{|}~$"

/** UTF-16 units, as X's own library looks at them. */
const LETTER = new RegExp(`[^${PUNCTUATION}${SPACES}${INVALID}${DIRECTIONS}]`)
/** What may not stand before a link. */
const BEFORE = new RegExp(`[A-Za-z0-9@\\uff20$#\\uff03${INVALID}]`)
/** An ending goes no further than these. */
const GOES_ON = /[0-9A-Za-z@+-]/
const PUNYCODE = /^xn--[-0-9a-z]+/i
const LONGEST_ENDING = Math.max(...[...TLDS].map(({ length }) => length))

export interface Span {
  start: number
  end: number
}

const isLetter = (text: string, at: number) => at < text.length && LETTER.test(text.charAt(at))

/** A link may begin here. */
export const mayBegin = (text: string, at: number) => at === 0 || !BEFORE.test(text.charAt(at - 1))

/** Letters, hyphens and underscores in a row. */
interface Label extends Span {
  /** It ends with a letter, and a dot follows. */
  closed: boolean
  /** Where its last underscore is; -1: it has none. */
  underscore: number
  /** The end of the longest host that begins with all of it. */
  host_end: number | undefined
}

/** Answers the longest host that begins at a place of this text; undefined: none does. */
export function hostsIn(text: string): (start: number) => Span | undefined {
  const labels = labelsIn(text)
  const byStart = new Map(labels.map((label) => [label.start, label]))
  /** Behind the dot either another host begins, or the ending stands there. */
  const endFrom = (label: Label, start: number) => {
    if (!label.closed || !isLetter(text, start)) return undefined
    const next = byStart.get(label.end + 1)
    // Only the last label before the ending may have no underscore.
    const plain = label.underscore < start
    return next?.host_end ?? (plain ? endingAt(text, label.end + 1) : undefined)
  }
  for (const label of labels.toReversed()) label.host_end = endFrom(label, label.start)
  return (start) => {
    const label = labelAt(labels, start)
    const end = label && endFrom(label, start)
    return end === undefined ? undefined : { start, end }
  }
}

function labelsIn(text: string): Label[] {
  const labels: Label[] = []
  for (let at = 0; at < text.length; at++) {
    const start = at
    let underscore = -1
    for (; at < text.length; at++) {
      const character = text.charAt(at)
      if (character === '_') underscore = at
      else if (character !== '-' && !isLetter(text, at)) break
    }
    const closed = at > start && text.charAt(at) === '.' && isLetter(text, at - 1)
    if (at > start) labels.push({ start, end: at, closed, underscore, host_end: undefined })
  }
  return labels
}

/** Of labels in order, the one at this place. */
function labelAt(labels: readonly Label[], at: number): Label | undefined {
  let [low, high] = [0, labels.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((labels[middle]?.end ?? 0) > at) high = middle
    else low = middle + 1
  }
  const label = labels[low]
  return label && label.start <= at ? label : undefined
}

/** Where the ending that begins here ends; undefined: what stands here ends no host. */
function endingAt(text: string, start: number): number | undefined {
  const known = text.slice(start, start + LONGEST_ENDING).toLowerCase()
  for (let { length } = known; length > 0; length--) {
    if (!TLDS.has(known.slice(0, length))) continue
    const end = start + length
    if (end === text.length || !GOES_ON.test(text.charAt(end))) return end
  }
  const [punycode] = PUNYCODE.exec(text.slice(start, start + 64)) ?? []
  return punycode === undefined ? undefined : start + punycode.length
}

const LATIN_LABELS = new RegExp(`(?:[-a-z0-9${LATIN}]+\\.)+`, 'gi')

/** The parts of a host that are Latin: without a scheme nothing else is a link. */
export function latinHosts(text: string, { start, end }: Span): Span[] {
  const host = text.slice(start, end)
  const found: Span[] = []
  LATIN_LABELS.lastIndex = 0
  for (let match = LATIN_LABELS.exec(host); match; match = LATIN_LABELS.exec(host)) {
    const hosted = longest(host, match.index, match[0])
    if (hosted === undefined) continue
    found.push({ start: start + match.index, end: start + hosted })
    LATIN_LABELS.lastIndex = hosted
  }
  return found
}

/** The end of the longest host made of these labels. */
function longest(host: string, start: number, labels: string): number | undefined {
  for (let dot = labels.length - 1; dot > 0; dot = labels.lastIndexOf('.', dot - 1)) {
    const end = endingAt(host, start + dot + 1)
    if (end !== undefined) return end
  }
  return undefined
}

const LONGEST_LABEL = 63

/** As names of hosts are written on the wire, no label is longer than 63, and none that begins so is anything else. */
export function fitsWire(host: string): boolean {
  if (host.startsWith('xn--') && latinHosts(host, { start: 0, end: host.length }).length === 0)
    return false
  return host.split('.').every((label) => {
    if (!/[^\0-\x7f]/.test(label)) return label.length <= LONGEST_LABEL
    // The URL parser writes a label of another script as punycode, or refuses it.
    const written = URL.canParse(`http://${label}`) ? new URL(`http://${label}`).hostname : ''
    return (written === '' ? label : written).length <= LONGEST_LABEL
  })
}
