import type { Post } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { calledOf } from '../../ui/called.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { TypedBefore, useKeptWords } from '../../ui/kept-words.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words as decidedWords } from '../../words/decided.ts'
import { words } from '../../words/posts.ts'
import { type Answerable, DecidedMeanwhile, typedName, useDecided } from './decided.tsx'

/** Changes the words and approves what was written, in this order: what goes out is what stands here. */
export function EditAndApprove({
  post: now,
  onClose,
  reopen,
  done,
}: {
  post: Answerable
  onClose: () => void
  reopen: () => void
  done: () => void
}) {
  // What somebody else changes while it is open is told when it is sent, and not written over.
  const [post] = useState(now)
  const here = useHere()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useSay()
  const { id } = post
  const own = post.platform_content
  const kept = useKeptWords(typedName(here, id, 'edit'), { onClose, reopen })
  const approving = useForm(
    async (values) => {
      const change = { id, updated_at: post.updated_at, ...textsIn(values, own) }
      const changed = await here.crier.updatePost(change).catch(async (refusal: unknown) => {
        // Whoever opens it again finds what somebody else made of it.
        await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
        throw refusal
      })
      return here.crier.approvePost({ id, updated_at: changed.updated_at })
    },
    async () => {
      kept.sent()
      say(words.editApprove.done)
      onClose()
      done()
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
  )
  // A second press goes on with the copy that the first one made.
  const copy = useRef<Pick<Post, 'id' | 'updated_at' | 'platform_content'>>(undefined)
  const drafting = useForm(
    async (values) => {
      copy.current ??= await here.crier.duplicatePost({ id })
      const { platform_content, updated_at } = copy.current
      const { platform_content: typed = [], ...texts } = textsIn(values, own)
      return here.crier.updatePost({
        id: copy.current.id,
        updated_at,
        ...texts,
        ...(platform_content.length && {
          platform_content: platform_content.map((each) => {
            const content = typed.find(({ account_id }) => account_id === each.account_id)?.content
            return { ...each, ...(content !== undefined && { content }) }
          }),
        }),
      })
    },
    async (draft) => {
      kept.sent()
      onClose()
      await navigate({ to: '/posts/$id/edit', params: { id: String(draft.id) } })
      say(decidedWords.drafted)
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
  )
  // What is on its way from here is answered here.
  const decided = useDecided(id) && !approving.busy
  const form = decided ? drafting : approving
  return (
    <Dialog title={words.editApprove.title} wide onClose={kept.close}>
      <DecidedMeanwhile id={id} decided={decided} />
      {!decided && <TypedBefore words={kept} base={post.updated_at} label={common.typed.asPost} />}
      <Form
        key={kept.before ? 'typed' : 'post'}
        form={form}
        label={words.editApprove.title}
        keep={{ name: kept.name, base: post.updated_at }}
      >
        <TextArea name="content" label={words.fields.text} rows={6} defaultValue={post.content} />
        {own.map(({ account_id, content }, index) => {
          const account = post.socialAccounts.find((each) => each.id === account_id)
          if (content === undefined || !account) return null
          return (
            <TextArea
              key={account_id}
              name={`platform_content.${index}.content`}
              label={words.editApprove.textFor(platformName(account.platform), calledOf(account))}
              rows={4}
              defaultValue={content}
            />
          )
        })}
        <TextArea
          name="first_comment"
          label={words.fields.comment}
          rows={2}
          defaultValue={post.first_comment ?? ''}
        />
        <Button type="submit" look="primary" icon={decided ? 'pen' : 'check'} busy={form.busy}>
          {decided ? decidedWords.draft : words.editApprove.submit}
        </Button>
      </Form>
    </Dialog>
  )
}

/** As they were typed: for all accounts, and for those that have a text of their own. */
function textsIn(values: Record<string, string>, own: Answerable['platform_content']) {
  return {
    content: values['content'] ?? '',
    first_comment: values['first_comment'] || null,
    ...(own.length && {
      platform_content: own.map((each, index) => {
        const content = values[`platform_content.${index}.content`]
        return { ...each, ...(content !== undefined && { content }) }
      }),
    }),
  }
}
