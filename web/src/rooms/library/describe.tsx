/** Alt texts, one picture after the other, without a hand on the mouse. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import type { Item } from '../../api/media.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { keepText, textBefore } from '../../ui/kept-words.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSay } from '../../ui/said.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { forgetTyped } from '../../ui/typed.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/library.ts'

export function Describe({
  items: given,
  onClose,
  reopen,
}: {
  items: readonly Item[]
  onClose: () => void
  /** The same ones, as they are described by now. */
  reopen: (items: readonly Item[]) => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const [items, setItems] = useState(given)
  const nameOf = ({ id }: Item) => `${here.id}.alt.${id}`
  const textOf = (one: Item | undefined) =>
    one ? (textBefore(nameOf(one)) ?? one.alt_text ?? '') : ''
  // Whoever comes back comes for the words that they have left.
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      items.findIndex((each) => textBefore(nameOf(each)) !== undefined),
    ),
  )
  const item = items[at]
  const [text, setText] = useState(() => textOf(item))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLTextAreaElement>(null)
  // Whoever opens this wants to write, and goes on writing.
  useEffect(() => box.current?.focus(), [at])
  if (!item) return null

  function close() {
    void queries.invalidateQueries({ queryKey: [here.id, 'media'] })
    onClose()
    // Of any of them: what was skipped with words in its box is not lost either.
    if (items.some((each) => textBefore(nameOf(each)) !== undefined))
      say(common.typed.kept, { action: { label: common.typed.goOn, run: () => reopen(items) } })
  }
  function go(to: number) {
    if (to >= items.length) return close()
    setAt(to)
    setText(textOf(items[to]))
  }
  async function save() {
    if (busy || !item) return
    setBusy(true)
    const alt_text = text.trim()
    setProblem(undefined)
    try {
      await here.crier.updateMedia({ id: item.id, alt_text: alt_text || null })
      setItems(items.with(at, { ...item, alt_text }))
      forgetTyped(nameOf(item))
      go(at + 1)
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }

  return (
    <Dialog title={words.describe.title(at + 1, items.length)} onClose={close} wide>
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="h-64 overflow-hidden rounded-lg bg-sunk">
          <Thumb
            type={item.mime_type}
            src={item.cdn_url}
            alt=""
            name={item.original_name}
            contain
          />
        </div>
        <div className="grid gap-1.5">
          <label htmlFor="describe" className="text-sm font-medium" aria-live="polite">
            {words.describe.label(item.original_name)}
          </label>
          <textarea
            id="describe"
            ref={box}
            rows={3}
            maxLength={500}
            dir="auto"
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              keepText(nameOf(item), item.alt_text ?? '', target.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              void save()
            }}
            className="control"
          />
          <p className="text-sm text-muted">{words.describe.hint}</p>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {at > 0 && (
            <Button className="me-auto" onClick={() => go(at - 1)}>
              {words.describe.back}
            </Button>
          )}
          <Button onClick={() => go(at + 1)}>{words.describe.skip}</Button>
          <Button type="submit" look="primary" busy={busy}>
            {at + 1 < items.length ? words.describe.next : words.describe.last}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
