/** One post that somebody wants out: all of it, and yes or no. */
import { CrierError } from '@crier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { capabilitiesQuery, reviewQuery, type Waiting } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Ago, At, exact } from '../../ui/time.tsx'
import { count } from '../../words/format.ts'
import { changesBetween, versionsOf } from '../post/goes-out.ts'
import { Changes } from './changes.tsx'
import { Decline } from './decline.tsx'
import { EditAndApprove } from './edit.tsx'
import { useLetters } from './keys.ts'
import { piecesOf, Proofs } from './proof.tsx'
import { useSeen } from './seen.ts'

export function Review() {
  const { id } = useParams({ strict: false })
  const here = useHere()
  const waiting = useQuery(reviewQuery(here))
  const capabilities = useQuery(capabilitiesQuery(here))
  const list = waiting.data?.data ?? []
  const index = list.findIndex((each) => each.id === Number(id))
  const post = list[index]
  const others = list.filter((each) => each.id !== Number(id))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to="/posts"
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-md text-sm text-muted hover:text-ink"
      >
        <Icon name="arrow" className="size-4 rotate-180" />
        Posts
      </Link>
      <Page
        title="Review"
        lead={post && <Lead post={post} place={{ index, of: list.length }} />}
        actions={list.length > 1 && post && <Neighbours list={list} index={index} />}
      >
        <Loaded query={waiting} what="the post" rows={4}>
          {() =>
            post && capabilities.data ? (
              <Waits
                key={post.id}
                post={post}
                next={(list[index + 1] ?? others[0])?.id}
                comments={(platform) =>
                  capabilities.data.platforms[platform]?.first_comment ?? true
                }
              />
            ) : (
              !post && <Answered id={Number(id)} next={others[0]?.id} />
            )
          }
        </Loaded>
      </Page>
    </div>
  )
}

function Lead({ post, place }: { post: Waiting; place: { index: number; of: number } }) {
  return (
    <>
      <strong className="font-semibold text-ink">{post.asked_by?.name ?? 'Somebody'}</strong> wants
      this out. It waits since <Ago at={post.approval?.asked_at ?? post.created_at} />
      {place.of > 1 && ` · ${place.index + 1} of ${place.of}`}
    </>
  )
}

function Neighbours({ list, index }: { list: readonly Waiting[]; index: number }) {
  const navigate = useNavigate()
  const go = (to: Waiting | undefined) =>
    to && void navigate({ to: '/review/$id', params: { id: String(to.id) } })
  useLetters({ j: () => go(list[index + 1]), k: () => go(list[index - 1]) })
  return (
    <>
      <Button small look="quiet" disabled={index === 0} onClick={() => go(list[index - 1])}>
        Before
      </Button>
      <Button
        small
        look="quiet"
        disabled={index === list.length - 1}
        onClick={() => go(list[index + 1])}
      >
        Next
      </Button>
    </>
  )
}

function Answered({ id, next }: { id: number; next: number | undefined }) {
  return (
    <Empty
      icon="check"
      title="This is answered"
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {next !== undefined && (
            <LinkButton look="primary" to="/review/$id" params={{ id: String(next) }}>
              Review the next one
            </LinkButton>
          )}
          <LinkButton to="/posts/$id" params={{ id: String(id) }}>
            See the post
          </LinkButton>
        </div>
      }
    >
      It does not wait for anybody any more.
    </Empty>
  )
}

