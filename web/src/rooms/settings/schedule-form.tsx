import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { accountsQuery } from '../../api/queries.ts'
import { type Schedule, type Weekday, weekdays } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card } from '../../ui/page.tsx'
import { useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { day as dateWords } from '../../words/format.ts'
import { words } from '../../words/settings.ts'

type Entry = Schedule['entries'][number]

/** The first of June 2026 was a Monday. */
const dayName = (weekday: Weekday) =>
  dateWords(`2026-06-0${weekdays.indexOf(weekday) + 1}`, 'weekdayWhole')

export function ScheduleForm({ schedule }: { schedule: Schedule }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const [entries, setEntries] = useState(schedule.entries)
  const [account, setAccount] = useState<number | null>(null)
  const shown = entries.filter(({ account_id }) => account_id === account)
  const changed = JSON.stringify(entries) !== JSON.stringify(schedule.entries)
  const form = useForm(
    () =>
      ask<Schedule>('PUT', `/workspaces/${here.id}/schedule`, {
        entries,
        updated_at: schedule.updated_at,
      }),
    async () => {
      say(words.times.saved)
      await queries.invalidateQueries({ queryKey: [here.id, 'schedule'] })
    },
  )
  return (
    <Card>
      <Form form={form} label={common.thing.schedule}>
        <SelectField
          name="account"
          label={words.times.for}
          value={account ?? ''}
          onChange={({ target: { value } }) => setAccount(value === '' ? null : Number(value))}
          hint={words.times.forHint(schedule.timezone)}
          options={[
            { value: '', label: words.times.everyAccount },
            ...accounts.map(({ id, name, platform }) => ({
              value: String(id),
              label: `${name} (${platform})`,
            })),
          ]}
        />
        <fieldset disabled={!here.edits} className="grid gap-3">
          <legend className="sr-only">{words.times.byWeekday}</legend>
          {weekdays.map((weekday) => (
            <Day
              key={weekday}
              weekday={weekday}
              times={shown.filter((entry) => entry.weekday === weekday).map(({ time }) => time)}
              add={(time) => setEntries([...entries, { weekday, time, account_id: account }])}
              remove={(time) =>
                setEntries(entries.filter((entry) => !same(entry, weekday, time, account)))
              }
            />
          ))}
        </fieldset>
        {here.edits && (
          <Button
            type="submit"
            look="primary"
            className="justify-self-start"
            busy={form.busy}
            disabled={!changed}
          >
            {changed ? words.times.save : words.times.nothing}
          </Button>
        )}
      </Form>
    </Card>
  )
}

function Day({
  weekday,
  times,
  add,
  remove,
}: {
  weekday: Weekday
  times: readonly string[]
  add: (time: string) => void
  remove: (time: string) => void
}) {
  const [time, setTime] = useState('09:00')
  const day = dayName(weekday)
  return (
    <div className="grid gap-2 border-t border-line pt-3 sm:grid-cols-[8rem_1fr_auto] sm:items-center">
      <p className="font-medium">{day}</p>
      <ul aria-label={day} className="flex flex-wrap gap-2">
        {times.toSorted().map((each) => (
          <li
            key={each}
            className="inline-flex items-center rounded-full bg-accent-soft ps-3 text-accent-strong"
          >
            {each}
            <button
              type="button"
              aria-label={words.times.remove(day, each)}
              onClick={() => remove(each)}
              className="grid size-9 place-items-center rounded-full hover:bg-sunk"
            >
              <Icon name="cross" className="size-4" />
            </button>
          </li>
        ))}
        {!times.length && <li className="text-sm text-muted">{words.times.none}</li>}
      </ul>
      <div className="flex items-center gap-2">
        <input
          type="time"
          className="control w-auto"
          aria-label={words.times.newTime(day)}
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <Button
          icon="plus"
          aria-label={words.times.addTo(day)}
          onClick={() => time && !times.includes(time) && add(time)}
        >
          {words.times.add}
        </Button>
      </div>
    </div>
  )
}

function same(entry: Entry, weekday: Weekday, time: string, account: number | null) {
  return entry.weekday === weekday && entry.time === time && entry.account_id === account
}
