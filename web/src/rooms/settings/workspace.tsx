import { useQueryClient } from '@tanstack/react-query'
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
import { zones } from './zones.ts'

export function WorkspaceRoom() {
  const { id, workspace, owns } = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const form = useForm(
    ({ name, timezone, in_doubt }) => ask('PUT', `/workspaces/${id}`, { name, timezone, in_doubt }),
    async () => {
      await queries.invalidateQueries(meQuery)
      await queries.invalidateQueries({ queryKey: [id] })
      say('The workspace is saved')
    },
  )
  return (
    <Settings title="Workspace">
      {!owns && <Notice kind="warn">Owners change this. You see how it is set.</Notice>}
      <Card>
        <Form key={id} form={form} label="Workspace" className="grid max-w-lg gap-5">
          <fieldset disabled={!owns} className="grid gap-5">
            <TextField name="name" label="Name" required defaultValue={workspace.name} />
            <SelectField
              name="timezone"
              label="Time zone"
              defaultValue={workspace.timezone}
              options={zones(workspace.timezone).map((zone) => ({ value: zone, label: zone }))}
              hint={`Days, slots and daily limits follow it. You are in ${ownZone}.`}
            />
            <SelectField
              name="in_doubt"
              label="When a platform’s answer is lost"
              defaultValue={workspace.in_doubt}
              options={[
                { value: 'look_then_send', label: 'Look, and send again if it is not there' },
                { value: 'ask', label: 'Look, and ask a person' },
              ]}
              hint="Looking comes first either way. A post may say otherwise."
            />
            {owns && (
              <Button type="submit" className="justify-self-start" busy={form.busy}>
                Save
              </Button>
            )}
          </fieldset>
        </Form>
      </Card>
    </Settings>
  )
}
