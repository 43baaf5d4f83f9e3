/** Sending what is written: what was refused, what somebody else changed meanwhile, and what became of it. */
import { CrierError, type Post } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { words } from '../../words/write.ts'
import { loadFound } from '../../writing/checks.ts'
import type { Problem } from '../../writing/patch.ts'
import { type Composition, fromPost, whenOf } from '../../writing/composition.ts'
import { type Clash, type Contents, contentsOf, merge } from '../../writing/conflict.ts'
import { send } from '../../writing/send.ts'
import type { Store } from '../../writing/store.ts'
import { standing } from './went-out.ts'

interface Meeting {
  clashes: readonly Clash[]
  merged: Partial<Contents>
  theirs: Composition
}

export function useSend(store: Store, accounts: readonly Account[]) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const [sent, setSent] = useState<Post>()
  const [meeting, setMeeting] = useState<Meeting>()
  /** Takes back what was said of the last try. */
  const unsay = useRef<() => void>(undefined)

  async function go(way: string) {
    if (busy) return
    unsay.current?.()
    setBusy(true)
    setRefused([])
    try {
      const done = await send(store, here.crier, accounts, way)
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
      if (way === 'draft') {
        await store.keep()
        say(words.write.draftSaved)
      } else {
        await store.forget(done.id)
        // What was known of it before would be shown until the service answers again.
        queries.setQueryData([here.id, 'posts', 'one', done.id], done)
        setSent(done)
      }
    } catch (error) {
      if (error instanceof CrierError && error.code === 'post_changed') await meet()
      else {
        const found = (await loadFound())?.problemsOf(error) ?? []
        setRefused(found)
        if (!found.length || found.some(({ field }) => field === ''))
          unsay.current = say(sentenceOf(error), failed)
      }
    } finally {
      setBusy(false)
    }
  }

  /** Theirs beside ours; what only one of us changed is settled at once. */
  async function meet() {
    const { post: mine, base, uuid } = store.get()
    if (!mine) return
    const { post: now, open } = await standing(store, here.crier, mine.id)
    // There is nothing to merge into any more.
    if (!open) return
    const theirs = fromPost(now, uuid, here.id, here.workspace.timezone)
    const yours = contentsOf(store.get())
    setMeeting({ ...merge(base ?? yours, contentsOf(theirs), yours), theirs })
  }

  function settle(chosen: Partial<Contents>) {
    if (!meeting) return
    const { merged, theirs } = meeting
    store.change(() => ({
      ...merged,
      ...chosen,
      base: contentsOf(theirs),
      alt_texts: theirs.alt_texts,
      ...(theirs.post && { post: theirs.post }),
    }))
    setMeeting(undefined)
    void go(whenOf(store.get().when))
  }

  return {
    busy,
    refused,
    forgive: () => setRefused((before) => (before.length ? [] : before)),
    sent,
    clashes: meeting?.clashes,
    settle,
    leave: () => setMeeting(undefined),
    go: (way: string) => void go(way),
  }
}
