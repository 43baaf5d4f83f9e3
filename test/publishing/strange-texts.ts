/** Texts that meet each other, and what platforms make of them. For property tests and emulators alike: imports nothing. */

/** Random by a seed. */
export interface Chance {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  odds(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    odds: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  }
}

/** What a post says. Two of one skeleton differ by their link alone. */
export interface Said {
  skeleton: string
  text: string
}

const said = (skeleton: string, text = skeleton): Said => ({ skeleton, text })

/** A pool so small that posts of strangers, of rivals and of ours meet. */
export const POOL: readonly [Said, ...Said[]] = [
  said('We open at eight tomorrow morning, see you there'),
  ...['/a', '/b', '/b#c'].map((path) =>
    said('blog', `New on the blog today: https://Blog.example${path}`),
  ),
  said('Many thanks to @ada for yesterday, it was a pleasure'),
  said('Tea & cake  <for two>\u200b at "half price" ☕\ufe0f, this weekend only'),
  said('Our new collection has arrived: wool, linen and silk in nine colours'),
  said('本日の営業は夜八時まで延長いたします'),
  said('Hello!'),
  said(''),
]

/** What a platform shows, and what it tells of it besides. */
export interface Rendered {
  text: string
  links: { as: string | null; address: string | null }[]
  mentions: { as: string; of: string[] }[]
}

export interface Manner {
  links: 'told' | 'hidden' | 'as written'
  mentions: 'as written' | 'names'
  /** Of `CHANGES`. */
  changes: readonly string[]
  /** How often a text is cut short with an ellipsis. */
  cuts: number
}

/** What a platform does to a text without changing what it says. */
export const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  'white space': (text) => text.replace(/\s+/g, ' ').trim(),
  'more white space': (text) => ` ${text.replaceAll(' ', '\u00a0 ')}\n`,
  'zero width': (text) => text.replaceAll('\u200b', ''),
  selectors: (text) => text.replaceAll('\ufe0f', ''),
  entities: (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;'),
  hosts: (text) => text.replace(/https:\/\/[^/\s]+/g, (address) => address.toLowerCase()),
  composed: (text) => text.normalize('NFC'),
}

export function mannerOf(chance: Chance): Manner {
  return {
    links: chance.pick(['told', 'hidden', 'as written']),
    mentions: chance.pick(['as written', 'names']),
    changes: Object.keys(CHANGES).filter(() => chance.odds(0.4)),
    cuts: chance.pick([0, 0, 0, 0.1]),
  }
}

/** The same text comes out the same but for the cut, which is drawn each time. */
export function render(text: string, manner: Manner, chance: Chance): Rendered {
  const rendered: Rendered = { text, links: [], mentions: [] }
  if (manner.links !== 'as written') {
    rendered.text = rendered.text.replace(/https:\/\/\S+/g, (address) => {
      const as = `https://t.co/${numberOf(address)}`
      rendered.links.push({ as, address: manner.links === 'told' ? address : null })
      return as
    })
  }
  if (manner.mentions === 'names') {
    rendered.text = rendered.text.replace(/@(\w+)/g, (_, handle: string) => {
      const as = `${handle.charAt(0).toUpperCase()}${handle.slice(1)} Lovelace`
      rendered.mentions.push({ as, of: [handle] })
      return as
    })
  }
  for (const change of manner.changes)
    rendered.text = CHANGES[change]?.(rendered.text) ?? rendered.text
  if (text !== '' && chance.odds(manner.cuts)) {
    rendered.text = `${rendered.text.slice(0, chance.whole(0, rendered.text.length - 1))}…`
  }
  return rendered
}

/** A shortener gives one address one number. */
function numberOf(address: string) {
  let number = 7
  for (const character of address) number = (number * 31 + (character.codePointAt(0) ?? 0)) % 99_991
  return number.toString(36)
}
