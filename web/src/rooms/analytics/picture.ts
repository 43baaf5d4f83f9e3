/** Chart and totals as one picture for a slide or a chat: light, twice as fine, with the workspace and its days. */
import type { GetAnalyticsAnswer, GetAnalyticsTimelinesAnswer } from '@crier/sdk'
import { colours, sheetOf } from '../../ui/picture.ts'
import { words } from '../../words/analytics.ts'
import { compact, day, list, moment, percent } from '../../words/format.ts'
import { changeOf, type Measure, missing, tiles, written } from './measures.ts'

const WIDE = 1200
const HIGH = 675
const EDGE = 56

interface Drawn {
  name: string
  report: GetAnalyticsAnswer
  timelines: GetAnalyticsTimelinesAnswer
  measure: Measure
  compared: boolean
  /** The last day is not over. */
  open: boolean
}

export function drawPicture({ name, report, timelines, measure, compared, open }: Drawn) {
  const sheet = sheetOf(WIDE, HIGH)
  if (!sheet) return document.createElement('canvas')
  const { canvas, pen, write } = sheet

  const { from, to } = timelines.window
  write(name, EDGE, 74, { size: 30, weight: 680 })
  write(words.picture.name(day(from), day(to)), EDGE, 104, { size: 17, colour: colours.muted })

  const column = (WIDE - 2 * EDGE) / tiles.length
  for (const [index, each] of tiles.entries()) {
    const x = EDGE + index * column
    const value = report.totals[each]
    write(words.measures[each], x, 158, { colour: colours.muted })
    write(value === null ? words.tiles.notTold : written(each, value), x, 194, {
      size: value === null ? 20 : 30,
      weight: 650,
      colour: value === null ? colours.muted : colours.ink,
    })
    const change = compared ? changeOf(each, value, report.previous[each]) : undefined
    if (change && change.up !== 0)
      write(each === 'engagement_rate' ? words.tiles.points(change.text) : change.text, x, 218, {
        size: 14,
        weight: 600,
        colour: change.up > 0 ? colours.good : colours.danger,
      })
  }

  const absent = [
    ...new Set(tiles.flatMap((each) => missing(each, report.totals.incomplete))),
  ].toSorted()
  if (absent.length)
    write(words.picture.without(list(absent)), WIDE - EDGE, HIGH - 32, {
      size: 14,
      colour: colours.muted,
      align: 'right',
    })

  const [whole] = timelines.lines
  const now = whole?.days[measure] ?? []
  const before = compared ? (whole?.previous[measure] ?? []) : []
  const box = { left: EDGE + 56, right: WIDE - EDGE, top: 288, bottom: HIGH - 96 }
  const most = Math.max(...[...now, ...before].map((each) => each ?? 0), 0) || 1
  const step = stepOf(most / 4)
  const high = step * Math.ceil(most / step)
  const x = (index: number) =>
    box.left + ((box.right - box.left) * index) / Math.max(1, now.length - 1)
  const y = (value: number) => box.bottom - ((box.bottom - box.top) * Math.max(0, value)) / high
  write(words.measures[measure], EDGE, 268, { weight: 600 })
  for (let value = 0; value <= high * 1.001; value += step) {
    pen.fillStyle = colours.line
    pen.fillRect(box.left, y(value), box.right - box.left, 1)
    const label = measure === 'engagement_rate' ? percent(value) : compact(value)
    write(label, box.left - 12, y(value) + 5, { size: 13, colour: colours.muted, align: 'right' })
  }
  const labelled = Math.max(1, Math.round(now.length / 8))
  for (const [index, date] of timelines.dates.entries())
    if (index % labelled === 0 && index < timelines.dates.length - labelled / 2)
      write(day(date, 'short'), x(index), box.bottom + 26, {
        size: 13,
        colour: colours.muted,
        align: 'center',
      })
  stroke(pen, before, { x, y, colour: colours.before, width: 1.75, dash: [6, 5] })
  const main = { x, y, colour: colours.accent, width: 3 }
  const over = open ? now.length - 1 : now.length
  stroke(
    pen,
    now.map((value, index) => (index < over ? value : null)),
    { ...main, dash: [] },
  )
  if (open)
    stroke(
      pen,
      now.map((value, index) => (index >= over - 1 ? value : null)),
      { ...main, dash: [2, 7] },
    )
  const made = timelines.measured_at ? moment(timelines.measured_at, 'momentOfYear') : day(to)
  write(words.picture.made(made), EDGE, HIGH - 32, { size: 14, colour: colours.muted })
  return canvas
}

/** One, two or five of a power of ten. */
function stepOf(rough: number) {
  const unit = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5].find((each) => each * unit >= rough) ?? 10) * unit
}

interface Stroke {
  x: (index: number) => number
  y: (value: number) => number
  colour: string
  width: number
  dash: number[]
}

/** What is not told stays open. */
function stroke(
  pen: CanvasRenderingContext2D,
  values: readonly (number | null)[],
  { x, y, colour, width, dash }: Stroke,
) {
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.lineCap = 'round'
  pen.setLineDash(dash)
  pen.beginPath()
  let open = false
  for (const [index, value] of values.entries()) {
    if (value === null) open = false
    else if (open) pen.lineTo(x(index), y(value))
    else {
      pen.moveTo(x(index), y(value))
      // A day alone is a dot.
      pen.lineTo(x(index) + 0.01, y(value))
      open = true
    }
  }
  pen.stroke()
  pen.setLineDash([])
}
