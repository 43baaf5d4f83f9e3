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

type Entry = Schedule['entries'][number]

const dayNames: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

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
      say('The schedule is saved')
      await queries.invalidateQueries({ queryKey: [here.id, 'schedule'] })
    },
  )
  return (
    <Card>
      <Form form={form} label="Posting schedule">
        <SelectField
          name="account"
          label="Times for"
          value={account ?? ''}
          onChange={({ target: { value } }) => setAccount(value === '' ? null : Number(value))}
          hint={`In the workspace’s zone, ${schedule.timezone}. An account with times of its own uses only these.`}
          options={[
            { value: '', label: 'Every account that has no times of its own' },
            ...accounts.map(({ id, name, platform }) => ({
              value: String(id),
              label: `${name} (${platform})`,
            })),
          ]}
        />
        <fieldset disabled={!here.edits} className="grid gap-3">
          <legend className="sr-only">Times by weekday</legend>
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
            {changed ? 'Save the schedule' : 'Nothing to save'}
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
  const day = dayNames[weekday]
  return (
    <div className="grid gap-2 border-t border-line pt-3 sm:grid-cols-[8rem_1fr_auto] sm:items-center">
      <p className="font-medium">{day}</p>
      <ul aria-label={day} className="flex flex-wrap gap-2">
        {times.toSorted().map((each) => (
          <li
            key={each}
            className="inline-flex items-center rounded-full bg-accent-soft pl-3 text-accent-strong"
          >
            {each}
            <button
              type="button"
              aria-label={`Remove ${day} ${each}`}
              onClick={() => remove(each)}
              className="grid size-9 place-items-center rounded-full hover:bg-sunk"
            >
              <Icon name="cross" className="size-4" />
            </button>
          </li>
        ))}
        {!times.length && <li className="text-sm text-muted">None</li>}
      </ul>
      <div className="flex items-center gap-2">
        <input
          type="time"
          className="control w-auto"
          aria-label={`New time on ${day}`}
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <Button
          icon="plus"
          aria-label={`Add to ${day}`}
          onClick={() => time && !times.includes(time) && add(time)}
        >
          Add
        </Button>
      </div>
    </div>
  )
}

function same(entry: Entry, weekday: Weekday, time: string, account: number | null) {
  return entry.weekday === weekday && entry.time === time && entry.account_id === account
}
