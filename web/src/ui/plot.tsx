/**
 * Numbers by day as a line, the days before as a thin one behind it. What is not told is a gap. It draws on a canvas and sets
 * its styles through the object model, so that the policy of the page has nothing against it.
 */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'

export type Points = readonly (number | null)[]

export interface PlotData {
  now: Points
  before?: Points | undefined
  /** Days on which something was published stand as ticks under the axis. */
  ticks?: Points | undefined
  /** The last day is not over: the way to it is drawn as one that may still change. */
  open?: boolean
}

export function Plot({
  data,
  label,
  told,
  axis,
  height = 260,
  children,
}: {
  data: PlotData
  /** What it shows, for whoever hears it. */
  label: string
  /** One point, in words. */
  told: (index: number) => string
  axis: { day: (index: number) => string; value: (value: number) => string }
  height?: number
  /** Beside the pointer, or the point that the keyboard is at. */
  children: (index: number) => React.ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const [at, setAt] = useState<number>()
  const [walked, setWalked] = useState(0)
  const theme = useTheme()
  const count = data.now.length
  const last = Math.max(0, count - 1)
  const index = Math.min(walked, last)
  const drawn = useMemo(() => columnsOf(data), [data])

  useEffect(() => {
    const ground = box.current
    if (!ground) return
    const made = new uPlot(
      optionsOf(ground, { height, axis, ticks: data.ticks, onPoint: setAt }),
      drawn,
      ground,
    )
    plot.current = made
    const watch = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0)
      if (width > 0 && width !== made.width) made.setSize({ width, height })
    })
    watch.observe(ground)
    return () => {
      watch.disconnect()
      made.destroy()
      plot.current = undefined
    }
    // Words of the axis are made anew with every render, and are the same as long as the days are.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [drawn, data.ticks, height, theme])

  const walk = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      PageUp: 7,
      PageDown: -7,
      Home: -count,
      End: count,
    }
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.min(last, Math.max(0, index + step))
    setWalked(next)
    point(next)
  }
  const point = (next: number) => {
    const made = plot.current
    if (made) made.setCursor({ left: made.valToPos(next, 'x'), top: 0 })
    setAt(next)
  }
  const left = at === undefined ? 0 : (at + 0.5) / Math.max(1, count)
  return (
    <div
      ref={place}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={index}
      aria-valuetext={told(index)}
      onKeyDown={walk}
      onFocus={(event) => {
        if (event.target.matches(':focus-visible')) point(index)
      }}
      onBlur={() => setAt(undefined)}
      className="relative min-w-0 rounded-md"
    >
      <div ref={box} aria-hidden="true" style={{ minHeight: height }} />
      {at !== undefined && at < count && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-2 z-10 max-w-56 rounded-md border border-line bg-card px-3 py-2 text-sm shadow-over"
          style={
            left > 0.55
              ? { insetInlineEnd: `${Math.min(70, (1 - left) * 92 + 5)}%` }
              : { insetInlineStart: `${Math.min(70, left * 92 + 9)}%` }
          }
        >
          {children(at)}
        </div>
      )}
    </div>
  )
}

