/** The calendar as one picture, as wide as a slide and as tall as what stands in it. */
import { brief } from '../../calendar/brief.ts'
import { type Entry, stateOf } from '../../calendar/entries.ts'
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
import type { IconName } from '../../ui/icon.tsx'
import { colours, type Sheet, sheetOf } from '../../ui/picture.ts'
import { words as ofCalendar } from '../../words/calendar.ts'
import { day as dayWords, moment, number } from '../../words/format.ts'
import { words } from '../../words/sheet.ts'
import { looks } from './chip.tsx'
import {
  block,
  blockHigh,
  chip,
  icon,
  inks,
  LINE,
  mark,
  type Place,
  text,
  warned,
  wordsOf,
  wrapped,
} from './pen.ts'

const WIDE = 1600
const EDGE = 48
/** Above the days: the period, and what it is of. */
const TOP = 128
const FOOT = 64
const NAMES = 34

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
  if (rest) counted(sheet, rest, { x: x + 7, y: y + posts.length * LINE + 17 })
}

/** How many more there are. */
function counted({ write }: Sheet, rest: number, { x, y }: Omit<Place, 'wide'>, size = 13) {
  write(ofCalendar.more(number(rest)), x, y, { size, weight: 600, colour: colours.muted })
}

/** Lines of a day, of which most weeks need fewer. */
const WEEK_LINES = 60

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
        if (rest) counted(sheet, rest, { x: x + 12, y: top + end - LINE + 17 })
      }
    },
  }
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
          counted(sheet, part.rest, { x: EDGE + 10, y: y + 22 }, 14)
          y += ROW
        }
        y += 14
      }
    },
  }
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

function listed(sheet: Sheet, plan: Plan, entry: Entry, y: number) {
  const { pen, write } = sheet
  const state = stateOf(entry)
  pen.fillStyle = colours.line
  pen.fillRect(EDGE, y, WIDE - 2 * EDGE, 1)
  write(brief(entry.at, plan.zone), EDGE + 10, y + 22, { size: 15, weight: 600 })
  for (const [index, platform] of plan.platformsOf(entry).slice(0, 10).entries())
    mark(sheet, platform, { x: EDGE + 92 + index * 22, y: y + 8, size: 18 })
  text(sheet, wordsOf(entry), { x: EDGE + 320, y: y + 22, wide: 860 }, 1, 15)
  icon(sheet, looks[state].icon, { x: 1260, y: y + 8, size: 17, colour: inks[state] })
  warned(sheet, entry, { x: EDGE, y: y + 4, wide: WIDE - 2 * EDGE })
  write(ofCalendar.states[state], 1284, y + 22, { size: 14, weight: 500, colour: inks[state] })
}
