import { useQueryClient } from '@tanstack/react-query'
import type { Waiting } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { useSay } from '../../ui/said.tsx'
import { forgetTyped, typedBefore } from '../../ui/typed.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

export function Decline({
  post,
  onClose,
  reopen,
  done,
}: {
  post: Waiting
  onClose: () => void
  reopen: () => void
  done?: () => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const name = `${here.id}.review.${post.id}.decline`
  const close = () => {
    onClose()
    if (typedBefore(name))
      say(common.typed.kept, { action: { label: common.typed.goOn, run: reopen } })
  }
  const form = useForm(
    ({ reason }) =>
      here.crier.declinePost({
        id: post.id,
        updated_at: post.updated_at,
        ...(reason && { reason }),
      }),
    async () => {
      forgetTyped(name)
      say(words.line.declined)
      onClose()
      done?.()
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
  )
  return (
    <Dialog title={words.decline.title} onClose={close}>
      <Form form={form} label={words.decline.title} keep={{ name, base: post.updated_at }}>
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
