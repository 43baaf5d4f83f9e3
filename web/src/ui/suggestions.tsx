/** A list beneath a place of a text. The focus stays in the text; whoever writes there moves through it by the arrows. */
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'

const WIDTH = 288
const HEIGHT = 260
const GAP = 6

export interface Row {
  key: string
  body: ReactNode
}

export function Suggestions({
  label,
  box,
  at,
  rows,
  active,
  onActive,
  onTake,
}: {
  label: string
  box: RefObject<HTMLTextAreaElement | null>
  /** Of the text, in UTF-16 units. */
  at: number
  rows: readonly Row[]
  /** Which of them Enter would take. */
  active: number
  onActive: (index: number) => void
  onTake: (index: number) => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const place = () => {
      if (list.current && box.current) Object.assign(list.current.style, placeOf(box.current, at))
    }
    place()
    // A phone that is turned.
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [box, at])
  // A box of several lines may not be called a combobox; it tells the same of its list.
  useLayoutEffect(() => {
    const text = box.current
    const told = {
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-activedescendant': `${id}-${active}`,
    }
    for (const [name, value] of Object.entries(told)) text?.setAttribute(name, value)
    return () => {
      for (const name of Object.keys(told)) text?.removeAttribute(name)
    }
  }, [box, id, active])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])

  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      className="sheet-over absolute z-30 max-h-[min(16rem,50dvh)] w-72 max-w-full overflow-y-auto p-1.5"
    >
      {rows.map(({ key, body }, index) => (
        <button
          key={key}
          id={`${id}-${index}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          data-highlighted={index === active || undefined}
          className="row-over w-full text-start"
          // A press takes the focus from the text nowhere.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(index)}
          onClick={() => onTake(index)}
        >
          {body}
        </button>
      ))}
    </div>
  )
}

/** By what is painted behind the box, which has the same lines; above the place where there is no room beneath it. */
function placeOf(box: HTMLTextAreaElement, at: number) {
  const around = box.parentElement?.getBoundingClientRect()
  const painted = box.previousElementSibling
  if (!around || !painted) return {}
  const line = lineAt(painted, at) ?? box.getBoundingClientRect()
  const room = Math.max(0, around.width - WIDTH)
  const left = `${Math.min(room, Math.max(0, line.left - around.left))}px`
  const above = line.bottom + HEIGHT > innerHeight && line.top > HEIGHT
  return above
    ? { left, bottom: `${around.bottom - line.top + GAP}px`, top: 'auto' }
    : { left, top: `${line.bottom - around.top + GAP}px`, bottom: 'auto' }
}

function lineAt(painted: Element, at: number) {
  const range = document.createRange()
  const texts = document.createTreeWalker(painted, NodeFilter.SHOW_TEXT)
  let behind = 0
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { length } = node.nodeValue ?? ''
    if (at < behind + length) {
      range.setStart(node, at - behind)
      range.setEnd(node, at - behind + 1)
      return range.getBoundingClientRect()
    }
    behind += length
  }
  return undefined
}
