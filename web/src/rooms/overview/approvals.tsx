import type { ListApprovalsAnswer } from '@crier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { approvalsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, useForm } from '../../ui/form.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { At } from '../../ui/time.tsx'
import { PostRow } from './post-row.tsx'

type Waiting = ListApprovalsAnswer['data'][number]

/** What keys and apps want out, until somebody says yes or no. Without any there is nothing to show. */
export function Approvals() {
  const here = useHere()
  const { data } = useQuery(approvalsQuery(here))
  const [declining, setDeclining] = useState<Waiting>()
  if (!data?.data.length) return null
  return (
    <Section
      title={`To approve (${data.total})`}
      lead="Nothing of it goes out before somebody says yes."
    >
      <Rows label="To approve">
        {data.data.map((post) => (
          <ApprovalRow key={post.id} post={post} decline={() => setDeclining(post)} />
        ))}
      </Rows>
      {declining && <Decline post={declining} onClose={() => setDeclining(undefined)} />}
    </Section>
  )
}

function ApprovalRow({ post, decline }: { post: Waiting; decline: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const approve = useMutation({
    // As it was seen here: refused when it was changed since.
    mutationFn: () => here.crier.approvePost({ id: post.id, updated_at: post.updated_at }),
    onSuccess: () => say('Approved'),
    onError: (error) => say(sentenceOf(error), failed),
    onSettled: () => queries.invalidateQueries({ queryKey: [here.id, 'posts'] }),
  })
  const start = post.content.slice(0, 60)
  return (
    <PostRow
      post={post}
      when={
        <>
          {post.asked_by?.name ?? 'Somebody'} wants it out{' '}
          {post.scheduled_at === null || isDue(post.scheduled_at) ? (
            'at once'
          ) : (
            <At at={post.scheduled_at} workspaceZone={here.workspace.timezone} />
          )}
        </>
      }
    >
      {here.edits && (
        <div className="flex gap-2">
          <Button
            small
            look="primary"
            icon="check"
            busy={approve.isPending}
            onClick={() => approve.mutate()}
            aria-label={`Approve: ${start}`}
          >
            Approve
          </Button>
          <Button small onClick={decline} aria-label={`Decline: ${start}`}>
            Decline
          </Button>
        </div>
      )}
    </PostRow>
  )
}

function Decline({ post, onClose }: { post: Waiting; onClose: () => void }) {
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

function isDue(at: string) {
  return new Date(at) <= new Date()
}
