/** Addresses at which programs for calendars read what is planned: made, taken along once, revoked. */
import type { ListCalendarsAnswer } from '@crier/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountsQuery } from '../../api/queries.ts'
import { type Here, useHere } from '../../shell/here.ts'
import { AccountChoice } from '../../ui/account-choice.tsx'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { rich } from '../../ui/rich.tsx'
import { useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Ago } from '../../ui/time.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/links.ts'

type Calendar = ListCalendarsAnswer['calendars'][number]

const calendarsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'calendars'],
    queryFn: async ({ signal }) => (await crier.listCalendars({}, { signal })).calendars,
  })

/** For owners: whoever has an address reads along. */
export function Calendars() {
  const here = useHere()
  const query = useQuery(calendarsQuery(here))
  const [making, setMaking] = useState(false)
  const [ending, setEnding] = useState<Calendar>()
  return (
    <Section
      title={words.calendars.title}
      lead={words.calendars.lead}
      actions={
        <Button icon="plus" onClick={() => setMaking(true)}>
          {words.calendars.add}
        </Button>
      }
    >
      <Loaded query={query} what={words.calendars.what} rows={1}>
        {(list) =>
          list.length ? (
            <Rows label={words.calendars.title}>
              {list.map((each) => (
                <Row key={each.id} calendar={each} end={() => setEnding(each)} />
              ))}
            </Rows>
          ) : (
            <p className="text-muted">{words.calendars.none}</p>
          )
        }
      </Loaded>
      {making && <New onClose={() => setMaking(false)} reopen={() => setMaking(true)} />}
      {ending && <End calendar={ending} onClose={() => setEnding(undefined)} />}
    </Section>
  )
}

function Row({ calendar, end }: { calendar: Calendar; end: () => void }) {
  const { name, with_text, account_ids, created_at, ended } = calendar
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <p dir="auto" className="font-semibold break-words">
          {name}
        </p>
        <p className="text-sm text-muted">
          {with_text ? words.calendars.texts : words.calendars.timesOnly}
          {' · '}
          {account_ids === null
            ? words.calendars.allAccounts
            : words.calendars.accounts(account_ids.length)}
          {' · '}
          {rich(words.calendars.since, { time: <Ago at={created_at} /> })}
        </p>
        {ended && <p className="text-sm">{words.calendars.gone}</p>}
      </div>
      <Button small look="quiet" aria-label={words.calendars.endNamed(name)} onClick={end}>
        {words.calendars.end}
      </Button>
    </li>
  )
}

function New({ onClose, reopen }: { onClose: () => void; reopen: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const first: { with_text: boolean; account_ids: readonly number[] } = {
    with_text: true,
    account_ids: [],
  }
  const kept = useKeptWords(`${here.id}.calendar.new`, { onClose, reopen }, first)
  const { with_text, account_ids } = kept.choice
  const [url, setUrl] = useState<string>()
  const form = useForm(
    ({ name = '' }) =>
      here.crier.createCalendar({
        name,
        with_text,
        ...(account_ids.length > 0 && { account_ids: [...account_ids] }),
      }),
    async (made) => {
      kept.sent()
      setUrl(made.url)
      await queries.invalidateQueries(calendarsQuery(here))
    },
  )
  if (url !== undefined)
    return (
      <Dialog title={words.calendars.ready} onClose={onClose}>
        <p>{words.calendars.once}</p>
        <Copy text={url} label={words.calendars.address} />
        <Button look="primary" className="justify-self-end" onClick={onClose}>
          {words.calendars.keptIt}
        </Button>
      </Dialog>
    )
  return (
    <Dialog title={words.calendars.add} onClose={kept.close}>
      <KeptForm kept={kept} form={form} label={words.calendars.add} again={common.typed.anew}>
        <TextField name="name" label={common.thing.name} hint={words.calendars.nameHint} required />
        <Switch
          label={words.calendars.withText}
          hint={words.calendars.withTextHint}
          checked={with_text}
          onChecked={(next) => kept.choose({ with_text: next, account_ids })}
        />
        <AccountChoice
          legend={words.calendars.which}
          hint={words.calendars.whichHint}
          accounts={accounts}
          chosen={account_ids}
          setChosen={(next) => kept.choose({ with_text, account_ids: next })}
        />
        <Button type="submit" look="primary" busy={form.busy} className="justify-self-end">
          {words.calendars.make}
        </Button>
      </KeptForm>
    </Dialog>
  )
}

function End({ calendar: { id, name }, onClose }: { calendar: Calendar; onClose: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  return (
    <Confirm
      title={words.calendars.endTitle(name)}
      action={words.calendars.end}
      run={async () => {
        await here.crier.revokeCalendar({ id })
        say(words.calendars.ended(name))
        await queries.invalidateQueries(calendarsQuery(here))
      }}
      onClose={onClose}
    >
      <p>{words.calendars.endText}</p>
    </Confirm>
  )
}
