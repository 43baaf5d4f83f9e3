/** The labels of all posts: how many have each, and one word in the place of another, everywhere. */
import type { ListLabelsAnswer } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { labelsQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog, FormEnd } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form.tsx'
import { KeptForm } from '../../ui/kept-form.tsx'
import { useKeptWords } from '../../ui/kept-words.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { useSay } from '../../ui/said.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/links.ts'

type Label = ListLabelsAnswer['labels'][number]
interface Open {
  what: 'rename' | 'delete'
  label: string
}

export function Labels() {
  const here = useHere()
  const query = useQuery(labelsQuery(here))
  const [open, setOpen] = useState<Open>()
  const onClose = () => setOpen(undefined)
  return (
    <Section title={words.labels.title} lead={words.labels.lead}>
      <Loaded query={query} what={words.labels.what} rows={1}>
        {(labels) =>
          labels.length ? (
            <Rows label={words.labels.title}>
              {labels.map((each) => (
                <Row key={each.label} label={each} edits={here.publishes} open={setOpen} />
              ))}
            </Rows>
          ) : (
            <Empty icon="pen" title={words.labels.none}>
              {words.labels.noneText}
            </Empty>
          )
        }
      </Loaded>
      {open?.what === 'rename' && (
        <Rename
          label={open.label}
          known={query.data ?? []}
          onClose={onClose}
          reopen={() => setOpen(open)}
        />
      )}
      {open?.what === 'delete' && <Remove label={open.label} onClose={onClose} />}
    </Section>
  )
}

function Row({
  label: { label, posts, scheduled, has_utm_template },
  edits,
  open,
}: {
  label: Label
  edits: boolean
  open: (open: Open) => void
}) {
  const facts = [
    words.labels.posts(posts),
    ...(scheduled ? [words.labels.scheduled(scheduled)] : []),
    ...(has_utm_template ? [words.labels.parameters] : []),
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <Link
          to="/posts"
          search={{ tab: 'all', label }}
          className="link font-semibold wrap-anywhere"
        >
          <bdi>{label}</bdi>
        </Link>
        <p className="text-sm text-muted">{facts.join(' · ')}</p>
      </div>
      {edits && (
        <div className="flex gap-2">
          <Button
            small
            look="quiet"
            aria-label={words.labels.renameNamed(label)}
            onClick={() => open({ what: 'rename', label })}
          >
            {words.labels.rename}
          </Button>
          <Button
            small
            look="quiet"
            aria-label={words.labels.removeNamed(label)}
            onClick={() => open({ what: 'delete', label })}
          >
            {common.act.delete}
          </Button>
        </div>
      )}
    </li>
  )
}

function Rename({
  label,
  known,
  onClose,
  reopen,
}: {
  label: string
  known: readonly Label[]
  onClose: () => void
  reopen: () => void
}) {
  const here = useHere()
  const said = useDone(onClose)
  const { left, through } = useToItsEnd()
  const kept = useKeptWords(`${here.id}.label.${label}`, { onClose, reopen }, label)
  const fresh = kept.choice
  const form = useForm(
    ({ new_label = '' }) => through(() => here.crier.renameLabel({ label, new_label })),
    async () => {
      kept.sent()
      await said(words.labels.renamed(label, fresh.trim()))
    },
  )
  const merges = fresh.trim() !== label && known.some((each) => each.label === fresh.trim())
  return (
    <Dialog title={words.labels.renameNamed(label)} onClose={kept.close}>
      <KeptForm
        kept={kept}
        base={label}
        form={form}
        label={words.labels.renameNamed(label)}
        again={common.typed.asSaved}
      >
        <TextField
          name="new_label"
          label={words.labels.fresh}
          hint={words.labels.freshHint}
          required
          defaultValue={label}
          onChange={({ target }) => kept.choose(target.value)}
        />
        {merges && <Notice kind="warn">{words.labels.mergeText(label)}</Notice>}
        <Left posts={left} />
        <FormEnd
          action={merges ? words.labels.merge : words.labels.rename}
          busy={form.busy}
          onClose={kept.close}
        />
      </KeptForm>
    </Dialog>
  )
}

function Remove({ label, onClose }: { label: string; onClose: () => void }) {
  const here = useHere()
  const said = useDone(onClose)
  const { left, through } = useToItsEnd()
  return (
    <Confirm
      title={words.labels.removeTitle(label)}
      action={common.act.delete}
      run={async () => {
        await through(() => here.crier.deleteLabel({ label }))
        await said(words.labels.removed(label))
      }}
      onClose={onClose}
    >
      <p>{words.labels.removeText}</p>
      <Left posts={left} />
    </Confirm>
  )
}

function Left({ posts }: { posts: number }) {
  return <p role="status">{posts > 0 && words.labels.left(posts)}</p>
}

/** A call changes a number of posts; the next one goes on. */
function useToItsEnd() {
  const [left, setLeft] = useState(0)
  const through = async (call: () => Promise<{ left: number }>): Promise<void> => {
    const answer = await call()
    setLeft(answer.left)
    if (answer.left > 0) await through(call)
  }
  return { left, through }
}

function useDone(onClose: () => void) {
  const { id } = useHere()
  const queries = useQueryClient()
  const say = useSay()
  return async (sentence: string) => {
    onClose()
    say(sentence)
    // Posts tell their labels wherever they are shown, and links their templates.
    await queries.invalidateQueries({ queryKey: [id] })
  }
}
