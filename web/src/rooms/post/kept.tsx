/** What is kept with a post for those who work on it: labels, a note, the id of another program. */
import type { Post } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { postQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, Chips } from '../../ui/chips.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Card } from '../../ui/page.tsx'
import { useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'
import { Words } from './content.tsx'

const MOST = 20

export function Kept({ post }: { post: Post }) {
  const { edits } = useHere()
  const [open, setOpen] = useState(false)
  const { labels, note, external_id } = post
  if (!edits && !labels.length && !note && external_id === null) return null
  return (
    <Card className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>{words.kept.title}</h2>
        {edits && (
          <Button
            small
            icon="pen"
            aria-label={words.kept.edit}
            title={words.kept.edit}
            onClick={() => setOpen(true)}
          />
        )}
      </div>
      {labels.length > 0 && (
        <ul aria-label={words.kept.labels} className="flex flex-wrap gap-1.5">
          {labels.map((label) => (
            <li key={label} className="max-w-full">
              <Link to="/posts" search={{ tab: 'all', label }} className="block rounded-full">
                <Chip word={label} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {note && <Words text={note} />}
      {external_id !== null && (
        <p className="text-sm">
          <span className="text-muted">{words.kept.id}</span>{' '}
          <span className="font-mono break-all">{external_id}</span>
        </p>
      )}
      {!labels.length && !note && external_id === null && (
        <p className="text-sm text-muted">{words.kept.none}</p>
      )}
      {open && <Edit post={post} onClose={() => setOpen(false)} reopen={() => setOpen(true)} />}
    </Card>
  )
}

function Edit({ post, onClose, reopen }: { post: Post; onClose: () => void; reopen: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const kept = useKeptWords(`${here.id}.kept.${post.id}`, { onClose, reopen })
  const [labels, setLabels] = useState<readonly string[]>(post.labels)
  const form = useForm(
    ({ note, external_id }) =>
      here.crier.updatePost({
        id: post.id,
        updated_at: post.updated_at,
        labels: [...labels],
        note: note?.trim() ? note : null,
        external_id: external_id?.trim() || null,
      }),
    async (now) => {
      kept.sent()
      queries.setQueryData(postQuery(here, post.id).queryKey, now)
      onClose()
      say(words.kept.saved)
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
  )
  return (
    <Dialog title={words.kept.edit} onClose={kept.close}>
      <KeptForm
        kept={kept}
        base={post.updated_at}
        form={form}
        label={words.kept.edit}
        again={common.typed.asPost}
      >
        <div className="grid gap-1.5">
          <Chips
            label={words.kept.labels}
            hint={words.kept.labelsHint}
            list={labels}
            max={MOST}
            coloured
            onList={setLabels}
          />
        </div>
        <TextArea
          name="note"
          label={words.kept.note}
          hint={words.kept.noteHint}
          rows={4}
          maxLength={2000}
          defaultValue={post.note ?? ''}
        />
        <TextField
          name="external_id"
          label={words.kept.id}
          hint={words.kept.idHint}
          defaultValue={post.external_id ?? ''}
        />
        <Button type="submit" look="primary" busy={form.busy} className="justify-self-end">
          {words.kept.save}
        </Button>
      </KeptForm>
    </Dialog>
  )
}
