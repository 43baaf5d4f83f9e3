import type { Post } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { capabilitiesQuery, postQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { whoOf } from '../activity/who.ts'
import { AccountCard } from './account-card.tsx'
import { type PostActions, usePostActions } from './actions.ts'
import { Pictures, Words } from './content.tsx'
import { Following } from './following.tsx'
import { optionName, versionsOf } from './goes-out.ts'
import { Kept } from './kept.tsx'
import { removable, TakeDown } from './removal.tsx'
import { headline } from './states.ts'
import { common } from '../../words/common.ts'
import { storedLabel } from '../../words/options.ts'
import { words } from '../../words/posts.ts'
import { rich } from '../../ui/rich.tsx'
import { fullNameOf } from '../../ui/called.ts'

// Most posts were never changed.
const Revisions = lazy(async () => {
  const { Revisions: Shown } = await room(() => import('./revisions.tsx'))
  return { default: Shown }
})

export function PostPage() {
  const { id } = useParams({ strict: false })
  const here = useHere()
  const post = useQuery(postQuery(here, Number(id)))
  const actions = usePostActions(post.data)
  const title = post.data ? headline(post.data, platformName) : words.page.title(id ?? '')
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
        title={title}
        lead={post.data && <Lead post={post.data} />}
        actions={post.data && <Actions post={post.data} actions={actions} />}
      >
        <Loaded query={post} what={words.page.what} rows={4}>
          {(shown) => (
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
              <ul
                aria-label={common.thing.accounts}
                className="grid divide-y divide-line rounded-lg border border-line bg-card shadow-card"
              >
                {shown.per_account.map((account) => (
                  <AccountCard
                    key={account.account_id}
                    post={shown}
                    account={account}
                    social={shown.socialAccounts.find((each) => each.id === account.account_id)}
                    actions={actions}
                  />
                ))}
                {!shown.per_account.length && (
                  <li className="p-5 text-muted">{words.page.noAccount}</li>
                )}
              </ul>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
                <Risks post={shown} />
                <What post={shown} />
                <Kept post={shown} />
                {shown.revisions && (
                  <Suspense>
                    <Revisions post={shown} revisions={shown.revisions} />
                  </Suspense>
                )}
              </div>
            </div>
          )}
        </Loaded>
      </Page>
    </div>
  )
}

function Lead({ post }: { post: Post }) {
  const here = useHere()
  const { scheduled_at, published_at, deleted_at } = post
  const zone = here.workspace.timezone
  if (deleted_at !== null)
    return <>{rich(words.page.deletedAt, { time: <At at={deleted_at} /> })}</>
  if (published_at !== null) return <At at={published_at} workspaceZone={zone} />
  if (post.approval?.state === 'declined')
    return (
      <>{post.approval.reason ? words.find.words(post.approval.reason) : words.page.noReason}</>
    )
  if (scheduled_at !== null && post.status !== 'draft')
    return (
      <>
        {rich(post.outcome === 'scheduled' ? words.page.forTime : words.page.wasFor, {
          time: <At at={scheduled_at} workspaceZone={zone} />,
        })}
      </>
    )
  return <>{rich(words.page.changedAt, { time: <At at={post.updated_at} /> })}</>
}

function Actions({ post, actions }: { post: Post; actions: PostActions }) {
  const { edits, publishes } = useHere()
  const say = useSay()
  const navigate = useNavigate()
  const copy = (text: string, said: string) =>
    void navigator.clipboard.writeText(text).then(
      () => say(said),
      () => say(words.page.noClipboard),
    )
  const [takingDown, setTakingDown] = useState(false)
  const [hurrying, setHurrying] = useState(false)
  const address = `${window.location.origin}/api/posts/${post.id}`
  const settled = post.outcome !== 'publishing'
  const deleted = post.deleted_at !== null
  const waits = post.approval?.state === 'awaiting'
  return (
    <>
      {edits && deleted && (
        <Button
          look="primary"
          icon="undo"
          busy={actions.busy === 'restore'}
          onClick={actions.restore}
        >
          {common.act.restore}
        </Button>
      )}
      {edits && !deleted && (post.outcome === 'draft' || post.outcome === 'scheduled') && (
        <LinkButton icon="pen" to="/posts/$id/edit" params={{ id: String(post.id) }}>
          {common.act.edit}
        </LinkButton>
      )}
      {waits && !deleted && (
        <LinkButton
          {...(publishes && { look: 'primary' as const })}
          icon="eye"
          to="/review/$id"
          params={{ id: String(post.id) }}
        >
          {common.act.review}
        </LinkButton>
      )}
      <Menu button={<Button icon="more">{common.act.more}</Button>}>
        {edits && (
          <MenuItem icon="copy" run={actions.duplicate}>
            {words.page.duplicate}
          </MenuItem>
        )}
        {edits && post.socialAccounts.length > 0 && (
          <MenuItem
            icon="retry"
            run={() => void navigate({ to: '/series/new', search: { post: String(post.id) } })}
          >
            {words.page.series}
          </MenuItem>
        )}
        <MenuItem icon="link" run={() => copy(window.location.href, words.page.linkCopied)}>
          {words.page.copyLink}
        </MenuItem>
        <MenuItem
          icon="copy"
          run={() => copy(JSON.stringify(post, null, 2), words.page.jsonCopied)}
        >
          {words.page.copyJson}
        </MenuItem>
        <MenuItem
          icon="copy"
          run={() =>
            copy(`curl -H "Authorization: Bearer $CRIER_KEY" ${address}`, words.page.commandCopied)
          }
        >
          {words.page.copyCurl}
        </MenuItem>
        {publishes && !deleted && post.outcome === 'scheduled' && (
          <MenuItem icon="send" run={() => setHurrying(true)}>
            {words.page.publishNow}
          </MenuItem>
        )}
        {edits && !deleted && settled && <MenuLine />}
        {edits && !deleted && post.outcome === 'scheduled' && (
          <MenuItem icon="cross" danger run={actions.cancel}>
            {words.page.offSchedule}
          </MenuItem>
        )}
        {publishes && removable(post).length > 0 && (
          <MenuItem icon="undo" danger run={() => setTakingDown(true)}>
            {words.removal.open}
          </MenuItem>
        )}
        {edits && !deleted && settled && post.status !== 'scheduled' && (
          <MenuItem icon="trash" danger run={actions.remove}>
            {common.act.delete}
          </MenuItem>
        )}
      </Menu>
      {hurrying && (
        <Confirm
          title={`${words.page.publishNow}?`}
          action={words.page.publishNow}
          look="primary"
          run={actions.publishNow}
          onClose={() => setHurrying(false)}
        >
          <p>{words.page.publishText}</p>
        </Confirm>
      )}
      {takingDown && (
        <TakeDown post={post} actions={actions} onClose={() => setTakingDown(false)} />
      )}
    </>
  )
}

