/** From the table of another program to one that the service knows: addresses become files, links stand in texts, a date and an hour become a time. Pure. */
import { clockOf, type Order, timeOf } from './dates.ts'
import { type Mapping, type Table } from './table.ts'

export interface Wanted {
  /** Of every row, where no column says it. */
  accounts: readonly number[]
  order: Order
  /** Which file an address became. */
  files: ReadonlyMap<string, number>
}

/** What stands in the column, by rows. */
function cellsOf({ rows }: Table, mapping: Mapping, field: string): string[] {
  const at = mapping.indexOf(field)
  return at < 0 ? [] : rows.map((row) => row[at] ?? '')
}

/** As several programs write them in one cell. */
export function addressesIn(cell: string): string[] {
  return cell.split(/[\s,;|]+/).filter((word) => word !== '')
}

/** Wherever a row may say when. */
export function timesOf(table: Table, mapping: Mapping): string[] {
  return timeFields.flatMap((field) => cellsOf(table, mapping, field))
}

const timeFields = ['when', 'scheduled_at']

export function addressesOf(table: Table, mapping: Mapping): string[] {
  return [...new Set(cellsOf(table, mapping, 'media_urls').flatMap(addressesIn))]
}

export function prepared(
  table: Table,
  mapping: Mapping,
  { accounts, order, files }: Wanted,
): { table: Table; mapping: Mapping } {
  const at = (field: string) => mapping.indexOf(field)
  const [text, link, urls, ids] = ['content', 'link', 'media_urls', 'media_ids'].map(at) as [
    number,
    number,
    number,
    number,
  ]
  const times = timeFields.map(at)
  const [day, clock] = [at('scheduled_at'), at('clock')]
  const toAll = accounts.length > 0 && at('social_account_ids') < 0 && at('account_set_ids') < 0
  const rows = table.rows.map((row) => {
    const isEmpty = !row.some((cell) => cell.trim())
    const cells = row.map((cell, index) => {
      if (index === day) return timeOf(withClock(cell, row[clock] ?? ''), order)
      if (times.includes(index)) return timeOf(cell, order)
      return index === text ? withLink(cell, row[link] ?? '') : cell
    })
    const found = addressesIn(row[urls] ?? '').map((url) => String(files.get(url) ?? url))
    return [
      ...table.head.map((_, index) => cells[index] ?? ''),
      [row[ids] ?? '', ...found].filter(Boolean).join(' '),
      // A row without anything in it stays one.
      isEmpty ? '' : accounts.join(' '),
    ]
  })
  const own = mapping.map((field, index) => {
    const isJoined = index === link || index === urls || index === clock
    return isJoined || (index === ids && urls >= 0) ? '' : field
  })
  return {
    table: { head: [...table.head, '', ''], rows },
    mapping: [...own, urls < 0 ? '' : 'media_ids', toAll ? 'social_account_ids' : ''],
  }
}

/** A date, and the hour that another column has for it. */
function withClock(cell: string, hour: string) {
  const clock = clockOf(hour.trim()) ?? hour.trim()
  return cell.trim() && clock ? `${cell.trim()} ${clock}` : cell
}

/** Below the text, unless it says it already. */
function withLink(text: string, link: string) {
  const address = link.trim()
  if (!address || text.includes(address)) return text
  return text.trim() ? `${text.trimEnd()}\n\n${address}` : address
}
