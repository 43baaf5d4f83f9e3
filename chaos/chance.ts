/** Chance that can be had again: every choice of an experiment comes from one printed seed. */

export interface Chance {
  /** From 0 up to 1, without 1. */
  next(): number
  /** A whole number from 0 up to `end`, without `end`. */
  below(end: number): number
  between(least: number, most: number): number
  /** Milliseconds until the next of things that happen every `mean` milliseconds on average. */
  pause(mean: number): number
  pick<Item>(items: readonly Item[]): Item | undefined
  /** One name of the table, as often as its number says. */
  weighted<Name extends string>(table: Readonly<Record<Name, number>>): Name
  /** A stream of its own for one actor: what the others draw does not change it. */
  of(actor: string): Chance
}

export function chance(seed: number): Chance {
  let state = seed >>> 0

  /** splitmix32; https://github.com/bryc/code/blob/master/jshash/PRNGs.md, read 2026-11-20. */
  const next = () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)

  return {
    next,
    below,
    between: (least, most) => Math.round(least + next() * (most - least)),
    // Cut at three times the mean, so that a short run has its share.
    pause: (mean) => Math.min(-Math.log(1 - next()), 3) * mean,
    pick: (items) => items[below(items.length)],
    weighted: <Name extends string>(table: Readonly<Record<Name, number>>) => {
      const names = keysOf(table)
      let left = next() * names.reduce((sum, name) => sum + table[name], 0)
      for (const name of names) {
        left -= table[name]
        if (left < 0) return name
      }
      throw new RangeError('The table is empty.')
    },
    of: (actor) => chance(seed ^ hash(actor)),
  }
}

function keysOf<Name extends string>(table: Readonly<Record<Name, number>>): Name[] {
  const names: Name[] = []
  for (const name in table) names.push(name)
  return names
}

/** FNV-1a. */
function hash(text: string) {
  let value = 0x811c9dc5
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193)
  return value >>> 0
}
