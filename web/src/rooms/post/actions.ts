/** What a person does with a post; each says how it came out, and what can be undone says how. */
import { CrierError, type PerAccount, type Post } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { postQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'

type Doing = 'retry' | 'duplicate' | 'answer' | 'cancel' | 'delete' | 'restore' | 'publish'

/** Where nobody knows whether it is there; of a thread, which part of it. */
export type Asked = Pick<PerAccount, 'account_id' | 'part'>

export interface PostActions {
  busy: Doing | undefined
  retry: () => void
  duplicate: () => void
  isThere: (account: Asked, which: { candidate_id?: string; url?: string }) => void
  isNotThere: (account: Asked) => void
  cancel: () => void
  remove: () => void
  restore: () => void
  publishNow: () => void
}

export function usePostActions(post: Post | undefined): PostActions {
  const here = useHere()
  const { crier } = here
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useSay()
  const [busy, setBusy] = useState<Doing>()
  const id = post?.id ?? 0
  const seen = post ? { updated_at: post.updated_at } : {}

  async function act(doing: Doing, run: () => Promise<unknown>) {
    if (busy) return
    setBusy(doing)
    try {
      await run()
    } catch (error) {
      const changed = error instanceof CrierError && error.code === 'post_changed'
      say(
        changed
          ? 'It was changed meanwhile, so nothing was done. Look at it as it is now.'
          : sentenceOf(error),
        failed,
      )
    }
    setBusy(undefined)
    await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
  }
  const show = (now: Post) => queries.setQueryData(postQuery(here, id).queryKey, now)
  const undo = () => {
    void act('restore', async () => {
      await crier.restorePost({ id })
      say('It is back')
    })
  }

  return {
    busy,
    retry: () =>
      void act('retry', async () => {
        const now = await crier.retryPost({ id, ...seen, wait: 4 })
        const out = now.per_account.every(({ status }) => status === 'published')
        say(out ? 'It is published' : 'It is tried again')
      }),
    duplicate: () =>
      void act('duplicate', async () => {
        const copy = await crier.duplicatePost({ id })
        await navigate({ to: '/posts/$id', params: { id: String(copy.id) } })
        say('This is a copy, as a draft')
      }),
    isThere: (account, which) =>
      void act('answer', async () => {
        await crier.retryPost({ id, ...seen, mark_published: [{ ...asked(account), ...which }] })
        say('It counts as published, and is not sent again')
      }),
    isNotThere: ({ account_id, part }) =>
      void act('answer', async () => {
        const which = part === null ? account_id : { account_id, part }
        await crier.retryPost({ id, ...seen, confirm_not_published: [which], wait: 4 })
        say('It is sent again')
      }),
    cancel: () =>
      void act('cancel', async () => {
        show(await crier.cancelPost({ id, ...seen }))
        say('Taken off the schedule', { action: { label: 'Undo', run: undo } })
      }),
    remove: () =>
      void act('delete', async () => {
        await crier.deletePost({ id, ...seen })
        say('Deleted here', { action: { label: 'Undo', run: undo } })
      }),
    restore: () =>
      void act('restore', async () => {
        const now = await crier.restorePost({ id, ...seen })
        show(now)
        say(now.status === 'scheduled' ? 'It is on schedule again' : 'It is back')
      }),
    publishNow: () =>
      void act('publish', async () => {
        await crier.publishNow({ id, ...seen, wait: 4 })
        say('It is on its way')
      }),
  }
}

function asked({ account_id, part }: Asked) {
  return { account_id, ...(part !== null && { part }) }
}
