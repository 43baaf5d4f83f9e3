import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ask } from '../../api/ask.ts'
import { meQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/page.tsx'
import { useSay } from '../../ui/said.tsx'
import { ownZone } from '../../ui/time.tsx'
import { Settings } from './frame.tsx'
import { Labels } from './labels.tsx'
import { Utm } from './utm.tsx'
import { zones } from './zones.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'

const DeleteWorkspace = lazy(() =>
  import('./delete-workspace.tsx').then((module) => ({ default: module.DeleteWorkspace })),
)

export function WorkspaceRoom() {
  const { id, workspace, owns } = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const form = useForm(
    ({ name, timezone, in_doubt }) => ask('PUT', `/workspaces/${id}`, { name, timezone, in_doubt }),
    async () => {
      await queries.invalidateQueries(meQuery)
      await queries.invalidateQueries({ queryKey: [id] })
      say(words.workspace.saved)
    },
  )
  return (
    <Settings title={common.thing.workspace}>
      {!owns && <Notice kind="warn">{words.workspace.owners}</Notice>}
      <Card>
        <Form key={id} form={form} label={common.thing.workspace} className="grid max-w-lg gap-5">
          <fieldset disabled={!owns} className="grid gap-5">
            <TextField
              name="name"
              label={common.thing.name}
              required
              defaultValue={workspace.name}
            />
            <SelectField
              name="timezone"
              label={words.workspace.zone}
              defaultValue={workspace.timezone}
              options={zones(workspace.timezone).map((zone) => ({ value: zone, label: zone }))}
              hint={words.workspace.zoneHint(ownZone())}
            />
            <SelectField
              name="in_doubt"
              label={words.workspace.inDoubt}
              defaultValue={workspace.in_doubt}
              options={[
                { value: 'look_then_send', label: words.workspace.lookAndSend },
                { value: 'ask', label: words.workspace.lookAndAsk },
              ]}
              hint={words.workspace.inDoubtHint}
            />
            {owns && (
              <Button type="submit" className="justify-self-start" busy={form.busy}>
                {common.act.save}
              </Button>
            )}
          </fieldset>
        </Form>
      </Card>
      <Labels />
      <Utm />
      <Suspense>
        <DeleteWorkspace />
      </Suspense>
    </Settings>
  )
}
