/**
 * How X counts a text: code points weigh 1 or 2, an emoji 2, a link 23 whatever its length, all after NFC.
 * Source: "Counting characters", docs.x.com, 2026-08-22; weights and what is a link: X's own
 * twitter-text 3.1.0, configuration v3, with which the tests compare.
 */
import { fitsWire, hostsIn, latinHosts, LATIN, mayBegin, type Span } from './x-hosts.ts'

const LINK_WEIGHT = 23

/** Ranges of code points that weigh 1; all others weigh 2. */
const LIGHT = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const

const EMOJI = /\p{RGI_Emoji}|[0-9#*]\u20e3/gv

const PATH_CHARACTER = `[a-z\\u0400-\\u04ff0-9!*';:=+,.$/%#\\[\\]\\-\\u2013_~@|&${LATIN}]`
const IN_BRACKETS = `\\((?:${PATH_CHARACTER}+|${PATH_CHARACTER}*\\(${PATH_CHARACTER}+\\)${PATH_CHARACTER}*)\\)`
const PATH_END = `(?:[+\\-a-z\\u0400-\\u04ff0-9=_#/${LATIN}]|${IN_BRACKETS})`
const PATH = `/(?:${PATH_CHARACTER}*(?:${IN_BRACKETS}${PATH_CHARACTER}*)*${PATH_END}|@${PATH_CHARACTER}+/)*`
const QUERY = `\\?[a-z0-9!?*'@();:&=+$/%#[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]`
/** What follows a host: port, path, query. */
const TAIL = new RegExp(`(?::[0-9]+)?(?<path>${PATH})?(?:${QUERY})?`, 'iy')
/** X's own short links end with their letters. */
const SHORT = new RegExp(`^https?://t\\.co/(?<slug>[a-z0-9]+)(?:${QUERY})?`, 'i')
const LONGEST_SLUG = 40
const LONGEST_LINK = 4096

/** The weighted length of a text, to be compared with 280 or 25,000. */
export function weightedLength(text: string): number {
  const normal = text.normalize('NFC')
  let weight = 0
  let behind = 0
  for (const { start, end } of links(normal)) {
    weight += plainWeight(normal.slice(behind, start)) + LINK_WEIGHT
    behind = end
  }
  return weight + plainWeight(normal.slice(behind))
}

/** Where X sees links, in UTF-16 units of the composed text, first to last. */
export function links(text: string): Span[] {
  const hostAt = hostsIn(text)
  const found: Span[] = []
  const linkAt = (at: number) => {
    if (!mayBegin(text, at)) return undefined
    const scheme = /^https?:\/\//i.exec(text.slice(at, at + 8))?.[0] ?? ''
    const host = hostAt(at + scheme.length)
    return host && { at, scheme, host }
  }
  for (let place = 0; place < text.length; place++) {
    // The first letter of a text is rather what stands before a link than its beginning.
    const link = (place === 0 ? linkAt(1) : undefined) ?? linkAt(place)
    if (!link) continue
    const { at, scheme, host } = link
    TAIL.lastIndex = host.end
    const tail = TAIL.exec(text)
    const end = host.end + (tail?.[0].length ?? 0)
    const whole = text.slice(at, end)
    if (fits(whole, text.slice(host.start, host.end), scheme))
      found.push(
        ...(scheme
          ? withScheme(whole, at)
          : withoutScheme(text, host, tail?.groups?.['path'] ? end : undefined)),
      )
    // The next one needs something of its own before it.
    place = end
  }
  return found
}

function fits(whole: string, host: string, scheme: string) {
  return fitsWire(host) && (scheme ? 0 : 'https://'.length) + whole.length <= LONGEST_LINK
}

function withScheme(whole: string, start: number): Span[] {
  const short = SHORT.exec(whole)
  if (!short) return [{ start, end: start + whole.length }]
  const slug = short.groups?.['slug'] ?? ''
  return slug.length > LONGEST_SLUG ? [] : [{ start, end: start + short[0].length }]
}

/** The last one has the path, if there is one. */
function withoutScheme(text: string, host: Span, end: number | undefined): Span[] {
  if (/[-_./]/.test(text.charAt(host.start - 1))) return []
  const latin = latinHosts(text, host)
  const last = latin.at(-1)
  return last && end !== undefined
    ? [...latin.slice(0, -1), { start: last.start, end: last.end + end - host.end }]
    : latin
}

function plainWeight(text: string): number {
  let weight = 0
  const rest = text.replace(EMOJI, () => {
    weight += 2
    return ''
  })
  for (const character of rest) {
    const point = character.codePointAt(0) ?? 0
    weight += LIGHT.some(([from, to]) => point >= from && point <= to) ? 1 : 2
  }
  return weight
}

/** `$TICKER`, as twitter-text knows them: six letters at most, and two behind a full stop or underscore. */
const CASHTAG =
  /(?<=^|[\s\u180e])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?=$|\s|[!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$])/gi

export function cashtags(text: string): number {
  return text.match(CASHTAG)?.length ?? 0
}
