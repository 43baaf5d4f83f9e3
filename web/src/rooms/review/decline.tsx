import { useQueryClient } from '@tanstack/react-query'
import type { Waiting } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { useSay } from '../../ui/said.tsx'

export function Decline({
  post,
  onClose,
  done,
}: {
  post: Waiting
  onClose: () => void
  done?: () => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const form = useForm(
    ({ reason }) =>
      here.crier.declinePost({
        id: post.id,
        updated_at: post.updated_at,
        ...(reason && { reason }),
      }),
    async () => {
      say('Declined')
      onClose()
      done?.()
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
  )
  return (
    <Dialog title="Decline the post" onClose={onClose}>
      <Form form={form} label="Decline the post">
        <TextField
          name="reason"
          label="Why (optional)"
          hint={`Shown to ${post.asked_by?.name ?? 'whoever asked'}. The post stays as a draft.`}
        />
        <Button type="submit" look="danger" busy={form.busy}>
          Decline
        </Button>
      </Form>
    </Dialog>
  )
}
