import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Waiting } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { useSay } from '../../ui/said.tsx'
import { forgetTyped, typedBefore } from '../../ui/typed.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

/** Changes the words and approves what was written, in this order: what goes out is what stands here. */
export function EditAndApprove({
  post: now,
  onClose,
  reopen,
  done,
}: {
  post: Waiting
  onClose: () => void
  reopen: () => void
  done: () => void
}) {
  // What somebody else changes while it is open is told when it is sent, and not written over.
  const [post] = useState(now)
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const { id } = post
  const own = post.platform_content
  const name = `${here.id}.review.${id}.edit`
  const [before, setBefore] = useState(() => typedBefore(name))
  const close = () => {
    onClose()
    if (typedBefore(name))
      say(common.typed.kept, { action: { label: common.typed.goOn, run: reopen } })
  }
  const form = useForm(
    async (values) => {
      const changed = await here.crier.updatePost({
        id,
        updated_at: post.updated_at,
        content: values['content'] ?? '',
        first_comment: values['first_comment'] || null,
        ...(own.length && {
          platform_content: own.map((each, index) => {
            const content = values[`platform_content.${index}.content`]
            return { ...each, ...(content !== undefined && { content }) }
          }),
        }),
      })
      return here.crier.approvePost({ id, updated_at: changed.updated_at })
    },
    async () => {
      forgetTyped(name)
      say(words.editApprove.done)
      onClose()
      done()
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
  )
  return (
    <Dialog title={words.editApprove.title} wide onClose={close}>
      {before && (
        <Notice kind={before.base === post.updated_at ? 'good' : 'warn'}>
          <p>{before.base === post.updated_at ? common.typed.before : common.typed.beforeChange}</p>
          <Button
            small
            className="mt-2"
            onClick={() => {
              forgetTyped(name)
              setBefore(undefined)
            }}
          >
            {common.typed.asPost}
          </Button>
        </Notice>
      )}
      <Form
        key={before ? 'typed' : 'post'}
        form={form}
        label={words.editApprove.title}
        keep={{ name, base: post.updated_at }}
      >
        <TextArea name="content" label={words.fields.text} rows={6} defaultValue={post.content} />
        {own.map(({ account_id, content }, index) => {
          const account = post.socialAccounts.find((each) => each.id === account_id)
          if (content === undefined || !account) return null
          return (
            <TextArea
              key={account_id}
              name={`platform_content.${index}.content`}
              label={words.editApprove.textFor(platformName(account.platform), account.username)}
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
        <Button type="submit" look="primary" icon="check" busy={form.busy}>
          {words.editApprove.submit}
        </Button>
      </Form>
    </Dialog>
  )
}
