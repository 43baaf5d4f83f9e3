import { useQuery } from '@tanstack/react-query'
import { scheduleQuery, slotsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Card, Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { Calendars } from './calendars.tsx'
import { Settings } from './frame.tsx'
import { Queues } from './queues.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'

export function ScheduleRoom() {
  const here = useHere()
  const schedule = useQuery(scheduleQuery(here.id))
  const slots = useQuery(slotsQuery(here))
  return (
    <Settings title={common.thing.schedule} lead={words.schedule.lead}>
      <Loaded query={schedule} what={words.schedule.what}>
        {(found) => <ScheduleForm key={here.id} schedule={found} />}
      </Loaded>
      {slots.data && slots.data.slots.length > 0 && (
        <Section title={words.schedule.freeNext}>
          <Card>
            <ul className="grid gap-1">
              {slots.data.slots.map(({ iso }) => (
                <li key={iso}>
                  <At at={iso} workspaceZone={here.workspace.timezone} />
                </li>
              ))}
            </ul>
          </Card>
        </Section>
      )}
      <Queues />
      {here.owns && <Calendars />}
    </Settings>
  )
}
