/** Very many tiles, of which only those in sight are in the page. The window scrolls, and its bar tells the truth. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

const GAP = 8

export interface Step {
  to: number
  /** With Shift: all between are meant. */
  extends: boolean
}

export function VirtualGrid({
  label,
  count,
  least,
  active,
  onRange,
  onStep,
  onKeyDown,
  children,
}: {
  label: string
  count: number
  /** Pixels that a tile has at least; they are square. */
  least: number
  /** Where the keyboard is. */
  active: number
  onRange: (first: number, last: number) => void
  onStep: (step: Step) => void
  /** What is not a step. */
  onKeyDown: (event: KeyboardEvent) => void
  children: (index: number, id: string) => ReactNode
}) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [{ width, top }, setPlace] = useState({ width: 0, top: 0 })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const rectangle = element.getBoundingClientRect()
      const now = { width: rectangle.width, top: Math.round(rectangle.top + scrollY) }
      setPlace((before) => (before.width === now.width && before.top === now.top ? before : now))
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // What stands above it may grow.
    observer.observe(document.body)
    measure()
    return () => observer.disconnect()
  }, [])
  const columns = Math.max(2, Math.floor((width + GAP) / (least + GAP)))
  const side = Math.max(1, (width - GAP * (columns - 1)) / columns)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => side + GAP,
    overscan: 2,
    scrollMargin: top,
  })
  useEffect(() => rows.measure(), [rows, side])
  const shown = rows.getVirtualItems()
  const first = (shown[0]?.index ?? 0) * columns
  const last = Math.min(count, ((shown.at(-1)?.index ?? 0) + 1) * columns) - 1
  useEffect(() => onRange(first, last), [onRange, first, last])

  function step(event: KeyboardEvent) {
    const page = columns * Math.max(1, Math.floor(innerHeight / (side + GAP)) - 1)
    const way = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const by = {
      ArrowRight: way,
      ArrowLeft: -way,
      ArrowDown: columns,
      ArrowUp: -columns,
      PageDown: page,
      PageUp: -page,
      Home: -count,
      End: count,
    }[event.key]
    if (by === undefined) return onKeyDown(event)
    event.preventDefault()
    const to = Math.max(0, Math.min(count - 1, active + by))
    rows.scrollToIndex(Math.floor(to / columns))
    onStep({ to, extends: event.shiftKey })
  }

  return (
    <div
      ref={box}
      role="listbox"
      aria-multiselectable="true"
      aria-label={label}
      aria-activedescendant={active >= first && active <= last ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={step}
      className="group/grid relative rounded-lg outline-offset-4"
      style={{ height: Math.max(0, rows.getTotalSize() - GAP) }}
    >
      {width > 0 &&
        shown.map((row) => (
          <div
            key={row.key}
            role="presentation"
            className="absolute inset-x-0 top-0 grid"
            style={{
              height: side,
              gap: GAP,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              transform: `translateY(${row.start - top}px)`,
            }}
          >
            {Array.from({ length: Math.min(columns, count - row.index * columns) }, (_, column) => {
              const index = row.index * columns + column
              return children(index, `${id}-${index}`)
            })}
          </div>
        ))}
    </div>
  )
}
