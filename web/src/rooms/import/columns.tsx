/** Which column of the table is which field of a post. */
import { words } from '../../words/import.ts'
import { choices, type Column, type Mapping, type Table } from './table.ts'

export function Columns({
  table,
  mapping,
  onMapping,
}: {
  table: Table
  mapping: Mapping
  onMapping: (mapping: Mapping) => void
}) {
  const change = (index: number, field: string) =>
    onMapping(
      // A field is one column: the one that was chosen last.
      mapping.map((before, at) => (at === index ? field : before === field ? '' : before)),
    )
  return (
    <ul
      aria-label={words.import.columns}
      className="divide-y divide-line rounded-lg border border-line bg-card shadow-card"
    >
      {table.head.map((name, index) => (
        <li
          key={index}
          className="grid items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_15rem] sm:px-5"
        >
          <div className="min-w-0">
            <p dir="auto" className="truncate font-medium">
              {name || words.import.unnamed(index + 1)}
            </p>
            <p dir="auto" className="truncate text-sm text-muted">
              {sampleOf(table, index)}
            </p>
          </div>
          <select
            aria-label={words.import.isWhat(name || words.import.unnamed(index + 1))}
            value={mapping[index] ?? ''}
            onChange={({ target }) => change(index, target.value)}
            className="control"
          >
            <option value="">{words.import.leaveOut}</option>
            {choices.map((field) => (
              <option key={field} value={field}>
                {labelOf(field)}
              </option>
            ))}
          </select>
        </li>
      ))}
    </ul>
  )
}

export function labelOf(field: Column) {
  return words.import.fields[field]
}

function sampleOf({ rows }: Table, index: number) {
  return rows.find((row) => row[index]?.trim())?.[index] ?? words.import.emptyColumn
}
