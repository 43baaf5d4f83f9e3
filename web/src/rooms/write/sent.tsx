/** What becomes of the post, account by account, while it becomes it. */
import type { PerAccount, Post } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Face } from '../../ui/face.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Page, Rows } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { At } from '../../ui/time.tsx'
import { whyFailed } from '../../words/codes.ts'
import { words } from '../../words/write.ts'
import { httpOf } from '../post/profiles.ts'

/** Seconds. Longer, and an account that is done would not show while another is looked for. */
const WAIT = 2

export function Sent({ post: begun, again }: { post: Post; again: () => void }) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay(`post ${begun.id}`)
  const [sent_at] = useState(() => Date.now())
  const [undoing, setUndoing] = useState(false)
  const { data: post = begun } = useQuery({
    queryKey: [here.id, 'posts', 'one', begun.id],
    queryFn: ({ signal }) => here.crier.getPost({ id: begun.id, wait: WAIT }, { signal }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 1000),
  })
  const ahead =
    post.scheduled_at !== null && new Date(post.scheduled_at).getTime() > sent_at + 10_000
  const waiting = post.status === 'scheduled' && ahead
  const asks = post.approval?.state === 'awaiting'
  const title = titleOf(post, waiting, asks)

  async function undo() {
    setUndoing(true)
    try {
      await here.crier.updatePost({ id: post.id, when: 'draft' })
      await queries.invalidateQueries({ queryKey: [here.id, 'posts'] })
      say(words.sent.undone)
      again()
    } catch (error) {
      say(sentenceOf(error), failed)
      setUndoing(false)
    }
  }

  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-8 sm:px-8 lg:py-14">
      <Page
        title={title}
        lead={
          waiting && post.scheduled_at !== null ? (
            <At at={post.scheduled_at} workspaceZone={here.workspace.timezone} />
          ) : undefined
        }
        actions={
          <>
            <Button look="primary" icon="pen" onClick={again}>
              {words.sent.another}
            </Button>
            {waiting && (
              <Button icon="undo" busy={undoing} onClick={() => void undo()}>
                {words.sent.undo}
              </Button>
            )}
            <LinkButton look="quiet" to="/posts/$id" params={{ id: String(post.id) }}>
              {words.sent.page}
            </LinkButton>
          </>
        }
      >
        <Rows label={words.sent.accounts}>
          {post.per_account.map((each) => (
            <Row
              key={each.account_id}
              each={each}
              account={post.socialAccounts.find(({ id }) => id === each.account_id)}
              waits={asks ? words.sent.status.pending : waiting ? words.sent.waits : undefined}
            />
          ))}
        </Rows>
      </Page>
    </div>
  )
}

function titleOf(post: Post, waiting: boolean, asks: boolean) {
  if (asks) return words.sent.asks
  if (waiting) return words.sent.scheduled
  return words.sent.titles[post.outcome]
}

function isOver({ per_account }: Post) {
  return per_account.every(({ status }) => status !== 'pending' && status !== 'publishing')
}

const looks: Record<PerAccount['status'], { icon: IconName; look: string }> = {
  pending: { icon: 'clock', look: 'text-muted' },
  publishing: { icon: 'send', look: 'text-info' },
  published: { icon: 'check', look: 'text-good' },
  failed: { icon: 'warning', look: 'text-danger' },
  blocked: { icon: 'warning', look: 'text-warn' },
}

function Row({
  each,
  account,
  waits,
}: {
  each: PerAccount
  account: Post['socialAccounts'][number] | undefined
  /** What it does until its time; undefined: it is on its way. */
  waits: string | undefined
}) {
  const { status, platform, username, platform_url } = each
  const why = whyFailed(each, platformName(platform))
  const { icon, look } = looks[status]
  return (
    <li className="flex items-center gap-3.5 p-4 sm:px-5">
      <Face
        name={account?.name ?? username}
        avatar_url={account?.avatar_url ?? null}
        platform={platform}
      />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">{account?.name ?? username}</span>
        <span className="truncate text-sm text-muted">{platformName(platform)}</span>
        {why && (
          <span className="text-sm text-danger" lang={why.lang}>
            {why.text}
          </span>
        )}
      </span>
      <span className={`inline-flex items-center gap-1.5 text-sm font-medium ${look}`}>
        <Icon name={icon} className="size-4.5" />
        {waits ?? words.sent.status[status]}
      </span>
      {httpOf(platform_url) !== undefined && (
        <a
          href={httpOf(platform_url)}
          target="_blank"
          rel="noreferrer"
          className="prose-link text-sm"
          aria-label={words.sent.openOn(platformName(platform))}
        >
          {words.sent.open}
        </a>
      )}
    </li>
  )
}
