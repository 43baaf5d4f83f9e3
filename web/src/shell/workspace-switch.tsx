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
import { roleLabel, useHere } from './here.ts'

const NEW = 'new'

export function WorkspaceSwitch() {
  const { id, workspaces, workspace } = useHere()
  const [making, setMaking] = useState(false)
  const say = useSay()
  const field = useId()
  return (
    <div className="grid gap-1 px-1">
      <label htmlFor={field} className="px-2 text-xs text-muted">
        Workspace
      </label>
      <select
        id={field}
        className="control font-medium"
        value={id}
        onChange={({ target: { value } }) => {
          if (value === NEW) return setMaking(true)
          chooseWorkspace(Number(value))
          say(`Now in ${workspaces.find((each) => each.id === Number(value))?.name ?? ''}`)
        }}
      >
        {workspaces.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
        <option value={NEW}>New workspace …</option>
      </select>
      <p className="px-2 text-xs text-muted">
        You are {roleLabel(workspace.role).toLowerCase()} here.
      </p>
      {making && (
        <Dialog title="New workspace" onClose={() => setMaking(false)}>
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
    ({ name }) => ask<{ workspace: Workspace }>('POST', '/workspaces', { name, timezone: ownZone }),
    async ({ workspace }) => {
      await queries.invalidateQueries(meQuery)
      chooseWorkspace(workspace.id)
      done()
      say(`${workspace.name} is ready`)
    },
  )
  return (
    <Form form={form} label="New workspace">
      <TextField
        name="name"
        label="Name"
        required
        hint={`Accounts, posts and members are its own. Its time zone will be yours, ${ownZone}.`}
      />
      <Button type="submit" look="primary" busy={form.busy}>
        Make it
      </Button>
    </Form>
  )
}
