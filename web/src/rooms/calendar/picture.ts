/** The calendar as one picture, as wide as a slide and as tall as what stands in it. */
import { type Entry, type State, stateOf } from '../../calendar/entries.ts'
import {
  isAtRisk,
  linesOf,
  type PaperDay,
  type Plan,
  shownOf,
  statesIn,
  textLines,
  weeksOf,
} from '../../calendar/paper.ts'
import { share } from '../../calendar/many.ts'
import { drawings, type IconName } from '../../ui/icon.tsx'
import { colours, type Sheet, sheetOf } from '../../ui/picture.ts'
import { markOf } from '../../ui/platform-mark.tsx'
import { words as ofCalendar } from '../../words/calendar.ts'
import { day as dayWords, moment, number } from '../../words/format.ts'
import { words } from '../../words/sheet.ts'
import { looks } from './chip.tsx'

const WIDE = 1600
const EDGE = 48
/** Above the days: the period, and what it is of. */
const TOP = 128
const FOOT = 64
const NAMES = 34
const LINE = 26

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
const inks: Readonly<Record<State, string>> = {
  scheduled: colours.accent,
  draft: colours.muted,
  waiting: colours.warn,
  publishing: colours.info,
  published: colours.good,
  partial: colours.warn,
  failed: colours.danger,
  question: colours.danger,
}

export function drawCalendar(plan: Plan): HTMLCanvasElement {
  const { high, body } = layouts[plan.view](plan)
  const sheet = sheetOf(WIDE, TOP + high + FOOT)
  if (!sheet) throw new Error('The browser draws nothing.')
  const { write } = sheet
  write(plan.title, EDGE, 68, { size: 34, weight: 680 })
  write(plan.about.join(' · '), EDGE, 98, { size: 17, colour: colours.muted })
  body(sheet)
  const bottom = TOP + high + 38
  const signs: [IconName, string, string][] = [
    ...statesIn(plan.days).map((state): [IconName, string, string] => [
      looks[state].icon,
      ofCalendar.states[state],
      inks[state],
    ]),
    ...(isAtRisk(plan.days)
      ? [['warning', words.risk, colours.warn] as [IconName, string, string]]
      : []),
  ]
  let x = EDGE
  for (const [sign, said, colour] of signs) {
    icon(sheet, sign, { x, y: bottom - 13, size: 16, colour })
    write(said, x + 21, bottom, { size: 14, colour })
    x += 21 + sheet.pen.measureText(said).width + 22
  }
  write(words.made(moment(plan.at, 'momentOfYear', plan.zone)), WIDE - EDGE, bottom, {
    size: 14,
    colour: colours.muted,
    align: 'right',
  })
  return sheet.canvas
}

interface Laid {
  high: number
  body: (sheet: Sheet) => void
}

const layouts: Readonly<Record<Plan['view'], (plan: Plan) => Laid>> = { month, week, list }

const COLUMN = (WIDE - 2 * EDGE) / 7

function month(plan: Plan): Laid {
  const weeks = weeksOf(plan.days)
  const lines = linesOf(weeks, { lines: 10 * weeks.length, least: 3, most: 14 })
  const heights = lines.map((each) => 34 + each * LINE + 6)
  const high = NAMES + heights.reduce((sum, each) => sum + each, 0)
  return {
    high,
    body(sheet) {
      frame(
        sheet,
        high,
        plan.days.slice(0, 7).map(({ date }) => dayWords(date, 'weekdayWhole')),
      )
      let y = TOP + NAMES
      for (const [index, days] of weeks.entries()) {
        const tall = heights[index] ?? 0
        for (const [column, day] of days.entries()) {
          const x = EDGE + column * COLUMN
          const isIn = day.date.startsWith(plan.month)
          cell(sheet, { x, y, tall }, isIn)
          numberOf(sheet, day.date, { x: x + 10, y: y + 23 }, plan.today, isIn)
          lineUp(sheet, plan, day, { x: x + 5, y: y + 34, wide: COLUMN - 10 }, lines[index] ?? 0)
        }
        y += tall
      }
    },
  }
}

function lineUp(sheet: Sheet, plan: Plan, day: PaperDay, { x, y, wide }: Place, lines: number) {
  const { posts, rest } = shownOf(day, lines)
  for (const [index, entry] of posts.entries())
    chip(sheet, plan, entry, { x, y: y + index * LINE, wide })
  if (rest)
    sheet.write(ofCalendar.more(number(rest)), x + 7, y + posts.length * LINE + 17, {
      size: 13,
      weight: 600,
      colour: colours.muted,
    })
}