const ways = {
  rest: words.page.byApi,
  mcp: words.page.byAssistant,
  dashboard: words.page.here,
} as const

/** What the post is: text, files, comment, options, and where it came from. */
function What({ post }: { post: Post }) {
  const here = useHere()
  const { data: capabilities } = useQuery(capabilitiesQuery(here))
  const versions = versionsOf(
    post,
    (platform) => capabilities?.platforms[platform]?.first_comment ?? true,
  )
  return (
    <Card className="grid gap-5">
      <h2 className="sr-only">{words.page.thePost}</h2>
      <div className="grid gap-5">
        {versions.length === 0 && <Words text={post.content} />}
        {versions.map((version) => (
          <div
            key={version.key}
            className="grid gap-3 border-line not-first:border-t not-first:pt-5"
          >
            {versions.length > 1 && (
              <p className="text-sm font-medium text-muted">
                {version.accounts.map(fullNameOf).join(', ')}
              </p>
            )}
            {version.at !== null && (
              <p className="text-sm text-muted">
                <At at={version.at} />
              </p>
            )}
            <Words text={version.content} />
            <Following post={post} version={version} />
            {version.first_comment !== null && (
              <Fact label={words.fields.comment}>
                <Words text={version.first_comment} />
              </Fact>
            )}
            {version.options.map(({ name, value }) => (
              <Fact key={name} label={optionName(version.accounts[0]?.platform ?? '', name)}>
                {storedLabel(name, value)}
              </Fact>
            ))}
          </div>
        ))}
      </div>
      {post.media.length > 0 && versions.some(({ following }) => following.length) ? (
        <Fact label={words.page.firstFiles}>
          <Pictures media={post.media} />
        </Fact>
      ) : (
        <Pictures media={post.media} />
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-4 text-sm">
        <dt className="text-muted">{words.page.number}</dt>
        <dd className="font-mono">{post.id}</dd>
        <dt className="text-muted">{words.page.written}</dt>
        <dd>
          <At at={post.created_at} />, {ways[post.created_via]}
        </dd>
        {post.created_by && isNamed(post.created_by) && (
          <>
            <dt className="text-muted">{words.page.by}</dt>
            <dd className="break-words">{whoOf(post.created_by)}</dd>
          </>
        )}
        {post.asked_by && post.approval?.state === 'awaiting' && (
          <>
            <dt className="text-muted">{words.page.askedBy}</dt>
            <dd className="break-words">{post.asked_by.name}</dd>
          </>
        )}
        {post.in_doubt !== null && (
          <>
            <dt className="text-muted">{words.page.inDoubt}</dt>
            <dd>{post.in_doubt === 'ask' ? words.page.askPerson : words.page.lookAndSend}</dd>
          </>
        )}
      </dl>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <p className="text-sm text-muted">{label}</p>
      <div className="break-words">{children}</div>
    </div>
  )
}

/** What may keep it from going out as it is planned. */
function Risks({ post }: { post: Post }) {
  const { risks = [] } = post
  if (!risks.length) return null
  return (
    <Card>
      <h2 className="mb-2 font-medium">{words.line.atRisk}</h2>
      <ul aria-label={words.line.atRisk} className="grid gap-2 text-sm text-warn">
        {risks.map(({ code, account_id }) => {
          const account = post.socialAccounts.find(({ id }) => id === account_id)
          const whose = account ? `${fullNameOf(account)}: ` : ''
          return <li key={`${code} ${account_id}`}>{whose + words.risks[code]}</li>
        })}
      </ul>
    </Card>
  )
}

/** Who may not manage keys hears of a person neither the number nor the name: “Somebody” would say nothing. */
function isNamed({ kind, id, name }: NonNullable<Post['created_by']>) {
  return kind !== 'person' || id !== null || name !== null
}
