/** The same done to many posts, and taken back together. */
import type { Post } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { useHere } from '../../shell/here.ts'
import { failed, useSay } from '../../ui/said.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

const AT_ONCE = 4

export type Move = 'remove' | 'retry' | 'restore'

/** What a person may do with all of these at once. */
export function movesFor(posts: readonly Post[], publishes: boolean): Move[] {
  if (!posts.length) return []
  if (posts.every(({ deleted_at }) => deleted_at !== null)) return ['restore']
  const moves: Move[] = []
  // What was sent already can not wait for approval when it is sent again.
  if (
    publishes &&
    posts.every(({ per_account }) => per_account.some(({ status }) => status === 'failed'))
  )
    moves.push('retry')
  if (posts.every(({ outcome }) => outcome !== 'publishing' && outcome !== 'deleted'))
    moves.push('remove')
  return moves
}

export function useMany(done: () => void) {
  const here = useHere()
  const { crier } = here
  const queries = useQueryClient()
  const say = useSay()
  const [busy, setBusy] = useState<Move>()

  const runs: Record<Move, (post: Post) => Promise<unknown>> = {
    remove: ({ id, status, updated_at }) =>
      status === 'scheduled'
        ? crier.cancelPost({ id, updated_at })
        : crier.deletePost({ id, updated_at }),
    retry: ({ id, updated_at }) => crier.retryPost({ id, updated_at }),
    restore: ({ id }) => crier.restorePost({ id }),
  }

  async function act(move: Move, posts: readonly Post[]) {
    if (busy) return
    setBusy(move)
    const { good, errors } = await each(posts, runs[move])
    setBusy(undefined)
    done()
    const [error] = errors
    if (good.length) {
      const said = {
        remove: words.many.deleted(good.length),
        retry: words.many.tried(good.length),
        restore: words.many.back(good.length),
      }[move]
      const undo = () => void act('restore', good)
      say(said, move === 'remove' ? { action: { label: common.act.undo, run: undo } } : {})
    }
    if (error !== undefined)
      say(
        errors.length === 1
          ? sentenceOf(error)
          : words.many.failed(errors.length, sentenceOf(error)),
        failed,
      )
    await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
  }
  return { busy, act: (move: Move, posts: readonly Post[]) => void act(move, posts) }
}

/** A few at a time; one that does not work keeps none of the others. */
async function each(posts: readonly Post[], run: (post: Post) => Promise<unknown>) {
  const left = [...posts]
  const good: Post[] = []
  const errors: unknown[] = []
  async function some() {
    for (let post = left.shift(); post; post = left.shift()) {
      try {
        await run(post)
        good.push(post)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, some))
  return { good, errors }
}