/** Lines of a day, of which most weeks need fewer. */
const WEEK_LINES = 60
const TEXT = 17

function week(plan: Plan): Laid {
  const measuring = sheetOf(1, 1)
  const linesOfText = (entry: Entry, most: number) => {
    if (!measuring || !most) return 0
    measuring.write('', 0, 0, { size: 13 })
    return wrapped(measuring.pen, wordsOf(entry), COLUMN - 10 - 16, most).length
  }
  const columns = plan.days.map((day) => {
    const most = textLines(day.posts.length + day.more, WEEK_LINES)
    const { posts, rest } = most ? { posts: day.posts, rest: day.more } : shownOf(day, WEEK_LINES)
    let y = 0
    const placed = posts.map((entry) => {
      const lines = linesOfText(entry, most)
      const at = { entry, lines, y }
      y += lines ? blockHigh(lines) + 5 : LINE
      return at
    })
    return { placed, rest, high: y + (rest ? LINE : 0) }
  })
  const high = NAMES + Math.max(280, ...columns.map((each) => each.high)) + 12
  return {
    high,
    body(sheet) {
      frame(
        sheet,
        high,
        plan.days.map(({ date }) => `${dayWords(date, 'weekday')} ${dayWords(date, 'short')}`),
      )
      for (const [index, { placed, rest, high: end }] of columns.entries()) {
        const x = EDGE + index * COLUMN
        cell(sheet, { x, y: TOP + NAMES, tall: high - NAMES }, true)
        const top = TOP + NAMES + 6
        for (const { entry, lines, y } of placed) {
          const at = { x: x + 5, y: top + y, wide: COLUMN - 10 }
          if (lines) block(sheet, plan, entry, at, lines)
          else chip(sheet, plan, entry, at)
        }
        if (rest)
          sheet.write(ofCalendar.more(number(rest)), x + 12, top + end - LINE + 17, {
            size: 13,
            weight: 600,
            colour: colours.muted,
          })
      }
    },
  }
}

function blockHigh(lines: number) {
  return 28 + lines * TEXT + 3
}

/** A canvas has an end. */
const LIST_ROWS = 180
const ROW = 34

function list(plan: Plan): Laid {
  const days = plan.days.filter(({ posts, more }) => posts.length + more > 0)
  const lines = share(
    days.map(({ posts, more }) => posts.length + (more ? 1 : 0)),
    LIST_ROWS,
  )
  const parts = days.map((day, index) => ({ day, ...shownOf(day, lines[index] ?? 0) }))
  const rows = (part: (typeof parts)[number]) => part.posts.length + (part.rest ? 1 : 0)
  const high = Math.max(
    80,
    parts.reduce((sum, part) => sum + 44 + rows(part) * ROW + 14, 0),
  )
  return {
    high,
    body(sheet) {
      const { write } = sheet
      if (!parts.length) write(words.empty, EDGE, TOP + 40, { size: 18, colour: colours.muted })
      let y = TOP
      for (const part of parts) {
        write(dayWords(part.day.date, 'whole'), EDGE, y + 28, { size: 19, weight: 650 })
        y += 44
        for (const entry of part.posts) {
          listed(sheet, plan, entry, y)
          y += ROW
        }
        if (part.rest) {
          write(ofCalendar.more(number(part.rest)), EDGE + 10, y + 22, {
            size: 14,
            weight: 600,
            colour: colours.muted,
          })
          y += ROW
        }
        y += 14
      }
    },
  }
}

interface Place {
  x: number
  y: number
  wide: number
}

function frame({ pen, write }: Sheet, high: number, names: readonly string[]) {
  for (const [index, name] of names.entries())
    write(name, EDGE + index * COLUMN + 10, TOP + 22, {
      size: 14,
      weight: 600,
      colour: colours.muted,
    })
  pen.strokeStyle = colours.line
  pen.lineWidth = 1
  pen.beginPath()
  pen.roundRect(EDGE, TOP, WIDE - 2 * EDGE, high, 10)
  pen.stroke()
}

