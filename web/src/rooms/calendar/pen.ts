/** How posts are drawn in a picture of the calendar: by the same signs, colours and shapes as on the board. */
import { brief } from '../../calendar/brief.ts'
import { type Entry, type State, stateOf } from '../../calendar/entries.ts'
import type { Plan } from '../../calendar/paper.ts'
import { drawings, type IconName } from '../../ui/icon.tsx'
import { colours, type Sheet } from '../../ui/picture.ts'
import { markOf } from '../../ui/platform-mark.tsx'
import { words as ofCalendar } from '../../words/calendar.ts'
import { looks } from './chip.tsx'

/** Of a post that has one line, and of a line of its text. */
export const LINE = 26
const TEXT = 17

interface Ground {
  fill: string
  line: string
  edge?: string
  dashed?: true
  round: number
}

const accent = { fill: '#dcefe5', line: colours.accent }
const grounds: Readonly<Record<State, Ground>> = {
  scheduled: { fill: accent.fill, line: accent.fill, edge: accent.line, round: 3 },
  draft: { fill: colours.page, line: colours.before, dashed: true, round: 7 },
  waiting: { fill: '#faecce', line: colours.warn, dashed: true, round: 7 },
  publishing: { fill: '#e2ecf9', line: '#e2ecf9', round: 12 },
  published: { fill: '#e2f2dd', line: '#e2f2dd', round: 12 },
  partial: { fill: '#faecce', line: '#faecce', round: 12 },
  failed: { fill: '#fbe6e1', line: colours.danger, round: 0 },
  question: { fill: '#fbe6e1', line: colours.danger, dashed: true, round: 0 },
}
export const inks: Readonly<Record<State, string>> = {
  scheduled: colours.accent,
  draft: colours.muted,
  waiting: colours.warn,
  publishing: colours.info,
  published: colours.good,
  partial: colours.warn,
  failed: colours.danger,
  question: colours.danger,
}

export interface Place {
  x: number
  y: number
  wide: number
}

export function blockHigh(lines: number) {
  return 28 + lines * TEXT + 3
}

function ground({ pen }: Sheet, state: State, { x, y, wide }: Place, tall: number) {
  const { fill, line, edge, dashed, round } = grounds[state]
  pen.beginPath()
  pen.roundRect(x + 0.5, y + 0.5, wide - 1, tall - 1, round)
  pen.fillStyle = fill
  pen.fill()
  pen.strokeStyle = line
  pen.lineWidth = 1
  pen.setLineDash(dashed ? [4, 3] : [])
  pen.stroke()
  pen.setLineDash([])
  if (edge === undefined) return
  pen.fillStyle = edge
  pen.fillRect(x, y, 3.5, tall)
}

/** Its sign, its time and its marks; where the text may begin. */
function head(sheet: Sheet, plan: Plan, entry: Entry, { x, y }: Place, marks: number) {
  const state = stateOf(entry)
  icon(sheet, looks[state].icon, { x: x + 7, y: y + 4, size: 15, colour: inks[state] })
  const time = brief(entry.at, plan.zone)
  sheet.write(time, x + 26, y + 17, { size: 13, weight: 600 })
  let at = x + 26 + sheet.pen.measureText(time).width + 6
  for (const platform of plan.platformsOf(entry).slice(0, marks)) {
    mark(sheet, platform, { x: at, y: y + 4, size: 15 })
    at += 16
  }
  return at + 4
}

/** At the end of its line; how much of it that takes. */
export function warned(sheet: Sheet, entry: Entry, { x, y, wide }: Place) {
  if (!entry.risks?.length) return 0
  icon(sheet, 'warning', { x: x + wide - 20, y: y + 4, size: 15, colour: colours.warn })
  return 18
}

export function chip(sheet: Sheet, plan: Plan, entry: Entry, place: Place) {
  ground(sheet, stateOf(entry), place, LINE - 2)
  const from = head(sheet, plan, entry, place, 3)
  const end = place.x + place.wide - 6 - warned(sheet, entry, place)
  text(sheet, wordsOf(entry), { x: from, y: place.y + 17, wide: end - from }, 1)
}

export function block(sheet: Sheet, plan: Plan, entry: Entry, place: Place, lines: number) {
  ground(sheet, stateOf(entry), place, blockHigh(lines))
  head(sheet, plan, entry, { ...place, y: place.y + 2 }, 5)
  warned(sheet, entry, { ...place, y: place.y + 2 })
  text(sheet, wordsOf(entry), { x: place.x + 8, y: place.y + 40, wide: place.wide - 16 }, lines)
}

export function wordsOf({ excerpt }: Entry) {
  return excerpt.replaceAll(/\s+/g, ' ').trim() || ofCalendar.withoutText
}

/** What runs right to left stands at the right; as the page finds out: by its first letter that runs either way. */
const rightToLeft =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

export function text(sheet: Sheet, said: string, { x, y, wide }: Place, lines: number, size = 13) {
  const { pen, write } = sheet
  const isBack = rightToLeft.test(said)
  pen.direction = isBack ? 'rtl' : 'ltr'
  // What is measured is what is written.
  write('', x, y, { size })
  for (const [index, line] of wrapped(pen, said, wide, lines).entries())
    write(line, isBack ? x + wide : x, y + index * TEXT, {
      size,
      align: isBack ? 'right' : 'left',
    })
  pen.direction = 'ltr'
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Into so many lines at most, between words where that goes; what does not fit ends in dots. */
export function wrapped(pen: CanvasRenderingContext2D, said: string, wide: number, lines: number) {
  const fits = (line: string) => pen.measureText(line).width <= wide
  const done: string[] = []
  let rest = said
  while (rest && done.length < lines) {
    if (fits(rest)) return [...done, rest]
    const isLast = done.length === lines - 1
    let line = ''
    for (const { segment } of letters.segment(rest)) {
      if (!fits(`${line}${segment}${isLast ? '…' : ''}`)) break
      line += segment
    }
    if (isLast) return [...done, `${line.trimEnd()}…`]
    const space = line.lastIndexOf(' ')
    const taken = space > 0 ? line.slice(0, space) : line || rest.slice(0, 1)
    done.push(taken)
    rest = rest.slice(taken.length).trimStart()
  }
  return done
}

interface Spot {
  x: number
  y: number
  size: number
}

export function icon(
  { pen }: Sheet,
  name: IconName,
  { x, y, size, colour }: Spot & { colour: string },
) {
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 24, size / 24)
  pen.strokeStyle = colour
  pen.lineWidth = 1.9
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.stroke(new Path2D(drawings[name]))
  pen.restore()
}

export function mark({ pen }: Sheet, platform: string, { x, y, size }: Spot) {
  const { ground: under, path, solid } = markOf(platform)
  pen.save()
  pen.translate(x, y)
  pen.scale(size / 24, size / 24)
  pen.fillStyle = under
  pen.beginPath()
  pen.roundRect(0, 0, 24, 24, 7)
  pen.fill()
  const drawn = new Path2D(path)
  pen.fillStyle = '#ffffff'
  pen.strokeStyle = '#ffffff'
  pen.lineWidth = solid ? 0.6 : 2
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  if (solid) pen.fill(drawn)
  pen.stroke(drawn)
  pen.restore()
}
