/** One post that somebody wants out: all of it, and yes or no. */
import { CrierError } from '@crier/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { capabilitiesQuery, postQuery, type Waiting } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { useLetters } from '../../shell/letters.ts'
import { calledOf } from '../../ui/called.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Ago, At } from '../../ui/time.tsx'
import { typedBefore } from '../../ui/typed.ts'
import { connectAgain } from '../accounts/again.ts'
import { changesBetween, versionsOf } from '../post/goes-out.ts'
import { saying } from '../post/saying.ts'
import { Changes } from './changes.tsx'
import { type Answerable, Decision, typedName } from './decided.tsx'
import { Decline } from './decline.tsx'
import { EditAndApprove } from './edit.tsx'
import { piecesOf, Proofs } from './proof.tsx'
import { useSeen } from './seen.ts'
import { LookedFor, useWaiting } from './waiting.tsx'
import { common } from '../../words/common.ts'
import { words as decidedWords } from '../../words/decided.ts'
import { words } from '../../words/posts.ts'
import { rich } from '../../ui/rich.tsx'

export function Review() {
  const { id } = useParams({ strict: false })
  const here = useHere()
  const { query: waiting, list, index, total, known } = useWaiting(Number(id))
  const capabilities = useQuery(capabilitiesQuery(here))
  const post = list[index]
  const others = list.filter((each) => each.id !== Number(id))
  const next = (list[index + 1] ?? others[0])?.id
  const navigate = useNavigate()
  // Over the room, so that it stays when somebody else answers meanwhile and there is nothing more to look at.
  const [open, setOpen] = useState<Open>()
  const over = open?.post.id === Number(id) ? open : undefined
  const Over = over && dialogs[over.dialog]
  const done = () =>
    void (next === undefined
      ? navigate({ to: '/posts' })
      : navigate({ to: '/review/$id', params: { id: String(next) } }))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to="/posts"
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-md text-sm text-muted hover:text-ink"
      >
        <Icon name="arrow" className="size-4 rotate-180" />
        {common.thing.posts}
      </Link>
      <Page
        title={common.act.review}
        lead={post && <Lead post={post} place={{ index, of: total }} />}
        // Also where it is alone: another one that comes moves nothing.
        actions={post && <Neighbours list={list} index={index} />}
      >
        <Loaded query={waiting} what={words.page.what} rows={4}>
          {() =>
            post && capabilities.data ? (
              <Waits
                key={post.id}
                post={post}
                done={done}
                open={setOpen}
                comments={(platform) =>
                  capabilities.data.platforms[platform]?.first_comment ?? true
                }
              />
            ) : (
              !post &&
              (known ? (
                <Answered key={id} id={Number(id)} next={others[0]?.id} open={setOpen} />
              ) : (
                <LookedFor query={waiting} />
              ))
            )
          }
        </Loaded>
      </Page>
      {over && Over && (
        <Over
          // As it reads by now, and as it was last seen where it waits no longer.
          post={post ?? over.post}
          onClose={() => setOpen(undefined)}
          reopen={() => setOpen(over)}
          done={done}
        />
      )}
    </div>
  )
}

const dialogs = { edit: EditAndApprove, decline: Decline } as const

interface Open {
  dialog: keyof typeof dialogs
  post: Answerable
}

function Lead({ post, place }: { post: Waiting; place: { index: number; of: number } }) {
  return (
    <>
      {rich(words.review.wants, {
        somebody: (
          <strong className="font-semibold text-ink">
            {post.asked_by?.name ?? common.thing.somebody}
          </strong>
        ),
        time: <Ago at={post.approval?.asked_at ?? post.created_at} />,
      })}
      {place.of > 1 && words.review.place(place.index + 1, place.of)}
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
        {words.review.before}
      </Button>
      <Button
        small
        look="quiet"
        disabled={index === list.length - 1}
        onClick={() => go(list[index + 1])}
      >
        {words.review.next}
      </Button>
    </>
  )
}

function Answered({
  id,
  next,
  open,
}: {
  id: number
  next: number | undefined
  open: (what: Open) => void
}) {
  const here = useHere()
  const { data: post } = useQuery(postQuery(here, id))
  const typed = (['edit', 'decline'] as const).find((each) =>
    typedBefore(typedName(here, id, each)),
  )
  return (
    <Empty
      icon="check"
      title={words.review.answered}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {typed && post && (
            <Button icon="pen" onClick={() => open({ dialog: typed, post })}>
              {decidedWords.show}
            </Button>
          )}
          {next !== undefined && (
            <LinkButton look="primary" to="/review/$id" params={{ id: String(next) }}>
              {words.review.nextOne}
            </LinkButton>
          )}
          <LinkButton to="/posts/$id" params={{ id: String(id) }}>
            {words.review.seePost}
          </LinkButton>
        </div>
      }
    >
      <div role="status">
        <Decision id={id} />
      </div>
    </Empty>
  )
}

