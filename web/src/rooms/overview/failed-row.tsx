import type { Post } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Ago } from '../../ui/time.tsx'
import { PostRow } from './post-row.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/home.ts'

export function FailedRow({ post }: { post: Post }) {
  const { id, crier, publishes } = useHere()
  const queries = useQueryClient()
  const say = useSay(`post ${post.id}`)
  const [busy, setBusy] = useState(false)
  async function retry() {
    setBusy(true)
    try {
      const { status } = await crier.retryPost({ id: post.id, wait: 5 })
      say(status === 'published' ? words.failed.out : words.failed.tried)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
    setBusy(false)
    await queries.invalidateQueries({ queryKey: [id, 'posts'] })
  }
  return (
    <PostRow post={post} when={<Ago at={post.updated_at} />}>
      {post.error_message !== null && (
        <p className="text-sm break-words text-danger">{post.error_message}</p>
      )}
      {publishes && (
        <Button
          small
          className="justify-self-start"
          busy={busy}
          onClick={() => void retry()}
          aria-label={words.failed.tryNamed(post.content.slice(0, 60))}
        >
          {common.act.tryAgain}
        </Button>
      )}
    </PostRow>
  )
}
