import type { Post } from '@crier/sdk'
import { Link } from '@tanstack/react-router'
import { useHere } from '../../shell/here.ts'
import { Chip } from '../../ui/chips.tsx'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icon.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { Ago, At } from '../../ui/time.tsx'
import { calledIn } from '../post/called-in.ts'
import { StateBadge } from '../post/state-badge.tsx'
import { standingOf, type Tone } from '../post/states.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'
import { rich } from '../../ui/rich.tsx'

const FACES = 5
const LABELS = 4

const dots: Record<Tone, string> = {
  plain: 'bg-edge',
  good: 'bg-good',
  warn: 'bg-warn',
  danger: 'bg-danger',
  now: 'bg-info animate-pulse',
}

/** A post in a list: how it begins, where it goes, how it stands. */
export function PostLine({
  post,
  chosen,
  choose,
}: {
  post: Post
  chosen: boolean
  choose: ((chosen: boolean) => void) | undefined
}) {
  const here = useHere()
  const { tone, label } = stateOf(post)
  const [first] = post.media
  const text = post.content.trim() || common.thing.withoutText
  const awaits = post.approval?.state === 'awaiting' && post.deleted_at === null
  const at = post.published_at ?? (post.status === 'draft' ? null : post.scheduled_at)
  return (
    <li
      className={`relative grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-3 py-3 transition-colors sm:px-4 ${choose ? '' : 'grid-cols-[minmax(0,1fr)]'} ${chosen ? 'bg-accent-soft/50' : 'hover:bg-sunk/50'}`}
    >
      {choose && (
        <label className="relative z-10 grid size-9 cursor-pointer place-items-center pointer-coarse:size-11">
          <input
            type="checkbox"
            checked={chosen}
            onChange={({ target }) => choose(target.checked)}
            aria-label={words.line.choose(text.slice(0, 60))}
            className="size-4.5 accent-accent"
          />
        </label>
      )}
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] items-center gap-x-4 gap-y-2 md:grid-cols-[minmax(0,1fr)_auto_11.5rem]">
        <div className="flex min-w-0 items-center gap-3">
          {first && (
            <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-md bg-sunk text-muted">
              {first.thumbnail_url === null ? (
                <Icon name={first.mime_type.startsWith('video') ? 'film' : 'image'} />
              ) : (
                <img src={first.thumbnail_url} alt="" className="size-full object-cover" />
              )}
            </span>
          )}
          <Link
            {...(awaits && here.publishes
              ? { to: '/review/$id' as const }
              : { to: '/posts/$id' as const })}
            params={{ id: String(post.id) }}
            className="min-w-0 rounded-sm after:absolute after:inset-0"
          >
            <span dir="auto" className="line-clamp-2 break-words">
              {text}
            </span>
            <Kept post={post} />
          </Link>
        </div>
        <Faces post={post} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:grid md:justify-items-end md:text-end">
          <StateBadge tone={tone}>{label}</StateBadge>
          <span className="text-sm text-muted">
            {at !== null && <At at={at} />}
            {at === null &&
              awaits &&
              (post.scheduled_at === null ? words.line.atOnce : <At at={post.scheduled_at} />)}
            {at === null && !awaits && (
              <>{rich(words.page.changedAt, { time: <Ago at={post.updated_at} /> })}</>
            )}
          </span>
        </div>
      </div>
    </li>
  )
}

/** What it is kept under, and whether more follows. */
function Kept({ post: { labels, thread } }: { post: Post }) {
  const parts = thread?.length ? thread.length + 1 : 0
  if (!labels.length && !parts) return null
  return (
    <span className="mt-1 flex flex-wrap items-center gap-1.5">
      {parts > 0 && (
        <span className="rounded-full bg-sunk px-2.5 py-0.5 text-xs font-medium text-muted">
          {words.kept.parts(parts)}
        </span>
      )}
      {labels.slice(0, LABELS).map((label) => (
        <Chip key={label} word={label} />
      ))}
      {labels.length > LABELS && (
        <span className="text-xs text-muted">+{labels.length - LABELS}</span>
      )}
    </span>
  )
}

/** Where it goes, each with how it stands there. */
function Faces({ post }: { post: Post }) {
  const accounts = post.socialAccounts
  const said = post.per_account
    .map((each) => {
      const name = platformName(each.platform)
      return `${name} ${calledIn(post, each)}: ${standingOf(each, post, name).label}`
    })
    .join(', ')
  return (
    <span role="img" aria-label={said || words.line.noAccount} className="flex items-center gap-2">
      {accounts.slice(0, FACES).map((account, index) => {
        const standing = post.per_account[index]
        const tone = standing ? standingOf(standing, post, '').tone : 'plain'
        return (
          <span key={account.id} className="relative" title={account.name}>
            <Face
              name={account.name}
              avatar_url={account.avatar_url}
              platform={account.platform}
              size="small"
            />
            {tone !== 'plain' && (
              <span
                aria-hidden="true"
                className={`absolute -top-0.5 -start-0.5 size-2.5 rounded-full ring-2 ring-card ${dots[tone]}`}
              />
            )}
          </span>
        )
      })}
      {accounts.length > FACES && (
        <span aria-hidden="true" className="text-sm text-muted">
          +{accounts.length - FACES}
        </span>
      )}
    </span>
  )
}

const labels = {
  draft: ['plain', common.state.draft],
  scheduled: ['plain', common.state.scheduled],
  publishing: ['now', common.state.publishing],
  published: ['good', common.state.published],
  partial: ['warn', words.line.inPart],
  failed: ['danger', common.state.notPublished],
  deleted: ['plain', common.state.deleted],
} as const satisfies Record<Post['outcome'], readonly [Tone, string]>

function stateOf(post: Post): { tone: Tone; label: string } {
  if (post.needs.includes('decision')) return { tone: 'warn', label: words.standing.isItThere }
  if (post.needs.includes('approval')) return { tone: 'warn', label: words.needs.approval }
  if (post.needs.includes('reconnect')) return { tone: 'warn', label: common.act.reconnect }
  if (post.approval?.state === 'declined' && post.deleted_at === null)
    return { tone: 'danger', label: words.line.declined }
  if (
    post.per_account.length &&
    post.per_account.every(({ removal }) => removal?.state === 'removed')
  )
    return { tone: 'plain', label: words.removal.removed }
  if (post.per_account.some(({ waits_for }) => waits_for?.code === 'paused'))
    return { tone: 'warn', label: common.state.paused }
  if (post.risks?.length) return { tone: 'warn', label: words.line.atRisk }
  const [tone, label] = labels[post.outcome]
  return { tone, label }
}
