import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { accountsQuery } from '../../api/queries.ts'
import type { Schedule, Weekday } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Card } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { useSay } from '../../ui/said.tsx'
import { WeekTimes } from '../../ui/week-times.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'

type Entry = Schedule['entries'][number]

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
              label: `${name} (${platformName(platform)})`,
            })),
          ]}
        />
        <WeekTimes
          times={shown}
          disabled={!here.publishes}
          add={(slots) =>
            setEntries([...entries, ...slots.map((slot) => ({ ...slot, account_id: account }))])
          }
          remove={({ weekday, time }) =>
            setEntries(entries.filter((entry) => !same(entry, weekday, time, account)))
          }
        />
        {here.publishes && (
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

function same(entry: Entry, weekday: Weekday, time: string, account: number | null) {
  return entry.weekday === weekday && entry.time === time && entry.account_id === account
}
