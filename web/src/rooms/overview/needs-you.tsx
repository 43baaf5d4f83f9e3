/** What stands still until somebody does something, each with the way to where it is done. */
import type { Post } from '@crier/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import type { Account } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { calledOf } from '../../ui/called.ts'
import { Face } from '../../ui/face.tsx'
import { Rows, Section } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Ago } from '../../ui/time.tsx'
import { whereOf } from '../../ui/where.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/home.ts'
import { connectAgain } from '../accounts/again.ts'
import { PostRow } from './post-row.tsx'
import type { Row } from './rows.ts'

// Most who come here have nothing that failed: its sentences weigh more than the room.
const Why = lazy(async () => ({ default: (await room(() => import('./why.tsx'))).Why }))

export function NeedsYou({
  rows,
}: {
  rows: readonly Extract<Row, { of: 'doubt' | 'sick' | 'failed' }>[]
}) {
  if (!rows.length) return null
  return (
    <Section
      title={words.needs.title}
      actions={
        <LinkButton small look="quiet" to="/posts" search={{ tab: 'needs' }}>
          {words.needs.all}
        </LinkButton>
      }
    >
      <Rows label={words.needs.title}>
        {rows.map((row) => {
          if (row.of === 'doubt') return <DoubtRow key={row.id} post={row.post} />
          if (row.of === 'sick') return <SickRow key={row.id} account={row.account} />
          return <FailedRow key={row.id} post={row.post} />
        })}
      </Rows>
    </Section>
  )
}

function DoubtRow({ post }: { post: Post }) {
  const { publishes } = useHere()
  return (
    <PostRow post={post} when={<Ago at={post.updated_at} />}>
      <p className="text-sm text-warn">{words.needs.doubt}</p>
      {publishes && (
        <LinkButton
          small
          look="primary"
          icon="question"
          className="relative"
          to="/posts/$id"
          params={{ id: String(post.id) }}
          aria-label={words.needs.settleNamed(post.content.slice(0, 60))}
        >
          {words.needs.settle}
        </LinkButton>
      )}
    </PostRow>
  )
}

function SickRow({ account }: { account: Account }) {
  const { name, avatar_url, platform } = account
  const { publishes } = useHere()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4 sm:px-5">
      <Face name={name} avatar_url={avatar_url} platform={platform} size="normal" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="break-words">
          {name}{' '}
          <span className="text-sm text-muted">{whereOf(platformName(platform), account)}</span>
        </p>
        <p className="text-sm text-warn">{words.needs.sick}</p>
      </div>
      {publishes && (
        <LinkButton
          small
          icon="retry"
          {...connectAgain(account)}
          aria-label={words.needs.reconnect(calledOf(account), platformName(platform))}
        >
          {common.act.reconnect}
        </LinkButton>
      )}
    </li>
  )
}

function FailedRow({ post }: { post: Post }) {
  const { id, crier, publishes } = useHere()
  const queries = useQueryClient()
  const say = useSay()
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
  const short = post.outcome === 'partial' ? words.failed.inPart : words.failed.nowhere
  return (
    <PostRow post={post} when={<Ago at={post.updated_at} />}>
      <p className="min-w-0 flex-1 basis-52 text-sm break-words text-danger">
        <Suspense fallback={short}>
          <Why post={post} short={short} />
        </Suspense>
      </p>
      {publishes && (
        <Button
          small
          icon="retry"
          className="relative"
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
