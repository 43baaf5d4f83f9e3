import { Check } from '../../ui/field.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'

/** Groups of events, as somebody chooses among them. */
const groups = [
  { type: 'post.*', label: common.thing.posts, hint: words.kinds.posts },
  { type: 'delivery.*', label: words.kinds.deliveries, hint: words.kinds.deliveriesHint },
  { type: 'account.*', label: common.thing.accounts, hint: words.kinds.accounts },
  { type: 'media.*', label: common.thing.media, hint: words.kinds.media },
  { type: 'member.*', label: common.thing.members, hint: words.kinds.members },
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
      <legend className="mb-1 text-sm font-medium">{words.kinds.told}</legend>
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
