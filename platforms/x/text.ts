/**
 * How X counts a text: code points weigh 1 or 2, an emoji 2, a link 23 whatever its length, all after NFC.
 * Source: "Counting characters", docs.x.com, 2026-08-22; weights: configuration v3 of X's twitter-text.
 */
import { linksIn } from './links.ts'

const LINK_WEIGHT = 23

/** Ranges of code points that weigh 1; all others weigh 2. */
const LIGHT = [
  [0, 4351],
  [8192, 8205],
  [8208, 8223],
  [8242, 8247],
] as const

const EMOJI = /\p{RGI_Emoji}|[0-9#*]\u20e3/gv

/** The weighted length of a text, to be compared with 280 or 25,000. */
export function weightedLength(text: string): number {
  const normal = text.normalize('NFC')
  let weight = 0
  let behind = 0
  for (const { start, end } of linksIn(normal)) {
    if (start < behind) continue
    weight += plainWeight(normal.slice(behind, start)) + LINK_WEIGHT
    behind = end
  }
  return weight + plainWeight(normal.slice(behind))
}

/** `$TICKER`, as twitter-text knows them: six letters at most, and two behind a full stop or underscore. */
const CASHTAG =
  /(?<=^|[\s\u180e])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?=$|\s|[!'#%&()*+,\\\-./:;<=>?@[\]^_{|}~$])/gi

export function cashtags(text: string): number {
  return text.match(CASHTAG)?.length ?? 0
}

function plainWeight(text: string): number {
  const between = text.split(EMOJI)
  let weight = 2 * (between.length - 1)
  for (const part of between)
    for (const character of part) {
      const point = character.codePointAt(0) ?? 0
      weight += LIGHT.some(([from, to]) => point >= from && point <= to) ? 1 : 2
    }
  return weight
}