function Waits({
  post,
  next,
  comments,
}: {
  post: Waiting
  next: number | undefined
  comments: (platform: string) => boolean
}) {
  const here = useHere()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useSay()
  const [open, setOpen] = useState<'decline' | 'edit'>()
  // What the person looked at, until they have seen what became of it.
  const [looked, setLooked] = useState(post)
  const versions = versionsOf(post, comments)
  const seen = useSeen(piecesOf(post, versions))
  const changed = looked.updated_at !== post.updated_at
  const changes = changed
    ? changesBetween(
        looked,
        post,
        ({ platform, username }) => `${platformName(platform)} ${username}`,
        (at) => exact(at),
      )
    : []
  const missing = seen.missing.length
  const ready = here.edits && missing === 0 && !changed

  const done = () =>
    void (next === undefined
      ? navigate({ to: '/posts' })
      : navigate({ to: '/review/$id', params: { id: String(next) } }))
  const approve = useMutation({
    mutationFn: () => here.crier.approvePost({ id: post.id, updated_at: post.updated_at }),
    onSuccess() {
      say('Approved')
      done()
    },
    onError(error) {
      const stale = error instanceof CrierError && error.code === 'post_changed'
      say(stale ? 'It was changed while you looked. Nothing went out.' : sentenceOf(error), failed)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [here.id, 'posts'] }),
  })
  const yes = () => {
    if (ready && !approve.isPending) approve.mutate()
  }
  useLetters(
    here.edits
      ? { a: yes, d: () => setOpen('decline'), e: () => setOpen('edit') }
      : ({} as Record<string, () => void>),
  )

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {changed && (
          <section
            aria-label="What was changed"
            className="grid gap-4 rounded-lg border border-info/40 bg-info-soft/50 p-4 sm:p-5"
          >
            <div>
              <h2>It was changed while you looked</h2>
              <p className="text-sm text-muted">
                Somebody changed it <Ago at={post.updated_at} />. This is what is another now:
              </p>
            </div>
            <Changes changes={changes} />
            <Button
              small
              look="primary"
              className="justify-self-start"
              onClick={() => setLooked(post)}
            >
              I have seen it
            </Button>
          </section>
        )}
        <Proofs post={post} versions={versions} seen={seen} />
      </div>
      <aside
        aria-label="Yes or no"
        className="sticky bottom-0 grid gap-4 max-xl:-mx-4 max-xl:border-t max-xl:border-line max-xl:bg-card max-xl:px-4 max-xl:py-3 sm:max-xl:-mx-8 sm:max-xl:px-8 xl:top-8 xl:bottom-auto"
      >
        <Card className="grid gap-4 max-xl:border-0 max-xl:bg-transparent max-xl:p-0 max-xl:shadow-none">
          <div className="grid gap-1">
            <p className="text-sm text-muted max-xl:hidden">Goes out</p>
            <p className="font-semibold">
              {post.scheduled_at === null || isDue(post.scheduled_at) ? (
                'At once'
              ) : (
                <At at={post.scheduled_at} workspaceZone={here.workspace.timezone} />
              )}
              <span className="font-normal text-muted">
                {' '}
                on {count(post.socialAccounts.length, 'account')}
              </span>
            </p>
          </div>
          {post.socialAccounts
            .filter(({ health }) => health === 'needs_reconnect' || health === 'disabled')
            .map(({ id, platform, username }) => (
              <Notice key={id} kind="warn">
                {platformName(platform)} {username} has to be connected again before this can go out
                there.
              </Notice>
            ))}
          {here.edits ? (
            <>
              <p role="status" className="text-sm text-muted empty:hidden">
                {missing > 0 &&
                  `${count(missing, 'part', 'parts')} of it ${missing === 1 ? 'has' : 'have'} not been on your screen yet.`}
                {missing === 0 && changed && 'Look at what was changed first.'}
                {ready && <span className="max-xl:hidden">You have seen all that goes out.</span>}
              </p>
              <div className="flex flex-wrap gap-2 xl:grid">
                {missing > 0 && (
                  <Button icon="eye" onClick={seen.show}>
                    Show what is missing
                  </Button>
                )}
                <Button
                  look="primary"
                  icon="check"
                  disabled={!ready}
                  busy={approve.isPending}
                  onClick={yes}
                  aria-keyshortcuts="a"
                >
                  Approve
                </Button>
                <Button icon="pen" onClick={() => setOpen('edit')} aria-keyshortcuts="e">
                  Edit and approve
                </Button>
                <Button
                  icon="cross"
                  className="text-danger"
                  onClick={() => setOpen('decline')}
                  aria-keyshortcuts="d"
                >
                  Decline
                </Button>
              </div>
              <p className="text-xs text-muted max-xl:hidden">
                <kbd>a</kbd> approve · <kbd>e</kbd> edit · <kbd>d</kbd> decline · <kbd>j</kbd>{' '}
                <kbd>k</kbd> next, before
              </p>
            </>
          ) : (
            <p className="text-sm text-muted">Owners and editors say yes or no.</p>
          )}
        </Card>
      </aside>
      {open === 'decline' && <Decline post={post} onClose={() => setOpen(undefined)} done={done} />}
      {open === 'edit' && (
        <EditAndApprove post={post} onClose={() => setOpen(undefined)} done={done} />
      )}
    </div>
  )
}

function isDue(at: string) {
  return new Date(at) <= new Date()
}
