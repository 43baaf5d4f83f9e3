import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words as decidedWords } from '../../words/decided.ts'
import { words } from '../../words/posts.ts'
import { type Answerable, DecidedMeanwhile, typedName, useDecided } from './decided.tsx'

export function Decline({
  post,
  onClose,
  reopen,
  done,
}: {
  post: Answerable
  onClose: () => void
  reopen: () => void
  done: () => void
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const typed = useKeptWords(typedName(here, post.id, 'decline'), { onClose, reopen })
  const declining = useForm(
    ({ reason }) =>
      here.crier.declinePost({
        id: post.id,
        updated_at: post.updated_at,
        ...(reason && { reason }),
      }),
    async () => {
      typed.sent()
      say(words.line.declined)
      onClose()
      done()
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
  )
  const [copied, setCopied] = useState(false)
  const copying = useForm(
    async ({ reason = '' }) => navigator.clipboard.writeText(reason),
    () => {
      setCopied(true)
      say(common.copy.copied)
    },
  )
  // What is on its way from here is answered here.
  const decided = useDecided(post.id) && !declining.busy
  const form = decided ? copying : declining
  return (
    <Dialog title={words.decline.title} onClose={typed.close}>
      <DecidedMeanwhile id={post.id} decided={decided} />
      <Form
        form={form}
        label={words.decline.title}
        keep={{ name: typed.name, base: post.updated_at }}
      >
        <TextField
          name="reason"
          label={words.decline.why}
          hint={words.decline.hint(post.asked_by?.name ?? words.decline.whoever)}
        />
        <Button type="submit" look={decided ? 'secondary' : 'danger'} busy={form.busy}>
          {copied ? common.copy.copied : decided ? decidedWords.copy : words.decline.submit}
        </Button>
      </Form>
    </Dialog>
  )
}
