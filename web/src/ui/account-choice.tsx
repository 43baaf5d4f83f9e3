/** Some of the workspace's accounts, in the order in which they are chosen. */
import type { Account } from '../api/types.ts'
import { Check, useFieldErrors } from './field.tsx'
import { platformName } from './platform-mark.tsx'
import { whereOf } from './where.ts'

/** `name`: the field in the service's words, where errors of it are told. */
export function AccountChoice({
  name: field = 'account_ids',
  legend,
  hint,
  accounts,
  chosen,
  setChosen,
}: {
  name?: string
  legend: string
  hint?: string
  accounts: readonly Pick<Account, 'id' | 'name' | 'username' | 'platform'>[]
  chosen: readonly number[]
  setChosen: (chosen: readonly number[]) => void
}) {
  const { texts, wiring } = useFieldErrors(field)
  return (
    <fieldset className="grid gap-1" {...wiring}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      <div className="max-h-72 overflow-y-auto rounded-md border border-line px-3 py-1">
        {accounts.map(({ id, name, username, platform }) => (
          <Check
            key={id}
            name={field}
            value={id}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
            label={<bdi>{name}</bdi>}
            hint={whereOf(platformName(platform), { username })}
          />
        ))}
      </div>
      {texts}
    </fieldset>
  )
}
