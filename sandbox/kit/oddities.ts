/**
 * What platforms were seen to do to a text between taking it and showing it: a bag of changes, drawn from by seed. Pure,
 * and of nothing but texts, so that whoever compares a text with what is shown of it can be tried against the same bag.
 */

export interface Oddity {
  name: string
  /** The text as it would be shown; the same text where there is nothing to change. */
  change: (text: string, chance: Chance) => string
}

/** Numbers from 0 up to 1, the same ones for the same seed. */
export type Chance = () => number

/** Mulberry32: 32 bits of state, enough to draw changes, and the same in every version of Node. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A seed that follows from another and a name: each post is shown in its own way, and in the same way each time. */
export function seedOf(seed: number, name: string): number {
  let hash = 2_166_136_261 ^ seed
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 16_777_619)
  return hash >>> 0
}

/** Where a whole text is not shown, so much of it is. */
const LONGEST = 80
const link = /https?:\/\/[^\s<>"]+/gi
const mention = /@\[(\d+)\]|(?<![\w@/.])@[\w.-]*\w/gu
const zeroWidth = /[\u200B\u200C\u2060\uFEFF]/gu
const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

export const oddities: readonly Oddity[] = [
  { name: 'trimmed', change: (text) => text.trim() },
  { name: 'spaces_collapsed', change: (text) => text.replace(/[^\S\n]{2,}/gu, ' ') },
  { name: 'lines_trimmed', change: (text) => text.replace(/[^\S\n]+(?=\n|$)/gu, '') },
  { name: 'lines_collapsed', change: (text) => text.replace(/\n{3,}/g, '\n\n') },
  { name: 'white_space_as_one', change: (text) => text.replace(/\s+/gu, ' ').trim() },
  { name: 'zero_width_dropped', change: (text) => text.replace(zeroWidth, '') },
  {
    name: 'zero_width_added',
    change: (text) => text.replace(/(?<=[#@])(?=\w)/gu, '\u200B'),
  },
  { name: 'selectors_dropped', change: (text) => text.replace(/[\uFE0E\uFE0F]/gu, '') },
  {
    name: 'selectors_added',
    change: (text) => text.replace(/[\u2600-\u27BF](?![\uFE0E\uFE0F\u200D])/gu, '$&\uFE0F'),
  },
  {
    name: 'entities',
    change: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  },
  {
    name: 'quotes_as_entities',
    change: (text) => text.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  },
  { name: 'host_case', change: (text) => text.replace(link, lowerHost) },
  {
    name: 'links_shortened',
    change: (text, chance) => text.replace(link, () => shortLink(chance)),
  },
  {
    name: 'mention_as_name',
    change: (text, chance) => text.replace(mention, () => nameOf(chance)),
  },
  { name: 'truncated', change: truncated },
  { name: 'nfc', change: (text) => text.normalize('NFC') },
  { name: 'nfkc', change: (text) => text.normalize('NFKC') },
]

/** One to three changes, in the order in which they were drawn. */
export function drawOddities(seed: number): readonly Oddity[] {
  const chance = chanceOf(seed)
  const left = [...oddities]
  return Array.from({ length: 1 + Math.floor(chance() * 3) }, () =>
    left.splice(Math.floor(chance() * left.length), 1),
  ).flat()
}

/** The text as a platform might show it that draws `seed`; pure. */
export function shownOddly(text: string, seed: number): string {
  const chance = chanceOf(seedOf(seed, 'change'))
  return drawOddities(seed).reduce((shown, { change }) => change(shown, chance), text)
}

function lowerHost(address: string) {
  const [, scheme = '', host = '', rest = ''] = /^(https?:\/\/)([^/?#]*)(.*)$/i.exec(address) ?? []
  return scheme.toLowerCase() + host.toLowerCase() + rest
}

function shortLink(chance: Chance) {
  const host = chance() < 0.5 ? 't.co' : 'lnkd.in'
  const name = Array.from({ length: 8 }, () => letters[Math.floor(chance() * letters.length)])
  return `https://${host}/${name.join('')}`
}

const names = ['Ada’s Letterpress', 'Bruno Okafor', 'The Corner Bakery', 'Yuki Tanaka']

function nameOf(chance: Chance) {
  return names[Math.floor(chance() * names.length)] ?? ''
}

/** Between two characters as people see them, never within one. */
function truncated(text: string) {
  const characters = [...new Intl.Segmenter().segment(text)]
  if (characters.length <= LONGEST) return text
  const head = characters.slice(0, LONGEST - 1).map(({ segment }) => segment)
  return `${head.join('').trimEnd()}…`
}
