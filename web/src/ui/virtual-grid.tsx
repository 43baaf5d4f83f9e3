/** Very many tiles, or rows of a table, of which only those in sight are in the page. The window scrolls, and its bar tells the truth. */
import './virtual-grid.css'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { type Band, itemsIn } from './band.ts'

const GAP = 8
/** Pixels before a press is a drag. */
const DRAG = 6

export interface Step {
  to: number
  /** With Shift: all between are meant. */
  extends: boolean
}

/** Square tiles that are so wide at least, or rows so high below a head. In pixels. */
export type Shape = { least: number } | { row: number; head: ReactNode }

export function VirtualGrid({
  label,
  count,
  shape,
  active,
  goTo,
  onRange,
  onStep,
  onBand,
  onKeyDown,
  children,
}: {
  label: string
  count: number
  shape: Shape
  /** Where the keyboard is. */
  active: number
  /** Brings an item to the top, each time that it is another object. */
  goTo?: { index: number } | undefined
  onRange: (first: number, last: number) => void
  onStep: (step: Step) => void
  /** What a mouse drags a rectangle over; undefined: it does nothing. */
  onBand?: ((indexes: readonly number[]) => void) | undefined
  /** What is not a step. */
  onKeyDown: (event: KeyboardEvent) => void
  children: (index: number, id: string) => ReactNode
}) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [{ width, top }, setPlace] = useState({ width: 0, top: 0 })
  const [band, setBand] = useState<Band>()
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
  const isTable = 'row' in shape
  const gap = isTable ? 0 : GAP
  const columns = isTable ? 1 : Math.max(2, Math.floor((width + GAP) / (shape.least + GAP)))
  const side = isTable ? shape.row : Math.max(1, (width - GAP * (columns - 1)) / columns)
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised
  const rows = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => side + gap,
    overscan: 2,
    scrollMargin: top,
  })
  useEffect(() => rows.measure(), [rows, side, gap])
  useEffect(() => {
    if (goTo) rows.scrollToIndex(Math.floor(goTo.index / columns), { align: 'start' })
    // Only when somebody goes there.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [goTo])
  const shown = rows.getVirtualItems()
  const first = (shown[0]?.index ?? 0) * columns
  const last = Math.min(count, ((shown.at(-1)?.index ?? 0) + 1) * columns) - 1
  useEffect(() => onRange(first, last), [onRange, first, last])

  function step(event: KeyboardEvent) {
    // A button of the head hears its own keys.
    if (event.target !== event.currentTarget) return
    const page = columns * Math.max(1, Math.floor(innerHeight / (side + gap)) - 1)
    const way = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const by = {
      ArrowRight: isTable ? undefined : way,
      ArrowLeft: isTable ? undefined : -way,
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

  function placeOf({ clientX, clientY }: PointerEvent) {
    const rectangle = box.current?.getBoundingClientRect()
    return { x: clientX - (rectangle?.left ?? 0), y: clientY - (rectangle?.top ?? 0) }
  }
  function press(event: PointerEvent) {
    if (!onBand || event.pointerType !== 'mouse' || event.button !== 0 || event.shiftKey) return
    setBand({ from: placeOf(event), to: placeOf(event) })
  }
  function drag(event: PointerEvent) {
    if (!band || !onBand) return
    const to = placeOf(event)
    const far = Math.hypot(to.x - band.from.x, to.y - band.from.y) > DRAG
    if (!far && !band.drawn) return
    if (!band.drawn) event.currentTarget.setPointerCapture(event.pointerId)
    const now = { from: band.from, to, drawn: true }
    setBand(now)
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    onBand(itemsIn(now, { columns, side, gap, width, count, rtl }))
  }
  const drawn = band?.drawn && {
    left: Math.min(band.from.x, band.to.x),
    top: Math.min(band.from.y, band.to.y),
    width: Math.abs(band.to.x - band.from.x),
    height: Math.abs(band.to.y - band.from.y),
  }

  return (
    // Its role is one of two, and it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      role={isTable ? 'grid' : 'listbox'}
      aria-multiselectable="true"
      aria-label={label}
      aria-rowcount={isTable ? count + 1 : undefined}
      aria-activedescendant={active >= first && active <= last ? `${id}-${active}` : undefined}
      tabIndex={0}
      onKeyDown={step}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={() => setBand(undefined)}
      onPointerCancel={() => setBand(undefined)}
      className={`rounded-lg outline-offset-4 ${isTable ? '' : 'select-none'}`}
    >
      {isTable && shape.head}
      <div
        ref={box}
        role={isTable ? 'rowgroup' : 'presentation'}
        className="relative"
        style={{ height: Math.max(0, rows.getTotalSize() - gap) }}
      >
        {width > 0 &&
          shown.map((row) => (
            <div
              key={row.key}
              role="presentation"
              className="absolute inset-x-0 top-0 grid"
              style={{
                height: side,
                gap,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
                transform: `translateY(${row.start - top}px)`,
              }}
            >
              {Array.from(
                { length: Math.min(columns, count - row.index * columns) },
                (_, column) => {
                  const index = row.index * columns + column
                  return children(index, `${id}-${index}`)
                },
              )}
            </div>
          ))}
        {drawn && <div role="presentation" className="band" style={drawn} />}
      </div>
    </div>
  )
}