/** A line without axes, for a tile. What is not told is a gap; a day alone is a dot. */
export function Spark({ points }: { points: Points }) {
  const told = points.filter((each) => each !== null)
  const [low, high] = [Math.min(0, ...told), Math.max(0, ...told)]
  const x = (index: number) => (points.length < 2 ? 60 : (index / (points.length - 1)) * 118 + 1)
  const y = (value: number) => 30 - ((value - low) / (high - low || 1)) * 27
  const path = points
    .map((value, index) => {
      if (value === null) return ''
      const begins = index === 0 || points[index - 1] === null
      const alone = begins && (points[index + 1] ?? null) === null
      const spot = `${x(index).toFixed(1)} ${y(value).toFixed(1)}`
      return `${begins ? 'M' : 'L'}${spot}${alone ? 'h.01' : ''}`
    })
    .join('')
  return (
    <svg
      viewBox="0 0 120 32"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-8 w-full text-accent"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}

/** Days, those before, these, and the way to a day that is not over. */
function columnsOf({ now, before, open = false }: PlotData): uPlot.AlignedData {
  const days = now.map((_, index) => index)
  const over = open ? days.length - 1 : days.length
  return [
    days,
    days.map((index) => before?.[index] ?? null),
    now.map((value, index) => (index < over ? value : null)),
    now.map((value, index) => (open && index >= over - 1 ? value : null)),
  ]
}

interface Drawing {
  height: number
  axis: { day: (index: number) => string; value: (value: number) => string }
  ticks: Points | undefined
  onPoint: (index: number | undefined) => void
}

function optionsOf(ground: HTMLElement, { height, axis, ticks, onPoint }: Drawing): uPlot.Options {
  const { line, before, grid, text, font } = coloursOf(ground)
  const small = height < 200
  return {
    width: Math.max(200, ground.clientWidth),
    height,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: (_, min, max) => [min - 0.4, max + 0.4] },
      y: { range: (_, min, max) => rangeOf(min, max) },
    },
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: {
        size: 8,
        fill: (_, series) => (series === 1 ? before : line),
        stroke: (_, series) => (series === 1 ? before : line),
      },
    },
    axes: [
      {
        stroke: text,
        font,
        grid: { show: false },
        ticks: { show: false },
        gap: 8,
        size: 34,
        space: 64,
        incrs: [1, 2, 3, 7, 14, 28, 56, 91],
        values: (_, splits) => splits.map((each) => (Number.isInteger(each) ? axis.day(each) : '')),
      },
      {
        stroke: text,
        font,
        grid: { stroke: grid, width: 1 },
        ticks: { show: false },
        size: 52,
        gap: 6,
        space: small ? 40 : 52,
        values: (_, splits) => splits.map(axis.value),
      },
    ],
    series: [
      {},
      { stroke: before, width: 1.5, dash: [5, 4], spanGaps: false, points: { show: false } },
      {
        stroke: line,
        width: 2.25,
        fill: faint(line),
        spanGaps: false,
        points: { show: alone, size: 5, fill: line, stroke: line },
      },
      { stroke: line, width: 2.25, dash: [3, 4], spanGaps: false, points: { show: false } },
    ],
    hooks: {
      setCursor: [
        ({ cursor: { idx, left } }) => onPoint(idx != null && (left ?? -1) >= 0 ? idx : undefined),
      ],
      draw: ticks ? [(made) => drawTicks(made, ticks, line)] : [],
    },
  }
}

/** A day between two gaps has no line to be seen by. */
function alone(made: uPlot, series: number, from: number, to: number) {
  const values = made.data[series] ?? []
  return (
    to - from < 2 ||
    values.some(
      (value, index) =>
        value !== null &&
        (values[index - 1] ?? null) === null &&
        (values[index + 1] ?? null) === null,
    )
  )
}

function rangeOf(min: number | null, max: number | null): [number, number] {
  const [low, high] = [Math.min(0, min ?? 0), Math.max(0, max ?? 0)]
  return [low < 0 ? low * 1.1 : 0, high > 0 ? high * 1.12 : 1]
}

function drawTicks(made: uPlot, ticks: Points, colour: string) {
  const { ctx, bbox } = made
  ctx.save()
  ctx.fillStyle = colour
  const unit = devicePixelRatio
  for (const [index, posts] of ticks.entries()) {
    if (!posts) continue
    const x = made.valToPos(index, 'x', true)
    ctx.fillRect(x - unit, bbox.top + bbox.height + 2 * unit, 2 * unit, 5 * unit)
  }
  ctx.restore()
}

/** As the theme has them; a canvas knows no variables. */
function coloursOf(ground: HTMLElement) {
  const probe = ground.ownerDocument.createElement('span')
  ground.append(probe)
  const colour = (name: string) => {
    probe.style.color = `var(--color-${name})`
    return getComputedStyle(probe).color
  }
  const { fontFamily } = getComputedStyle(ground)
  const found = {
    line: colour('accent'),
    before: colour('edge'),
    grid: colour('line'),
    text: colour('muted'),
    font: `12px ${fontFamily}`,
  }
  probe.remove()
  return found
}

function faint(colour: string) {
  return colour.replace(/^rgb\(([^)]+)\)$/, 'rgba($1, 0.09)')
}

/** Changes when the page goes from light to dark, by the system or by choice. */
function useTheme() {
  const [theme, setTheme] = useState(0)
  useEffect(() => {
    const turned = () => setTheme((before) => before + 1)
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', turned)
    const chosen = new MutationObserver(turned)
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      system.removeEventListener('change', turned)
      chosen.disconnect()
    }
  }, [])
  return theme
}
