/** A post inside of an MCP client: how it will look, how far it is, and the button that makes what was only tried. */
import type { Post } from '@crier/sdk'
import { useState } from 'react'
import { Preview } from '../previews/preview.tsx'
import { type Version, versionsOf } from '../rooms/post/goes-out.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { platformName } from '../ui/platform-mark.tsx'
import { At } from '../ui/time.tsx'
import { rich } from '../ui/rich.tsx'
import { ofService } from '../words/language.ts'
import { words } from '../words/view.ts'
import { fileOf, type File } from '../writing/composition.ts'
import type { Host, ToolResult } from './host.ts'

export interface Shown {
  /** What the tool was called with. */
  input: Readonly<Record<string, unknown>>
  result: ToolResult
}

/** `home`: where the dashboard is. */
export function PostView({ host, shown, home }: { host: Host; shown: Shown; home: string }) {
  const [later, setLater] = useState<ToolResult>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const post = postIn(later ?? shown.result)
  if (!post) return <p className="p-4 text-muted">{textIn(shown.result) ?? words.nothing}</p>

  async function make() {
    setBusy(true)
    setProblem(undefined)
    try {
      const { dry_run: _, ...args } = shown.input
      const id = typeof args['id'] === 'number'
      const made = await host.call(id ? 'update_post' : 'schedule_post', args)
      if (made.isError === true) setProblem(textIn(made) ?? words.failed)
      else setLater(made)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : words.failed)
    }
    setBusy(false)
  }

  return (
    <main className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <p role="status" className="text-sm font-medium">
        {post.dry_run
          ? words.tried
          : rich(words.outcomes[post.outcome], {
              time: post.scheduled_at === null ? words.atOnce : <At at={post.scheduled_at} />,
            })}
      </p>
      {post.warnings.length > 0 && (
        <Notice kind="warn">
          {post.warnings.map((text) => (
            <p key={text} dir="auto" lang={ofService.lang}>
              {text}
            </p>
          ))}
        </Notice>
      )}
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] items-start gap-4">
        {versionsOf(post, () => true).map((version) => (
          <OneVersion key={version.key} post={post} version={version} />
        ))}
      </div>
      <Outcomes post={post} host={host} />
      {problem !== undefined && <Notice kind="danger">{problem}</Notice>}
      <div className="flex flex-wrap gap-2">
        {post.dry_run && host.calls && (
          <Button look="primary" busy={busy} onClick={() => void make()}>
            {words.make(wayOf(shown.input, post))}
          </Button>
        )}
        {!post.dry_run && host.opens && (
          <Button
            look={post.needs.length ? 'primary' : 'quiet'}
            onClick={() => void host.open(`${home}/posts/${post.id}`)}
          >
            {post.needs.includes('approval') ? words.approve : words.open}
          </Button>
        )}
      </div>
    </main>
  )
}

function OneVersion({ post, version }: { post: Post; version: Version }) {
  const [first, ...others] = version.accounts
  if (!first) return null
  const filesOf = (ids: readonly number[]): readonly File[] =>
    ids.flatMap((id) => post.media.filter((each) => each.id === id).map(fileOf))
  const own = post.platform_content.find(({ account_id }) => account_id === first.id)
  return (
    <div className="grid gap-1.5">
      <Preview
        platform={first.platform}
        name={first.name}
        username={first.username}
        avatar_url={first.avatar_url}
        text={version.content}
        files={filesOf([...post.media.map(({ id }) => id), ...version.more_media])}
        following={version.following.map(({ content, media_ids }) => ({
          text: content,
          files: filesOf(media_ids),
        }))}
        first_comment={version.first_comment ?? ''}
        options={{ ...post.platform_options[first.platform], ...own?.options }}
        card={post.link_cards?.find(({ account_ids }) => account_ids.includes(first.id))}
      />
      {others.length > 0 && (
        <p className="text-sm text-muted">
          {words.alsoOn(
            others.map(({ platform, username }) => `${platformName(platform)} ${username}`),
          )}
        </p>
      )}
    </div>
  )
}

/** Where it stands on each account, once it is more than a plan. */
function Outcomes({ post, host }: { post: Post; host: Host }) {
  const begun = post.per_account.filter(({ status }) => status !== 'pending')
  if (!begun.length || post.dry_run) return null
  return (
    <ul aria-label={words.accounts} className="grid gap-1 text-sm">
      {begun.map(({ account_id, platform, username, status, platform_url, error_message }) => (
        <li key={account_id} className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{`${platformName(platform)} ${username}`}</span>
          <span className="text-muted">{words.states[status]}</span>
          {platform_url !== null && host.opens && (
            <Button small look="quiet" onClick={() => void host.open(platform_url)}>
              {words.see}
            </Button>
          )}
          {error_message !== null && (
            <span className="text-danger" lang={ofService.lang}>
              {error_message}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What pressing the button does: by what the tool was asked for, or where the post stands. */
function wayOf({ when, scheduled_at }: Shown['input'], post: Post) {
  if (when === 'now') return 'now'
  if (when === 'draft') return 'draft'
  return scheduled_at !== undefined || post.scheduled_at !== null ? 'at' : 'draft'
}

/** A refusal has no post in it, and neither has what is not a post. */
function postIn({ isError, structuredContent }: ToolResult): Post | undefined {
  const isPost =
    isError !== true &&
    typeof structuredContent === 'object' &&
    structuredContent !== null &&
    'per_account' in structuredContent &&
    'socialAccounts' in structuredContent
  return isPost ? (structuredContent as Post) : undefined
}

function textIn({ content = [] }: ToolResult) {
  return content.find(({ type }) => type === 'text')?.text
}
