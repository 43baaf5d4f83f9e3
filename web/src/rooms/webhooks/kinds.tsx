import { Check } from '../../ui/field.tsx'

/** Groups of events, as somebody chooses among them. */
const groups = [
  { type: 'post.*', label: 'Posts', hint: 'Made, scheduled, published, failed' },
  { type: 'delivery.*', label: 'Single accounts', hint: 'What became of a post on each' },
  { type: 'account.*', label: 'Accounts', hint: 'Connected, ending, to be connected again' },
  { type: 'media.*', label: 'Media', hint: 'Files that come, change and go' },
  { type: 'member.*', label: 'Members', hint: 'Who comes, goes, and has which role' },
] as const

export type Group = (typeof groups)[number]['type']

/** None that is chosen: everything. */
export function kindsOf(chosen: readonly Group[]) {
  return chosen.length ? [...chosen] : null
}

export function Kinds({
  chosen,
  onChange,
}: {
  chosen: readonly Group[]
  onChange: (chosen: Group[]) => void
}) {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">What it is told (everything, if none)</legend>
      {groups.map(({ type, label, hint }) => (
        <Check
          key={type}
          label={label}
          hint={hint}
          checked={chosen.includes(type)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, type] : chosen.filter((each) => each !== type))
          }
        />
      ))}
    </fieldset>
  )
}
