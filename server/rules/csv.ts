/** Tables as text (RFC 4180): read as spreadsheets save them, written so that spreadsheets open them. Pure. */
import { CsvError, parse } from 'csv-parse/sync'

/** A program for tables knows by it that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a cell must not begin with: a program for tables would carry it out. Behind any number of our own marks. */
const carriedOut = /^'*[=+\-@＝＋－＠\t\r\n]/

/** One line. A text that would be carried out as a formula gets a `'` in front of it, which `cellsOf` takes away again. */
export function lineOf(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => quoted(guarded(cell ?? ''))).join(',')}\r\n`
}

function guarded(text: string) {
  return carriedOut.test(text) ? `'${text}` : text
}

function quoted(text: string) {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The records, each as its cells, no more than `most`; or why this is no table, by its line. */
export function cellsOf(whole: string, most: number): string[][] | { error: string } {
  const { said, text } = opened(whole)
  if (said !== undefined && !delimiters.includes(said))
    return {
      error: `The line “sep=” names “${said}”: put a comma, semicolon, tab or | between cells.`,
    }
  try {
    const records = parse(text, {
      bom: true,
      delimiter: said ?? delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: most,
    })
    return records.map((cells) =>
      cells.map((cell) => (cell.startsWith("'") && carriedOut.test(cell) ? cell.slice(1) : cell)),
    )
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const reason = reasons[error.code] ?? 'Write a table as RFC 4180 has it.'
    const line = Number(error['lines']) + (said === undefined ? 0 : 1)
    return { error: `${reason} (Line ${line}.)` }
  }
}

const reasons: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'Close the last quote: the table ends inside of it.',
  INVALID_OPENING_QUOTE:
    'Put quotes around the whole cell, and write a quote inside of it twice: "He said ""hi""".',
  CSV_INVALID_CLOSING_QUOTE:
    'Put quotes around the whole cell, and write a quote inside of it twice: "He said ""hi""".',
}

const delimiters = [',', ';', '\t', '|']
/** Those that nothing has to say. */
const usual = delimiters.slice(0, 3)

/** Programs for tables read by such a first line what stands between cells, and show no row of it: none counts it. */
function opened(whole: string): { said?: string; text: string } {
  const [line, , said] = /^\uFEFF?("?)sep=(.)\1(?:\r\n|[\r\n]|$)/i.exec(whole) ?? []
  return line !== undefined && said !== undefined
    ? { said, text: whole.slice(line.length) }
    : { text: whole }
}

/** By the first line: where a comma stands in numbers, programs for tables write semicolons between cells. */
function delimiterOf(text: string) {
  const end = text.search(/[\r\n]/)
  const names = (end === -1 ? text : text.slice(0, end)).replaceAll(/"[^"]*"/g, '')
  const counts = usual.map((each) => names.split(each).length)
  return usual[counts.indexOf(Math.max(...counts))] ?? ','
}

/** As programs for tables name a cell: B7 is column 1 of row 7. */
export function cellName(column: number, row: number): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return `${letters}${row}`
}
