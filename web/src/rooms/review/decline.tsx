import { useQueryClient } from '@tanstack/react-query'
import type { Waiting } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { useSay } from '../../ui/said.tsx'
import { words } from '../../words/posts.ts'

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
      say(words.line.declined)
      onClose()
      done?.()
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
  )
  return (
    <Dialog title={words.decline.title} onClose={onClose}>
      <Form form={form} label={words.decline.title}>
        <TextField
          name="reason"
          label={words.decline.why}
          hint={words.decline.hint(post.asked_by?.name ?? words.decline.whoever)}
        />
        <Button type="submit" look="danger" busy={form.busy}>
          {words.decline.submit}
        </Button>
      </Form>
    </Dialog>
  )
}
