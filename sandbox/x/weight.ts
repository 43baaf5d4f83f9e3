/**
 * Links in a text and its weighted length, as twitter-text's third configuration has them (docs/facts/x.md §4): light code points count 1 and all others 2, a URL 23 whatever its length, an emoji sequence 2,
 * after NFC.
 */
export interface Link {
  /** UTF-16 offsets in the NFC text. */
  start: number
  end: number
  url: string
}

const urlWeight = 23
const light = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const

export function weightedLength(text: string): number {
  const normal = text.normalize('NFC')
  const links = findLinks(normal)
  let at = 0
  let weight = links.length * urlWeight
  for (const { start, end } of links) {
    weight += proseWeight(normal.slice(at, start))
    at = end
  }
  return weight + proseWeight(normal.slice(at))
}

function proseWeight(prose: string) {
  let weight = 0
  const rest = prose.replace(/\p{RGI_Emoji}/gv, () => {
    weight += 2
    return ''
  })
  for (const character of rest) {
    const point = character.codePointAt(0) ?? 0
    weight += light.some(([from, to]) => point >= from && point <= to) ? 1 : 2
  }
  return weight
}

/** The text must be NFC. With a scheme any top-level name will do; a bare domain needs one of the known ones. */
export function findLinks(text: string): Link[] {
  const links: Link[] = []
  for (const match of text.matchAll(candidate)) {
    const { bare, tail = '' } = match.groups ?? {}
    const before = text.slice(0, match.index).at(-1) ?? ''
    const top = bare?.slice(bare.lastIndexOf('.') + 1)
    if (/[A-Za-z0-9@＠$#＃]/.test(before)) continue
    if (top !== undefined && (/[-_./]/.test(before) || !isTopLevel(top))) continue
    const head = match[0].slice(0, match[0].length - tail.length)
    const url = head + withoutPunctuation(tail)
    links.push({ start: match.index, end: match.index + url.length, url })
  }
  return links
}

/** With a scheme a host may be written in any script; a bare domain is Latin. */
const anyLabel = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}_\-]{0,62}[\p{L}\p{N}])?`
const latinLabel = String.raw`[a-z0-9\u00c0-\u024f](?:[a-z0-9_\-\u00c0-\u024f]{0,62}[a-z0-9\u00c0-\u024f])?`
const topLevel = String.raw`(?:[a-z]{2,63}|xn--[a-z0-9\-]{1,59})`
const path = String.raw`[a-z0-9!*'();:@&=+$,.\/%#\[\]\-_~|\u00c0-\u024f\u0400-\u04ff]`
const candidate = new RegExp(
  String.raw`(?:(?<scheme>https?:\/\/)(?<host>(?:${anyLabel}\.){1,12}${topLevel})|(?<bare>(?:${latinLabel}\.){1,12}${topLevel})(?![a-z0-9@\-]|_[a-z0-9]))(?::\d{1,5})?(?<tail>(?:\/${path}*)?(?:\?(?:${path}|\?)*)?)`,
  'giu',
)

/** "(see https://x.example/a)." ends before the bracket, "/wiki/A_(b)" keeps its own. */
function withoutPunctuation(tail: string): string {
  let end = tail.length
  let open = tail.split(')').length - tail.split('(').length
  while (end > 0) {
    const last = tail.charAt(end - 1)
    if (!/[!*';:@,.?$%[\]~|()&]/.test(last) || (last === ')' && open <= 0)) break
    if (last === ')') open -= 1
    if (last === '(') open += 1
    end -= 1
  }
  return tail.slice(0, end)
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const generic = new Set(
  `com org net edu gov mil int info biz name pro aero asia cat coop jobs mobi museum tel travel xyz app dev page web
  online site website store shop blog news live life world today media social network email cloud digital agency
  studio design art photo photos video film music games game space tech technology software systems solutions services
  support team group company inc llc ltd club community foundation ngo ong charity academy school university
  education science health care clinic dental fit yoga restaurant cafe bar pub pizza food recipes kitchen wine beer
  fashion style beauty jewelry house homes land property estate rent hotel tours holiday flights cars auto bike
  finance bank money fund capital ventures market markets trade trading exchange insurance legal law lawyer tax
  city town berlin london paris nyc tokyo amsterdam wien hamburg koeln swiss eus gal scot wales bzh link click top
  zone plus guru ninja rocks run wiki how help guide tips tools directory events party fun cool best one ink press
  report review reviews vip win work works global international earth green eco bio farm garden pet dog horse
  google youtube amazon apple microsoft bmw audi`
    .split(/\s+/)
    .filter(Boolean),
)

function isTopLevel(name: string) {
  const lower = name.toLowerCase()
  if (lower.length === 2)
    return (
      ['uk', 'eu', 'ac', 'su'].includes(lower) || countries.of(lower.toUpperCase()) !== undefined
    )
  return generic.has(lower) || lower.startsWith('xn--')
}