function cell(
  { pen }: Sheet,
  { x, y, tall }: { x: number; y: number; tall: number },
  isIn: boolean,
) {
  if (!isIn) {
    pen.fillStyle = colours.sunk
    pen.fillRect(x + 0.5, y, COLUMN, tall - 0.5)
  }
  pen.fillStyle = colours.line
  pen.fillRect(x, y, COLUMN, 1)
  if (x > EDGE) pen.fillRect(x, y, 1, tall)
}

function numberOf(
  { pen, write }: Sheet,
  date: string,
  { x, y }: Omit<Place, 'wide'>,
  today: string,
  isIn: boolean,
) {
  const isToday = date === today
  const text = number(Number(date.slice(8)))
  if (isToday) {
    pen.fillStyle = colours.accent
    pen.beginPath()
    pen.arc(x + 8, y - 5, 13, 0, 2 * Math.PI)
    pen.fill()
  }
  write(text, x + 8, y, {
    size: 15,
    weight: isIn ? 600 : 400,
    colour: isToday ? '#ffffff' : isIn ? colours.ink : colours.muted,
    align: 'center',
  })
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
  const time = moment(entry.at, 'time', plan.zone)
  sheet.write(time, x + 26, y + 17, { size: 13, weight: 600 })
  let at = x + 26 + sheet.pen.measureText(time).width + 6
  for (const platform of plan.platformsOf(entry).slice(0, marks)) {
    mark(sheet, platform, { x: at, y: y + 4, size: 15 })
    at += 16
  }
  return at + 4
}

/** At the end of its line; how much of it that takes. */
function warned(sheet: Sheet, entry: Entry, { x, y, wide }: Place) {
  if (!entry.risks?.length) return 0
  icon(sheet, 'warning', { x: x + wide - 20, y: y + 4, size: 15, colour: colours.warn })
  return 18
}

function chip(sheet: Sheet, plan: Plan, entry: Entry, place: Place) {
  ground(sheet, stateOf(entry), place, LINE - 2)
  const from = head(sheet, plan, entry, place, 3)
  const end = place.x + place.wide - 6 - warned(sheet, entry, place)
  text(sheet, wordsOf(entry), { x: from, y: place.y + 17, wide: end - from }, 1)
}

function block(sheet: Sheet, plan: Plan, entry: Entry, place: Place, lines: number) {
  ground(sheet, stateOf(entry), place, blockHigh(lines))
  head(sheet, plan, entry, { ...place, y: place.y + 2 }, 5)
  warned(sheet, entry, { ...place, y: place.y + 2 })
  text(sheet, wordsOf(entry), { x: place.x + 8, y: place.y + 40, wide: place.wide - 16 }, lines)
}

function listed(sheet: Sheet, plan: Plan, entry: Entry, y: number) {
  const { pen, write } = sheet
  const state = stateOf(entry)
  pen.fillStyle = colours.line
  pen.fillRect(EDGE, y, WIDE - 2 * EDGE, 1)
  write(moment(entry.at, 'time', plan.zone), EDGE + 10, y + 22, { size: 15, weight: 600 })
  for (const [index, platform] of plan.platformsOf(entry).slice(0, 10).entries())
    mark(sheet, platform, { x: EDGE + 92 + index * 22, y: y + 8, size: 18 })
  text(sheet, wordsOf(entry), { x: EDGE + 320, y: y + 22, wide: 860 }, 1, 15)
  icon(sheet, looks[state].icon, { x: 1260, y: y + 8, size: 17, colour: inks[state] })
  warned(sheet, entry, { x: EDGE, y: y + 4, wide: WIDE - 2 * EDGE })
  write(ofCalendar.states[state], 1284, y + 22, { size: 14, weight: 500, colour: inks[state] })
}

function wordsOf({ excerpt }: Entry) {
  return excerpt.replaceAll(/\s+/g, ' ').trim() || ofCalendar.withoutText
}

/** What runs right to left stands at the right; as the page finds out: by its first letter that runs either way. */
const rightToLeft =
  /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

function text(sheet: Sheet, said: string, { x, y, wide }: Place, lines: number, size = 13) {
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
function wrapped(pen: CanvasRenderingContext2D, said: string, wide: number, lines: number) {
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

function icon({ pen }: Sheet, name: IconName, { x, y, size, colour }: Spot & { colour: string }) {
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

function mark({ pen }: Sheet, platform: string, { x, y, size }: Spot) {
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
