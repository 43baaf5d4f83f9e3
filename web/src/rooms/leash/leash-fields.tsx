/** How far a key or an app goes. Everything is optional: without a limit it may do what its holder may. */
import { useId, useState } from 'react'
import type { Account, Leash } from '../../api/types.ts'
import { Check, TextField } from '../../ui/field.tsx'
import { useErrors } from '../../ui/form.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { whereOf } from '../../ui/where.ts'
import { browserZone } from '../../words/format.ts'
import { actions } from './words.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'

export function LeashFields({
  leash,
  change,
  accounts,
  prefix = '',
}: {
  leash: Leash
  change: (part: Partial<Leash>) => void
  accounts: readonly Account[]
  /** Before each field in what the service says is wrong. */
  prefix?: string
}) {
  return (
    <div className="grid gap-5">
      <Some
        legend={common.thing.accounts}
        all={words.leash.allAccounts}
        options={accounts.map(({ id, name, username, platform }) => ({
          value: id,
          label: name,
          hint: whereOf(platformName(platform), { username }),
        }))}
        chosen={leash.account_ids}
        choose={(account_ids) => change({ account_ids })}
        field={`${prefix}account_ids`}
      />
      <Some
        legend={words.leash.actions}
        all={words.leash.everything}
        options={actions}
        chosen={leash.actions}
        choose={(list) => change({ actions: list })}
        field={`${prefix}actions`}
      />
      <Check
        checked={leash.needs_approval}
        onChange={({ target }) => change({ needs_approval: target.checked })}
        label={words.leash.approval}
        hint={words.leash.approvalHint}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] items-start gap-5">
        <TextField
          name={`${prefix}posts_per_day`}
          label={words.leash.perDay}
          type="number"
          inputMode="numeric"
          min={1}
          placeholder={words.leash.noLimit}
          value={leash.posts_per_day ?? ''}
          onChange={({ target: { value } }) =>
            change({ posts_per_day: value === '' ? null : Math.trunc(Number(value)) })
          }
        />
        <TextField
          name={`${prefix}requests_per_minute`}
          label={words.leash.perMinute}
          type="number"
          inputMode="numeric"
          min={1}
          placeholder={words.leash.noLimit}
          value={leash.requests_per_minute ?? ''}
          onChange={({ target: { value } }) =>
            change({ requests_per_minute: value === '' ? null : Math.trunc(Number(value)) })
          }
        />
        <TextField
          name={`${prefix}expires_at`}
          label={words.leash.ends}
          type="datetime-local"
          hint={words.leash.endsHint(browserZone)}
          value={leash.expires_at === null ? '' : localOf(leash.expires_at)}
          onChange={({ target: { value } }) =>
            change({ expires_at: value === '' ? null : new Date(value).toISOString() })
          }
        />
      </div>
    </div>
  )
}

/** All of a list, or the ones that are ticked. */
function Some<Value extends string | number>({
  legend,
  all,
  options,
  chosen,
  choose,
  field,
}: {
  legend: string
  all: string
  options: readonly { value: Value; label: string; hint: string }[]
  chosen: Value[] | null
  choose: (list: Value[] | null) => void
  field: string
}) {
  const id = useId()
  const texts = useErrors(field)
  return (
    <fieldset className="grid gap-1" aria-describedby={texts.length ? id : undefined}>
      <legend className="text-sm font-medium">{legend}</legend>
      <Check
        label={all}
        checked={chosen === null}
        onChange={({ target }) => choose(target.checked ? null : options.map((each) => each.value))}
      />
      {chosen !== null && (
        <div className="grid border-s-2 border-line ps-4 sm:grid-cols-2 sm:gap-x-4">
          {options.map(({ value, label, hint }) => (
            <Check
              key={value}
              label={label}
              hint={hint}
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                choose(
                  target.checked ? [...chosen, value] : chosen.filter((each) => each !== value),
                )
              }
            />
          ))}
        </div>
      )}
      {texts.length > 0 && (
        <p id={id} className="text-sm text-danger">
          {texts.join(' ')}
        </p>
      )}
    </fieldset>
  )
}

/** As a field for local time wants it. */
function localOf(iso: string) {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** For forms that hold a leash until they are sent. */
export function useLeash(start: Leash) {
  const [leash, setLeash] = useState(start)
  return { leash, change: (part: Partial<Leash>) => setLeash({ ...leash, ...part }) }
}
