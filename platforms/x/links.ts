/**
 * Where X sees links in a text: the rules of X's own twitter-text 3.1.0, which counts each as 23. They are rules of UTF-16
 * units, not of characters, and of what stands before a link as much as of the link.
 */
import { asciiLength } from './punycode.ts'
import { TLDS } from './tlds.ts'

export interface Link {
  /** UTF-16 units, in the NFC text. */
  start: number
  end: number
}

const SPACES = String.raw`\t-\r \x85\xa0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`
const MARKS = String.raw`\u202a-\u202e\u061c\u200e\u200f\u2066-\u2069`
const NEVER = String.raw`\ufffe\ufeff\uffff`
/** What a label of a host may hold: anything but these, so any script, quotation marks and half of a surrogate pair too. */
const INNER = String.raw`[^!'#%&()*+,\\\-.\/:;<=>?@\[\]^_{|}~$${SPACES}${NEVER}${MARKS}]`
const SUBDOMAIN = String.raw`${INNER}(?:[_\-]*${INNER})*\.`
const NAME = String.raw`${INNER}(?:-*${INNER})*\.`
const ENDING = String.raw`(?:(?:${TLDS.join('|')})(?=[^0-9a-zA-Z@+\-]|$)|xn--[\-0-9a-z]+)`

const ACCENTED = String.raw`\xc0-\xd6\xd8-\xf6\xf8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272\u0289\u028b\u02bb\u0300-\u036f\u1e00-\u1eff`
const PATH = String.raw`[a-z\u0400-\u04ff0-9!*';:=+,.$\/%#\[\]\-\u2013_~@|&${ACCENTED}]`
/** A bracket that is closed, with at most one within. */
const BRACKETS = String.raw`\((?:${PATH}+|${PATH}*\(${PATH}+\)${PATH}*)\)`
const PATH_END = String.raw`[+\-a-z\u0400-\u04ff0-9=_#\/${ACCENTED}]`
const WHOLE_PATH = String.raw`\/(?:${PATH}*(?:${BRACKETS}${PATH}*)*${PATH_END}|${BRACKETS}|@${PATH}+\/)*`
const QUERY = String.raw`[a-z0-9!?*'@();:&=+$\/%#\[\]\-_.,~|]`
const WHOLE_QUERY = String.raw`\?${QUERY}*[a-z0-9\-_&=#\/]`

const BEFORE = new RegExp(String.raw`[^A-Za-z0-9@\uff20$#\uff03${NEVER}]`)
const BEHIND = String.raw`(?::[0-9]+)?(?<path>${WHOLE_PATH})?(?:${WHOLE_QUERY})?`
const linkOf = (start: string) => new RegExp(start + BEHIND, 'iy')
const LINK = linkOf(String.raw`(?<scheme>https?:\/\/)?(?<host>(?:${SUBDOMAIN})*${NAME}${ENDING})`)
const LAST_LABEL = linkOf(String.raw`(?<host>${NAME}${ENDING})`)
const SCHEME = /https?:\/\//iy
/** Where no link begins because none began before: labels with their full stops, and a last one without. */
const CHAIN = new RegExp(String.raw`(?<labels>(?:${SUBDOMAIN})*)(?<rest>(?:[_\-]|${INNER})*)`, 'iy')

/** Without a scheme only this part of a host is a link. */
const LATIN_HOST = new RegExp(String.raw`(?:[\-a-z0-9${ACCENTED}]+\.)+${ENDING}`, 'gi')
const SHORTENED = new RegExp(
  String.raw`^https?:\/\/t\.co\/(?<slug>[a-z0-9]+)(?:${WHOLE_QUERY})?`,
  'i',
)

const LONGEST = 4096
const LONGEST_LABEL = 63
const LONGEST_SLUG = 40

/** First to last. The text must be NFC. */
export function linksIn(text: string): Link[] {
  return text.includes('.') ? [...found(text)] : []
}

function* found(text: string): Generator<Link> {
  for (const { start, end, scheme = '', host = '', path } of matches(text)) {
    if (!isPossible(text.slice(start, end), scheme || 'https://', host)) continue
    if (scheme) {
      const shortened = SHORTENED.exec(text.slice(start, end))
      if ((shortened?.groups?.['slug'] ?? '').length > LONGEST_SLUG) continue
      yield { start, end: shortened ? start + shortened[0].length : end }
      continue
    }
    if (/[-_./]/.test(text.charAt(start - 1))) continue
    const hosts = [...host.matchAll(LATIN_HOST)]
    for (const [index, { 0: latin, index: at }] of hosts.entries()) {
      // What stands behind the host belongs to the last of them.
      const tail = path && index === hosts.length - 1 ? end - start - host.length : 0
      yield { start: start + at, end: start + at + latin.length + tail }
    }
  }
}

interface Match extends Link {
  scheme?: string | undefined
  host?: string | undefined
  path?: string | undefined
}

/**
 * What looks like a link, first to last. What stands before one belongs to nobody else: behind a link there is a character
 * before the next. At the very beginning there need not be one, if what follows the first character is no link.
 *
 * Written as one expression every letter of a long word would be tried as the beginning of a host. What failed is not tried
 * again: where a host of several labels is none, none begins at a later one of them, but behind a `_`, which only the last
 * label may not have.
 */
function* matches(text: string): Generator<Match> {
  let none: Chain = { from: 0, labels: 0, rest: 0 }
  const at = (start: number): Match | undefined => {
    const scheme = matched(SCHEME, text, start)
    const known = start > none.from && start < none.rest && !scheme
    const underscored = start < none.labels && text[start - 1] === '_'
    if (known && !underscored) return undefined
    const match = matched(known ? LAST_LABEL : LINK, text, start)
    if (match) return { ...match.groups, start, end: start + match[0].length }
    if (!known) none = chainAt(text, start)
    return undefined
  }
  for (let before = 0; before < text.length;) {
    const may = BEFORE.test(text.charAt(before))
    const match = (may ? at(before + 1) : undefined) ?? (before === 0 ? at(0) : undefined)
    if (match) yield match
    before = match ? match.end : before + 1
  }
}

/** What was tried, and where its parts end. */
interface Chain {
  from: number
  labels: number
  rest: number
}

function chainAt(text: string, start: number): Chain {
  const { labels = '', rest = '' } = matched(CHAIN, text, start)?.groups ?? {}
  const end = start + labels.length
  // A label that begins well and ends before its full stop is none, wherever one begins to read it; so is one without.
  const dead = text[end + rest.length] !== '.' || /^[^_-].*[_-]$/s.test(rest)
  return { from: start, labels: end, rest: dead ? end + rest.length : end }
}

function matched(expression: RegExp, text: string, from: number) {
  expression.lastIndex = from
  return expression.exec(text)
}

/** No label, and no link, may be longer than the web's names allow. */
function isPossible(url: string, scheme: string, host: string) {
  if (host.startsWith('xn--') && !host.match(LATIN_HOST)) return false
  const lengths = host.split('.').map(asciiLength)
  if (lengths.some((length) => length < 1 || length > LONGEST_LABEL)) return false
  return scheme.length + url.length <= LONGEST
}
