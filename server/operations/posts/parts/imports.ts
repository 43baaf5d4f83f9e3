/** From a table to posts as schedule_post takes them over REST, and what is wrong back to the cells in which it stands. */
import { cellName, cellsOf } from '#rules/csv.ts'
import { limits } from '#rules/limits.ts'
import { wrong } from '#rules/problem.ts'
import { asIs, columns } from './columns.ts'
import { type Known, sayQueues, saySets, sayThem } from './named-accounts.ts'

export interface Line {
  /** As a program for tables counts: the names of the columns are row 1. */
  row: number
  fields: Record<string, unknown>
  /** What is wrong with cells before anything is asked of them, by column. */
  wrong: Record<string, string>
  /** Where each column stands. */
  places: ReadonlyMap<string, number>
}

/** Empty lines are rows, too, and no posts. */
const LINES = 5_000

/** `timezone`: of rows that name none. Throws what is wrong with the table as a whole. */
export function linesOf(csv: string, timezone: string | undefined, known: Known): Line[] {
  const records = cellsOf(csv, LINES + 1)
  if ('error' in records) throw wrong('csv', records.error)
  if (records.length > LINES) throw wrong('csv', `At most ${LINES} lines, empty ones included.`)
  const [names = [], ...rest] = records
  const places = placesOf(names.map((name) => name.trim().toLowerCase()))
  const lines = rest.flatMap((cells, at) => {
    if (!cells.some((cell) => cell.trim())) return []
    return [lineOf({ cells, row: at + 2, places, timezone }, known)]
  })
  if (!lines.length) throw wrong('csv', 'Write at least one row below the names of the columns.')
  if (lines.length > limits.posts_per_batch)
    throw wrong('csv', `At most ${limits.posts_per_batch} rows; cut the table into several.`)
  return lines
}

function placesOf(names: readonly string[]): Map<string, number> {
  const places = new Map(names.flatMap((name, at) => (name ? [[name, at] as const] : [])))
  const unknown = [...places.keys()].filter((name) => !Object.hasOwn(columns, name))
  if (unknown.length) {
    const which = unknown.slice(0, 10).map((name) => `“${name.slice(0, 50)}”`)
    throw wrong(
      'csv',
      `Row 1 names the columns, and none is called ${which.join(', ')}. Known: ${Object.keys(columns).join(', ')}.`,
    )
  }
  const twice = names.find((name, at) => name && places.get(name) !== at)
  if (twice) throw wrong('csv', `Row 1 names the column ${twice} twice.`)
  const to = ['social_account_ids', 'account_set_ids']
  const missing = [
    ...(places.has('content') ? [] : ['content']),
    ...(to.some((name) => places.has(name)) ? [] : [to.join(' or ')]),
  ]
  if (missing.length) throw wrong('csv', `Row 1 lacks a column: ${missing.join(', ')}.`)
  return places
}

function lineOf(
  {
    cells,
    row,
    places,
    timezone,
  }: {
    cells: readonly string[]
    row: number
    places: ReadonlyMap<string, number>
    timezone: string | undefined
  },
  known: Known,
): Line {
  const line: Line = { row, fields: { content: '' }, wrong: {}, places }
  if (timezone !== undefined) line.fields['timezone'] = timezone
  for (const [name, at] of places) {
    const cell = cells[at] ?? ''
    const read = columns[name]?.read
    if (!read || !(read === asIs ? cell : cell.trim())) continue
    const found = read(cell, known)
    if ('wrong' in found) {
      line.wrong[name] = found.wrong
      // As it stands there: that it is there is not what is wrong.
      line.fields[name] = cell
    } else line.fields[name] = found.value
  }
  const beyond = cells.findIndex((cell, at) => at >= lastOf(places) && cell.trim())
  if (beyond !== -1)
    line.wrong[cellName(beyond, row)] =
      `This cell has no column: put quotes around cells with a comma.`
  return line
}

function lastOf(places: ReadonlyMap<string, number>) {
  return Math.max(...places.values()) + 1
}

/** The errors of a row, by cell; null: it has no such column. */
export function inCells(
  errors: Readonly<Record<string, readonly string[]>>,
  line: Line,
  known: Known,
) {
  const cells = Object.entries(errors).flatMap(([field, texts]) => {
    const column = field.split('.')[0] ?? field
    if (Object.hasOwn(line.wrong, column)) return []
    const at = line.places.get(column)
    const others = allowed(column, known).filter(
      (each) => !texts.some((told) => told.includes(each)),
    )
    const text = [...texts, ...others]
    return [
      { cell: at === undefined ? null : cellName(at, line.row), column, text: text.join(' ') },
    ]
  })
  const unread = Object.entries(line.wrong).map(([column, text]) => {
    const at = line.places.get(column)
    return at === undefined
      ? { cell: column, column: null, text }
      : { cell: cellName(at, line.row), column, text }
  })
  const order = [...line.places.keys()]
  const placeOf = ({ column }: { column: string | null }) => order.indexOf(column ?? '')
  return [...unread, ...cells].toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** What could stand there instead. */
function allowed(column: string, { accounts, sets, queues }: Known) {
  if (column === 'queue') return [sayQueues(queues)]
  if (column === 'social_account_ids') return [sayThem(accounts)]
  return column === 'account_set_ids' ? [saySets(sets)] : []
}
