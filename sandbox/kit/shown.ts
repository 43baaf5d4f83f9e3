/** What a look shows of a text, and of a list, once the platform is odd about it. */
import type { FaultDesk } from './emulator.ts'
import { chanceOf, seedOf, shownOddly } from './oddities.ts'

/** Whose look it is. */
interface Looking {
  faults: FaultDesk
  /** The call, as faults name it. */
  on: string
  /** Id and username. */
  names: readonly string[]
  now: number
}

/** How things are shown at one look. */
export interface Look {
  /** Whether it is an odd one. */
  odd: boolean
  /** Each post in its own way, known by its id, and in the same way at every look. */
  text(text: string, id: string): string
  /** `items` come newest first. `hides` is what the emulator calls a list without its newest entry. */
  list<Item>(items: readonly Item[], entry: (item: Item) => Entry, hides?: string): Item[]
}

export function lookBy(looking: Looking): Look {
  const { faults, on, names } = looking
  const odd = faults.takeNamed('shown_oddly', names, on)
  return {
    odd: odd !== undefined,
    text: (text, id) => (odd ? shownOddly(text, seedOf(odd.seed, id)) : text),
    list: (items, entry, hides = 'hidden_read') => listed(looking, items, entry, hides),
  }
}

interface Entry {
  id: string
  created_at: number
}

interface Drawn {
  seed: number
  ms: number
  /** How often it will be played yet: two looks in a row differ by it. */
  times: number
  now: number
}

/** An entry that is new is late by a minute at most, unless the fault says by how much. */
const LATE = 60_000

/** The first six seeds are one each. */
const ways: readonly (<Item>(
  items: Item[],
  entry: (item: Item) => Entry,
  drawn: Drawn,
) => Item[])[] = [
  function newestHidden(items) {
    return items.slice(1)
  },
  function late(items, entry, { seed, ms, now }) {
    const due = ({ id, created_at }: Entry) =>
      created_at + chanceOf(seedOf(seed, id))() * (ms || LATE) <= now
    return items.filter((item) => due(entry(item)))
  },
  function flickering(items, entry, { seed, times }) {
    return items.filter((item) => chanceOf(seedOf(seed + times, entry(item).id))() < 0.5)
  },
  function shuffled(items, entry, { seed }) {
    const place = ({ id }: Entry) => chanceOf(seedOf(seed, id))()
    return items.toSorted((one, other) => place(entry(one)) - place(entry(other)))
  },
  function cut(items, _entry, { seed }) {
    return items.slice(0, Math.floor(chanceOf(seed)() * items.length))
  },
  function empty() {
    return []
  },
]

function listed<Item>(
  { faults, on, names, now }: Looking,
  items: readonly Item[],
  entry: (item: Item) => Entry,
  hides: string,
): Item[] {
  const all = [...items]
  if (all.length && faults.takeNamed(hides, names)) all.shift()
  const fault = faults.takeNamed('partial_list', names, on)
  if (!fault) return all
  const way = ways[fault.seed % ways.length]
  return way?.(all, entry, { seed: fault.seed, ms: fault.ms, times: fault.times, now }) ?? all
}
