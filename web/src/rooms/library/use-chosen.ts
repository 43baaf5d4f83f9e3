/** Which files are chosen: one by one, from one to another, by a rectangle, or all that are found, however many. */
import { useCallback, useState } from 'react'
import type { Item } from '../../api/media.ts'
import { sentenceOf } from '../../api/ask.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/library.ts'
import type { Files } from './use-files.ts'

/** As many as are asked for at once; more are not looked at before something is done to them. */
export const AT_ONCE = 200
/** From one to another, and to be described: what a person waits for. */
export const COME = 5_000

export type Chosen = ReturnType<typeof useChosen>

type Items = ReadonlyMap<number, Item>
const none: Items = new Map()

export function useChosen(files: Files) {
  const say = useSay()
  const [items, setItems] = useState(none)
  /** All that are found but for these. */
  const [but, setBut] = useState<Items>()
  const [anchor, setAnchor] = useState(0)
  const clear = useCallback(() => {
    setItems(none)
    setBut(undefined)
  }, [])

  function toggle(index: number) {
    const item = files.at(index)
    if (!item) return
    setAnchor(index)
    const toggled = (before: Items) => {
      const now = new Map(before)
      if (!now.delete(item.id)) now.set(item.id, item)
      return now
    }
    if (but) setBut(toggled(but))
    else setItems(toggled)
  }

  async function add(from: number, to: number) {
    if (Math.abs(to - from) >= COME) return say(words.many.most(COME), failed)
    try {
      const found = await files.between(from, to)
      setItems((before) => new Map([...before, ...found.map((item) => [item.id, item] as const)]))
    } catch (error) {
      say(sentenceOf(error), failed)
    }
  }

  async function* pages(): AsyncGenerator<readonly Item[]> {
    if (!but) {
      const all = [...items.values()]
      for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE)
      return
    }
    for await (const page of files.all()) yield page.filter(({ id }) => !but.has(id))
  }

  return {
    /** Those that are known; of all that are found, none. */
    items,
    /** Of all that are found, those that are not. */
    but,
    count: but ? files.total - but.size : items.size,
    has: (item: Item) => (but ? !but.has(item.id) : items.has(item.id)),
    pages,
    /** All of them, one by one. */
    async some(): Promise<Item[]> {
      const found: Item[] = []
      for await (const page of pages()) found.push(...page)
      return found
    },
    clear,
    toggle,
    to: (index: number) => void (but ? undefined : add(anchor, index)),
    begin: setAnchor,
    /** These and no others, as far as they are in sight. */
    only: (indexes: readonly number[]) => {
      setBut(undefined)
      const found = indexes.flatMap((index) => files.at(index) ?? [])
      setItems(new Map(found.map((item) => [item.id, item])))
    },
    all() {
      if (files.total <= AT_ONCE) return void add(0, files.total - 1)
      setItems(none)
      setBut(none)
    },
  }
}
