/** Emoji by their names and by words that go with them. Pure. */

export interface Emoji {
  emoji: string
  name: string
}

/** Each: the emoji, its name, its short names elsewhere, and words that go with it, between tabs; in Unicode's order. */
type Lines = readonly string[]

/** Those that are called so, then those in whose names it stands, then those that it goes with. */
export function emojiBy(lines: Lines, letters: string, most: number): Emoji[] {
  const wanted = letters.toLocaleLowerCase().replaceAll('_', ' ').trim()
  if (wanted === '') return []
  const ranks: Emoji[][] = [[], [], []]
  for (const line of lines) {
    const [emoji = '', name = '', short = '', words = ''] = line.split('\t')
    const called = short.split(' ').map((each) => each.replaceAll('_', ' '))
    const rank = rankOf(wanted, [name.toLocaleLowerCase(), ...called], words.toLocaleLowerCase())
    ranks[rank]?.push({ emoji, name })
  }
  return ranks.flat().slice(0, most)
}

/** -1: it is another. */
function rankOf(wanted: string, names: readonly string[], words: string): number {
  if (names.includes(wanted)) return 0
  if (names.some((name) => ` ${name}`.includes(` ${wanted}`))) return 1
  return ` ${words}`.includes(` ${wanted}`) ? 2 : -1
}
