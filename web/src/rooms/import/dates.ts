/** Times as other programs write them, made what the service reads. Pure. */

/** Which of the two numbers of 3/4/2027 is the month. */
export type Order = 'day first' | 'month first'

const yearFirst = /^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(.*)$/
const yearLast = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(.*)$/
const ofDay = /^[T,]?\s*(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?\s*(?:([ap])\.?m\.?)?$/i

/** By what stands in the column; undefined: it may be either, or nothing of it depends on that. */
export function orderOf(cells: readonly string[]): Order | undefined {
  const orders = new Set<Order>()
  for (const cell of cells) {
    const [, first = '', between, second = ''] = yearLast.exec(cell.trim()) ?? []
    if (between === '.' || Number(first) > 12) orders.add('day first')
    else if (Number(second) > 12) orders.add('month first')
  }
  const [only] = orders
  return orders.size === 1 ? only : undefined
}

/** A date of the column that may be either of two days, for somebody to say which. */
export function doubtful(cells: readonly string[]): string | undefined {
  if (orderOf(cells) !== undefined) return undefined
  return cells.map((cell) => cell.trim()).find((cell) => yearLast.test(cell))
}

/** 2027-04-03T09:30, or the cell as it is: the service says what is wrong with it. */
export function timeOf(cell: string, order: Order): string {
  const text = cell.trim()
  const date = dateOf(text, order)
  if (!date) return cell
  const { year, month, day, rest } = date
  const numbers = [month, day].map((each) => each.padStart(2, '0'))
  const clock = clockOf(rest.trim())
  return clock === undefined ? cell : `${year}-${numbers.join('-')}T${clock}`
}

function dateOf(text: string, order: Order) {
  const [, year, month, day, rest = ''] = yearFirst.exec(text) ?? []
  if (year !== undefined && month !== undefined && day !== undefined)
    return { year, month, day, rest }
  const [, first, between, second, last, more = ''] = yearLast.exec(text) ?? []
  if (first === undefined || second === undefined || last === undefined) return undefined
  const isDayFirst = between === '.' || order === 'day first'
  const [ofMonth, ofDays] = isDayFirst ? [second, first] : [first, second]
  return { year: last, month: ofMonth, day: ofDays, rest: more }
}

/** 09:30, of “9:30” and “9:30 am”. */
export function clockOf(text: string): string | undefined {
  const [, hour, minute, half] = ofDay.exec(text) ?? []
  if (hour === undefined || minute === undefined) return undefined
  const written = Number(hour)
  if (half === undefined) return `${hour.padStart(2, '0')}:${minute}`
  if (written < 1 || written > 12) return undefined
  const whole = (written % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(whole).padStart(2, '0')}:${minute}`
}
