/** Accounts that are often posted to together, under a name. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccountSet, setsQuery } from '../../api/publishing.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { AccountChoice } from '../../ui/account-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { calledOf, fullNameOf } from '../../ui/called.ts'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Face } from '../../ui/face.tsx'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { useSay } from '../../ui/said.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { words } from '../../words/accounts.ts'
import { common } from '../../words/common.ts'

type Open = { what: 'change' | 'delete'; set: AccountSet } | { what: 'new' }

export function Sets({ accounts }: { accounts: readonly Account[] }) {
  const here = useHere()
  const sets = useQuery(setsQuery(here))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const remove = useRemove()
  const add = here.publishes && (
    <Button icon="plus" onClick={() => setOpen({ what: 'new' })}>
      {words.sets.add}
    </Button>
  )
  return (
    <Section
      title={words.sets.title}
      lead={words.sets.lead}
      actions={sets.data?.length ? add : null}
    >
      <Loaded query={sets} what={words.sets.what} rows={1}>
        {(all) =>
          all.length ? (
            <Rows label={words.sets.title}>
              {all.map((set) => (
                <Row
                  key={set.id}
                  set={set}
                  accounts={accounts}
                  edits={here.publishes}
                  open={setOpen}
                />
              ))}
            </Rows>
          ) : (
            <Empty icon="people" title={words.sets.none} action={add}>
              {words.sets.noneText}
            </Empty>
          )
        }
      </Loaded>
      {open?.what === 'new' && (
        <Edit accounts={accounts} onClose={close} reopen={() => setOpen(open)} />
      )}
      {open?.what === 'change' && (
        <Edit accounts={accounts} set={open.set} onClose={close} reopen={() => setOpen(open)} />
      )}
      {open?.what === 'delete' && (
        <Confirm
          title={words.sets.removeTitle(open.set.name)}
          action={common.act.delete}
          run={() => remove(open.set)}
          onClose={close}
        >
          <p>{words.sets.removeText}</p>
        </Confirm>
      )}
    </Section>
  )
}

function Row({
  set,
  accounts,
  edits,
  open,
}: {
  set: AccountSet
  accounts: readonly Account[]
  edits: boolean
  open: (open: Open) => void
}) {
  const there = set.account_ids.flatMap((id) => accounts.find((each) => each.id === id) ?? [])
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">
          <bdi>{set.name}</bdi>
        </p>
        <p className="text-sm text-muted">{words.sets.count(there.length)}</p>
      </div>
      <ul aria-label={words.sets.accountsOf(set.name)} className="flex flex-wrap gap-2">
        {there.map(({ id, name, username, avatar_url, platform }) => (
          <li key={id} title={`${calledOf({ username, name })} · ${platformName(platform)}`}>
            <Face name={name} avatar_url={avatar_url} platform={platform} size="small" />
            <span className="sr-only">{fullNameOf({ platform, username, name })}</span>
          </li>
        ))}
      </ul>
      {edits && (
        <div className="flex gap-2">
          <Button
            small
            look="quiet"
            aria-label={words.sets.changeNamed(set.name)}
            onClick={() => open({ what: 'change', set })}
          >
            {common.act.change}
          </Button>
          <Button
            small
            look="quiet"
            aria-label={words.sets.removeNamed(set.name)}
            onClick={() => open({ what: 'delete', set })}
          >
            {common.act.delete}
          </Button>
        </div>
      )}
    </li>
  )
}

function Edit({
  accounts,
  set,
  onClose,
  reopen,
}: {
  accounts: readonly Account[]
  set?: AccountSet
  onClose: () => void
  reopen: () => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const first: readonly number[] = set?.account_ids ?? []
  const kept = useKeptWords(`${here.id}.set.${set?.id ?? 'new'}`, { onClose, reopen }, first)
  const chosen = kept.choice
  const base = set ? JSON.stringify([set.name, first]) : ''
  const form = useForm(
    ({ name = '' }) => {
      const fields = { name, account_ids: [...chosen] }
      return set
        ? here.crier.updateAccountSet({ id: set.id, ...fields })
        : here.crier.createAccountSet(fields)
    },
    async ({ name }) => {
      kept.sent()
      onClose()
      say(words.sets.saved(name))
      await queries.invalidateQueries(setsQuery(here))
    },
  )
  const title = set ? words.sets.changeNamed(set.name) : words.sets.add
  return (
    <Dialog title={title} onClose={kept.close}>
      <KeptForm
        kept={kept}
        base={base}
        form={form}
        label={title}
        again={set ? common.typed.asSaved : common.typed.anew}
      >
        <TextField name="name" label={common.thing.name} required defaultValue={set?.name ?? ''} />
        <AccountChoice
          legend={common.thing.accounts}
          accounts={accounts}
          chosen={chosen}
          setChosen={kept.choose}
        />
        <Button type="submit" look="primary" busy={form.busy} className="justify-self-end">
          {common.act.save}
        </Button>
      </KeptForm>
    </Dialog>
  )
}

function useRemove() {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  return async ({ id, name }: AccountSet) => {
    await here.crier.deleteAccountSet({ id })
    say(words.sets.removed(name))
    await queries.invalidateQueries(setsQuery(here))
  }
}
