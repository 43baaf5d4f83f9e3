/** Which posts are chosen, to be moved together: by a press with Ctrl, ⌘ or Shift, by X, by a rectangle, or all that a press names while some are. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { between, type Chosen, withToggled } from '../../calendar/many.ts'
import { type Entry, keyOf } from '../../calendar/entries.ts'
import { words } from '../../words/calendar.ts'
import type { Shown } from './board.ts'

interface Press {
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

const none: Chosen = new Map()

export function useChosen(
  whole: ReadonlyMap<string, Shown>,
  edits: boolean,
  shown: () => readonly Entry[],
  tell: (text: string) => void,
) {
  const [kept, setChosen] = useState(none)
  // As they stand now, wherever they are in sight.
  const chosen: Chosen = useMemo(() => {
    // The same as long as nothing is chosen: no chip is drawn anew for what another one became.
    if (!kept.size) return none
    const now = new Map(
      [...whole.values()].flatMap(({ posts }) => posts.map((each) => [keyOf(each), each])),
    )
    return new Map([...kept].map(([key, entry]) => [key, now.get(key) ?? entry]))
  }, [whole, kept])
  const isChosen = useCallback((entry: Entry) => chosen.has(keyOf(entry)), [chosen])
  /** Nothing may be chosen yet: a press begins. */
  const [begun, setBegun] = useState(false)
  const anchor = useRef<string>(undefined)
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  const choosing = edits && (begun || chosen.size > 0)

  const add = useCallback((entries: readonly Entry[], instead = false) => {
    const more = entries.map((each) => [keyOf(each), each] as const)
    setChosen((before) => new Map(instead ? more : [...before, ...more]))
  }, [])
  const toggle = useCallback((entries: readonly Entry[]) => {
    const [first] = entries
    anchor.current = first && keyOf(first)
    setChosen((before) => withToggled(before, entries))
  }, [])
  /** Whether the press was one that chooses. */
  const press = useCallback(
    (entries: readonly Entry[], { shiftKey, ctrlKey, metaKey }: Press) => {
      const [entry] = entries
      if (!edits || !entry) return false
      if (shiftKey) {
        add([...between(latest.current(), anchor.current, entry), ...entries])
        anchor.current ??= keyOf(entry)
        return true
      }
      if (!ctrlKey && !metaKey && !choosing) return false
      toggle(entries)
      return true
    },
    [edits, choosing, add, toggle],
  )
  const clear = useCallback(() => {
    setBegun(false)
    setChosen(none)
    anchor.current = undefined
    tell(words.many.none)
  }, [tell])
  const begin = useCallback(() => {
    setBegun(true)
    tell(words.many.begin)
  }, [tell])
  return { chosen, isChosen, choosing, press, add, toggle, clear, begin }
}
