import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { membersQuery } from '../../api/queries.ts'
import { roles, useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { useSay } from '../../ui/said.tsx'

export function Invite({ onClose }: { onClose: () => void }) {
  const { id } = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const form = useForm(
    async ({ email = '', role = '' }) => {
      await ask('POST', `/workspaces/${id}/invitations`, { email, role })
      return email
    },
    async (email) => {
      await queries.invalidateQueries(membersQuery(id))
      say(`An invitation is on its way to ${email}`)
      onClose()
    },
  )
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form form={form} label="Invite somebody">
        <TextField name="email" label="E-mail" type="email" autoComplete="off" required />
        <SelectField
          name="role"
          label="Role"
          defaultValue="editor"
          options={roles.map(({ value, label, may }) => ({ value, label: `${label}: ${may}` }))}
        />
        <Button type="submit" look="primary" busy={form.busy}>
          Send the invitation
        </Button>
      </Form>
    </Dialog>
  )
}
