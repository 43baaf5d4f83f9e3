/** Which files are chosen: one by one, from one to another, or all that are found. */
import { useCallback, useState } from 'react'
import type { Item } from '../../api/media.ts'
import { sentenceOf } from '../../api/ask.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/library.ts'
import type { Files } from './use-files.ts'

/** What one round of calls can change in a while that a person waits for. */
const MOST = 5_000

export function useChosen(files: Files) {
  const say = useSay()
  const [items, setItems] = useState<ReadonlyMap<number, Item>>(new Map())
  const [anchor, setAnchor] = useState(0)
  const clear = useCallback(() => setItems(new Map()), [])

  function toggle(index: number) {
    const item = files.at(index)
    if (!item) return
    setAnchor(index)
    setItems((before) => {
      const now = new Map(before)
      if (!now.delete(item.id)) now.set(item.id, item)
      return now
    })
  }

  async function add(from: number, to: number) {
    try {
      const found = await files.between(from, to)
      setItems((before) => new Map([...before, ...found.map((item) => [item.id, item] as const)]))
    } catch (error) {
      say(sentenceOf(error), failed)
    }
  }

  return {
    items,
    clear,
    toggle,
    to: (index: number) => void add(anchor, index),
    begin: setAnchor,
    all() {
      if (files.total > MOST) say(words.many.most(MOST))
      void add(0, Math.min(files.total, MOST) - 1)
    },
  }
}
