/** What is done with the parts of a thread: added, moved, taken out, cut. */
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/write.ts'
import {
  addPart,
  chainOf,
  cutInto,
  MOST_PARTS,
  movePart,
  withoutPart,
} from '../../writing/parts.ts'
import { cut } from '../../writing/send.ts'
import type { Store } from '../../writing/store.ts'
import { partBack, takenBack } from '../../writing/taken-back.ts'
import { goOn } from '../../writing/uploads.ts'

/** Of a part, or of the post itself. */
export type Key = string | undefined

export function useThread(store: Store) {
  const say = useSay('thread')
  const { crier } = useHere()
  const boxes = useRef(new Map<Key, HTMLTextAreaElement>())
  /** Which box gets the focus when it is drawn, and where in its text. */
  const next = useRef<{ key: Key; at: number }>(undefined)
  const [told, setTold] = useState('')
  const [cutting, setCutting] = useState(false)

  useEffect(() => {
    const box = next.current && boxes.current.get(next.current.key)
    if (!box || !next.current) return
    box.focus()
    box.setSelectionRange(next.current.at, next.current.at)
    next.current = undefined
  })

  const numberOf = (key: Key) => chainOf(store.get()).findIndex((each) => each.key === key) + 1

  function add(behind: Key) {
    const { parts } = store.get()
    if (parts.length >= MOST_PARTS) return say(words.thread.full, failed)
    const key = crypto.randomUUID()
    next.current = { key, at: 0 }
    return store.change((now) => ({ parts: addPart(now.parts, behind, { key, text: '' }) }))
  }

  /** What stands behind the cursor becomes a part of its own. */
  function breakAt(
    key: Key,
    { value: text, selectionStart: at }: Pick<HTMLTextAreaElement, 'value' | 'selectionStart'>,
    setText: (value: string) => void,
  ) {
    if (store.get().parts.length >= MOST_PARTS) return say(words.thread.full, failed)
    const part = { key: crypto.randomUUID(), text: text.slice(at).trimStart() }
    next.current = { key: part.key, at: 0 }
    if (at < text.length) setText(text.slice(0, at).trimEnd())
    return store.change((now) => ({ parts: addPart(now.parts, key, part) }))
  }

  function move(key: Key, by: -1 | 1) {
    const from = numberOf(key)
    const changes = movePart(store.get(), key, by)
    if (!('parts' in changes)) return
    // Whose words change places with the post itself, takes its place.
    const swapped = 'text' in changes
    const first = key === undefined
    next.current = { key: swapped ? (first ? changes.parts[0]?.key : undefined) : key, at: 0 }
    store.change(() => changes)
    setTold(words.thread.moved(from, from + by))
  }

  function remove(key: string) {
    const { parts, files } = store.get()
    const number = numberOf(key)
    const [before, part] = [parts[number - 3], parts[number - 2]]
    next.current = { key: before?.key, at: before?.text.length ?? store.get().text.length }
    store.change(() => withoutPart({ parts, files }, key))
    say(words.thread.removed(number), {
      action: {
        label: words.write.undo,
        run() {
          store.change((now) => (part ? partBack({ parts, files }, now, part) : {}))
          void goOn(store)
        },
      },
    })
  }

  async function split(accounts: readonly Account[]) {
    setCutting(true)
    try {
      const before = store.get()
      const texts = await cut(before, crier, accounts)
      const { text, parts, files } = before
      store.change((now) => cutInto(now, texts, () => crypto.randomUUID()))
      const { files: left } = store.get()
      say(words.thread.splitDone(texts.length), {
        action: {
          label: words.write.undo,
          run() {
            store.change((now) => takenBack({ text, parts, files }, now, left))
            void goOn(store)
          },
        },
      })
    } catch (error) {
      say(sentenceOf(error), failed)
    } finally {
      setCutting(false)
    }
  }

  return {
    told,
    cutting,
    box: (key: Key) => (node: HTMLTextAreaElement | null) => {
      if (node) boxes.current.set(key, node)
      else boxes.current.delete(key)
    },
    boxOf: (key: Key) => boxes.current.get(key),
    focus: (key: Key) => boxes.current.get(key)?.focus(),
    add,
    breakAt,
    move,
    remove,
    split: (accounts: readonly Account[]) => void split(accounts),
  }
}
export type Thread = ReturnType<typeof useThread>
