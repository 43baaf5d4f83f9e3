/** What a person does with a post; each says how it came out, and what can be undone says how. */
import { CrierError, type PerAccount, type Post } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { postQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { exact } from '../../ui/time.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

type Doing =
  | 'retry'
  | 'duplicate'
  | 'answer'
  | 'cancel'
  | 'delete'
  | 'restore'
  | 'publish'
  | 'take-down'

/** Where nobody knows whether it is there; of a thread, which part of it. */
export type Asked = Pick<PerAccount, 'account_id' | 'part'>

export interface PostActions {
  busy: Doing | undefined
  retry: () => void
  duplicate: () => void
  /** The same anew, for these accounts alone: on the others the post stands already, or is tried by itself. */
  writeFor: (account_ids: readonly number[]) => void
  isThere: (account: Asked, which: { candidate_id?: string; url?: string }) => void
  isNotThere: (account: Asked) => void
  cancel: () => void
  remove: () => void
  restore: () => void
  publishNow: () => Promise<void>
  /** Off the platforms; it throws what the service refuses, for the dialog that asked. */
  takeDown: (account_ids: readonly number[]) => Promise<void>
}

export function usePostActions(post: Post | undefined): PostActions {
  const here = useHere()
  const { crier } = here
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useSay(`post ${post?.id}`)
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
      say(changed ? words.done.changed : sentenceOf(error), failed)
    }
    setBusy(undefined)
    await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
  }
  const show = (now: Post) => queries.setQueryData(postQuery(here, id).queryKey, now)
  const undo = () => {
    void act('restore', async () => {
      say(backAs(await crier.restorePost({ id })))
    })
  }

  return {
    busy,
    retry: () =>
      void act('retry', async () => {
        const now = await crier.retryPost({ id, ...seen, wait: 4 })
        const out = now.per_account.every(({ status }) => status === 'published')
        say(out ? words.done.published : words.done.tried)
      }),
    duplicate: () =>
      void act('duplicate', async () => {
        const copy = await crier.duplicatePost({ id })
        await navigate({ to: '/posts/$id', params: { id: String(copy.id) } })
        say(words.done.copy)
      }),
    writeFor: (account_ids) =>
      void act('duplicate', async () => {
        if (!post) return
        const { writeAnew } = await room(() => import('./write-anew.ts'))
        const uuid = await writeAnew(post, here, account_ids)
        await navigate({ to: '/write/$uuid', params: { uuid } })
      }),
    isThere: (account, which) =>
      void act('answer', async () => {
        await crier.retryPost({ id, ...seen, mark_published: [{ ...asked(account), ...which }] })
        say(words.done.counts)
      }),
    isNotThere: ({ account_id, part }) =>
      void act('answer', async () => {
        const which = part === null ? account_id : { account_id, part }
        await crier.retryPost({ id, ...seen, confirm_not_published: [which], wait: 4 })
        say(words.done.sentAgain)
      }),
    cancel: () =>
      void act('cancel', async () => {
        show(await crier.cancelPost({ id, ...seen }))
        say(words.done.offSchedule, { action: { label: common.act.undo, run: undo } })
      }),
    remove: () =>
      void act('delete', async () => {
        await crier.deletePost({ id, ...seen })
        say(words.done.deletedHere, { action: { label: common.act.undo, run: undo } })
      }),
    restore: () =>
      void act('restore', async () => {
        const now = await crier.restorePost({ id, ...seen })
        show(now)
        say(backAs(now))
      }),
    async takeDown(account_ids) {
      show(await crier.unpublishPost({ id, ...seen, account_ids: [...account_ids] }))
      say(words.done.takingDown)
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
    },
    publishNow: () =>
      act('publish', async () => {
        await crier.publishNow({ id, ...seen, wait: 4 })
        say(words.done.onItsWay)
      }),
  }
}

/** Its time may have passed meanwhile: then it is a draft, and goes out no more by itself. */
function backAs({ status, scheduled_at }: Post) {
  if (status === 'scheduled' && scheduled_at !== null)
    return words.done.onSchedule(exact(scheduled_at))
  return status === 'draft' ? words.done.draftAgain : words.done.back
}

function asked({ account_id, part }: Asked) {
  return { account_id, ...(part !== null && { part }) }
}