function Waits({
  post,
  done,
  open,
  comments,
}: {
  post: Waiting
  done: () => void
  open: (what: Open) => void
  comments: (platform: string) => boolean
}) {
  const here = useHere()
  const queries = useQueryClient()
  const say = useSay()
  // What the person looked at, until they have seen what became of it.
  const [looked, setLooked] = useState(post)
  const versions = versionsOf(post, comments)
  const seen = useSeen(piecesOf(post, versions))
  const changed = looked.updated_at !== post.updated_at
  const changes = changed ? changesBetween(looked, post, saying) : []
  const missing = seen.missing.length
  const ready = here.publishes && missing === 0 && !changed

  const approve = useMutation({
    mutationFn: () => here.crier.approvePost({ id: post.id, updated_at: post.updated_at }),
    onSuccess() {
      say(words.review.approved)
      done()
    },
    onError(error) {
      const stale = error instanceof CrierError && error.code === 'post_changed'
      say(stale ? words.review.changedMeanwhile : sentenceOf(error), failed)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [here.id, 'posts'] }),
  })
  const yes = () => {
    if (ready && !approve.isPending) approve.mutate()
  }
  useLetters(
    here.publishes
      ? {
          a: yes,
          d: () => open({ dialog: 'decline', post }),
          e: () => open({ dialog: 'edit', post }),
        }
      : ({} as Record<string, () => void>),
  )

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        {changed && (
          <section
            aria-label={words.review.whatChanged}
            className="grid gap-4 rounded-lg border border-info/40 bg-info-soft/50 p-4 sm:p-5"
          >
            <div>
              <h2>{words.review.changedTitle}</h2>
              <p className="text-sm text-muted">
                {rich(words.review.changedText, { time: <Ago at={post.updated_at} /> })}
              </p>
            </div>
            <Changes changes={changes} />
            <Button
              small
              look="primary"
              className="justify-self-start"
              onClick={() => setLooked(post)}
            >
              {words.review.seenIt}
            </Button>
          </section>
        )}
        <div className="grid gap-3 xl:hidden empty:hidden">
          <Sick post={post} />
        </div>
        <Proofs post={post} versions={versions} seen={seen} />
      </div>
      <aside
        aria-label={words.review.yesOrNo}
        className="sticky bottom-(--foot) grid gap-4 max-xl:-mx-4 max-xl:border-t max-xl:border-line max-xl:bg-card max-xl:px-4 max-xl:py-3 sm:max-xl:-mx-8 sm:max-xl:px-8 xl:top-8 xl:bottom-auto"
      >
        <Card className="grid gap-4 max-xl:border-0 max-xl:bg-transparent max-xl:p-0 max-xl:shadow-none">
          <div className="grid gap-1">
            <p className="text-sm text-muted max-xl:hidden">{words.review.goesOut}</p>
            <p className="font-semibold">
              {post.scheduled_at === null || isDue(post.scheduled_at) ? (
                words.line.atOnce
              ) : (
                <At at={post.scheduled_at} workspaceZone={here.workspace.timezone} />
              )}
              <span className="font-normal text-muted">
                {' '}
                {words.review.on(post.socialAccounts.length)}
              </span>
            </p>
          </div>
          <div className="grid gap-4 max-xl:hidden empty:hidden">
            <Sick post={post} />
          </div>
          {here.publishes ? (
            <>
              <p role="status" className="text-sm text-muted empty:hidden">
                {missing > 0 && words.review.unseen(missing)}
                {missing === 0 && changed && words.review.seeChangesFirst}
                {ready && <span className="max-xl:hidden">{words.review.seenAll}</span>}
              </p>
              <div className="flex flex-wrap gap-2 xl:grid">
                {missing > 0 && (
                  <Button icon="eye" onClick={seen.show}>
                    {words.review.showMissing}
                  </Button>
                )}
                <Button
                  look="primary"
                  // On a phone it comes in the place of the one above.
                  className={missing > 0 ? 'max-sm:hidden' : ''}
                  icon="check"
                  disabled={!ready}
                  busy={approve.isPending}
                  onClick={yes}
                  aria-keyshortcuts="a"
                >
                  {words.review.approve}
                </Button>
                <Button
                  icon="pen"
                  onClick={() => open({ dialog: 'edit', post })}
                  aria-keyshortcuts="e"
                >
                  <span className="max-sm:sr-only">{words.editApprove.title}</span>
                </Button>
                <Button
                  icon="cross"
                  className="text-danger"
                  onClick={() => open({ dialog: 'decline', post })}
                  aria-keyshortcuts="d"
                >
                  <span className="max-sm:sr-only">{words.decline.submit}</span>
                </Button>
              </div>
              <p className="text-xs text-muted max-xl:hidden">
                {rich(words.review.keys, {
                  a: <kbd>a</kbd>,
                  e: <kbd>e</kbd>,
                  d: <kbd>d</kbd>,
                  j: <kbd>j</kbd>,
                  k: <kbd>k</kbd>,
                })}
              </p>
            </>
          ) : (
            <p className="text-sm text-muted">{words.review.whoDecides}</p>
          )}
        </Card>
      </aside>
    </div>
  )
}

function isDue(at: string) {
  return new Date(at) <= new Date()
}

/** Accounts that it cannot go to as they are. */
function Sick({ post }: { post: Waiting }) {
  return post.socialAccounts
    .filter(({ health }) => health === 'needs_reconnect' || health === 'disabled')
    .map((account) => (
      <Notice key={account.id} kind="warn">
        <p>{words.review.reconnectFirst(platformName(account.platform), calledOf(account))}</p>
        <LinkButton small icon="retry" className="mt-2" {...connectAgain(account)}>
          {words.card.reconnect(calledOf(account), platformName(account.platform))}
        </LinkButton>
      </Notice>
    ))
}
