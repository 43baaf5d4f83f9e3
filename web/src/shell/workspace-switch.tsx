import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ask } from '../api/ask.ts'
import { meQuery } from '../api/queries.ts'
import type { Workspace } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form, useForm } from '../ui/form.tsx'
import { useSay } from '../ui/said.tsx'
import { ownZone } from '../ui/time.tsx'
import { chooseWorkspace } from './chosen.ts'
import { useHere } from './here.ts'
import { common } from '../words/common.ts'

const NEW = 'new'

export function WorkspaceSwitch() {
  const { id, workspaces } = useHere()
  const [making, setMaking] = useState(false)
  const say = useSay()
  const field = useId()
  return (
    <div>
      <label htmlFor={field} className="sr-only">
        {common.thing.workspace}
      </label>
      <select
        id={field}
        className="control font-medium"
        value={id}
        onChange={({ target: { value } }) => {
          if (value === NEW) return setMaking(true)
          chooseWorkspace(Number(value))
          say(
            common.workspaces.nowIn(
              workspaces.find((each) => each.id === Number(value))?.name ?? '',
            ),
          )
        }}
      >
        {workspaces.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
        <option value={NEW}>{common.workspaces.newOne}</option>
      </select>
      {making && (
        <Dialog title={common.workspaces.new} onClose={() => setMaking(false)}>
          <NewWorkspace done={() => setMaking(false)} />
        </Dialog>
      )}
    </div>
  )
}

export function NewWorkspace({ done }: { done: () => void }) {
  const queries = useQueryClient()
  const say = useSay()
  const form = useForm(
    ({ name }) =>
      ask<{ workspace: Workspace }>('POST', '/workspaces', { name, timezone: ownZone() }),
    async ({ workspace }) => {
      await queries.invalidateQueries(meQuery)
      chooseWorkspace(workspace.id)
      done()
      say(common.workspaces.ready(workspace.name))
    },
  )
  return (
    <Form form={form} label={common.workspaces.new}>
      <TextField
        name="name"
        label={common.thing.name}
        required
        hint={common.workspaces.nameHint(ownZone())}
      />
      <Button type="submit" look="primary" busy={form.busy}>
        {common.workspaces.make}
      </Button>
    </Form>
  )
}
