import { CrierError } from '@crier/sdk'
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
  // Somebody else saved meanwhile: what was added and taken away here is, of theirs.
  const [base, setBase] = useState(schedule)
  if (base !== schedule) {
    setBase(schedule)
    setEntries(rebased(entries, base.entries, schedule.entries))
  }
  const changed = JSON.stringify(entries) !== JSON.stringify(schedule.entries)
  const form = useForm(
    async () => {
      try {
        const wish = { entries, updated_at: schedule.updated_at }
        return await ask<Schedule>('PUT', `/workspaces/${here.id}/schedule`, wish)
      } catch (error) {
        if (error instanceof CrierError && error.code === 'schedule_changed')
          await queries.invalidateQueries({ queryKey: [here.id, 'schedule'] })
        throw error
      }
    },
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

function rebased(mine: readonly Entry[], was: readonly Entry[], now: readonly Entry[]): Entry[] {
  const isIn = (list: readonly Entry[], { weekday, time, account_id }: Entry) =>
    list.some((each) => same(each, weekday, time, account_id))
  const kept = now.filter((each) => !isIn(was, each) || isIn(mine, each))
  return [...kept, ...mine.filter((each) => !isIn(was, each) && !isIn(now, each))]
}

function same(entry: Entry, weekday: Weekday, time: string, account: number | null) {
  return entry.weekday === weekday && entry.time === time && entry.account_id === account
}
