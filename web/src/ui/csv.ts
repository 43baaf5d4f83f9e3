/** Rows as RFC 4180 has them; what a spreadsheet would carry out stands as text. Pure. */
type Cell = string | number | null

export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]) {
  return [head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n'
}

function cell(value: Cell) {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
