import { useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { membersQuery } from '../../api/queries.ts'
import { roles, useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'

export function Invite({ onClose, reopen }: { onClose: () => void; reopen: () => void }) {
  const { id } = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const kept = useKeptWords(`${id}.invitation`, { onClose, reopen }, 'editor')
  const role = kept.choice
  const form = useForm(
    async ({ email = '' }) => {
      await ask('POST', `/workspaces/${id}/invitations`, { email, role })
      return email
    },
    async (email) => {
      kept.sent()
      await queries.invalidateQueries(membersQuery(id))
      say(words.invite.sent(email))
      onClose()
    },
  )
  return (
    <Dialog title={words.invite.title} onClose={kept.close}>
      <KeptForm kept={kept} form={form} label={words.invite.title} again={common.typed.anew}>
        <TextField
          name="email"
          label={common.thing.email}
          type="email"
          autoComplete="off"
          required
        />
        <SelectField
          name="role"
          label={words.invite.role}
          value={role}
          onChange={({ target }) => kept.choose(target.value)}
          hint={roles.find(({ value }) => value === role)?.may}
          options={roles}
        />
        <Button type="submit" look="primary" busy={form.busy}>
          {words.invite.send}
        </Button>
      </KeptForm>
    </Dialog>
  )
}
