/**
 * How X counts a text: code points weigh 1 or 2, an emoji 2, a link 23 whatever its length, all after NFC.
 * Source: "Counting characters", docs.x.com, 2026-08-22; weights: configuration v3 of X's twitter-text.
 */
import { TLDS } from './tlds.ts'

const LINK_WEIGHT = 23

/** Ranges of code points that weigh 1; all others weigh 2. */
const LIGHT = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const

const EMOJI = /\p{RGI_Emoji}|[0-9#*]\u20e3/gv

/** Letters that may go on in a path or query; a CJK letter ends the link. */
const TAIL = String.raw`[a-z0-9!*':;=+,.$\/%#\[\]\-\u2013_~@|&?()\u00c0-\u024f\u0400-\u04ff]*`

/** With a scheme any host with a dot is a link; the number of letters behind the last dot is all that is asked of it. */
const WITH_SCHEME = String.raw`(?<![a-z0-9@$#\uff20\uff03])https?:\/\/(?:[\p{L}\p{N}][\p{L}\p{N}_\-]{0,62}\.)+[a-z]{2,63}`

/** Without one it must not be the end of something else: an e-mail address, a path, a hashtag. */
const BARE = String.raw`(?<![a-z0-9\u00c0-\u024f@$#\uff20\uff03_.\/\-])(?:[a-z0-9\u00c0-\u024f][a-z0-9\u00c0-\u024f\-]{0,62}\.)+[a-z]{2,24}(?![a-z0-9@\-])`

const LINK = new RegExp(
  String.raw`${WITH_SCHEME}(?::\d{1,5})?(?:[\/?]${TAIL})?|(?<bare>${BARE})(?::\d{1,5})?(?:\/${TAIL})?`,
  'giu',
)

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

/** Where X sees links, in UTF-16 units, first to last. */
export function links(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  for (const match of text.matchAll(LINK)) {
    const bare = match.groups?.['bare']
    const domain = bare && knownDomain(bare)
    if (bare && !domain) continue
    const whole = domain && domain !== bare ? domain : trimmed(match[0])
    found.push({ start: match.index, end: match.index + whole.length })
  }
  return found
}

/** "foo.bar.baz" is the link "foo.bar": the longest beginning whose ending exists. */
function knownDomain(bare: string): string | undefined {
  const labels = bare.split('.')
  while (labels.length > 1 && !TLDS.has(labels.at(-1)?.toLowerCase() ?? '')) labels.pop()
  return labels.length > 1 ? labels.join('.') : undefined
}

/** A full stop, a quotation mark or a bracket that was opened before the link is not part of it. */
function trimmed(link: string): string {
  let open = link.split('(').length - link.split(')').length
  let end = link.length
  for (; end > 0; end--) {
    const last = link.charAt(end - 1)
    if (last === ')' && open >= 0) break
    if (last === ')') open++
    else if (last === '(') open--
    else if (/[a-z0-9\-_&=#/+~\u00c0-\u024f\u0400-\u04ff]/i.test(last)) break
  }
  return link.slice(0, end)
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
