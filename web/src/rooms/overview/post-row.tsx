import type { Post } from '@crier/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { fullNameOf } from '../../ui/called.ts'
import { Face } from '../../ui/face.tsx'
import { Icon } from '../../ui/icon.tsx'
import { common } from '../../words/common.ts'

type Shown = Pick<Post, 'id' | 'content' | 'socialAccounts' | 'media'>

const FACES = 5

/** A post in short: its text, where it goes, and when. All of it leads to the post. */
export function PostRow({
  post,
  when,
  to = '/posts/$id',
  action,
  children,
}: {
  post: Shown
  when: ReactNode
  to?: '/posts/$id' | '/review/$id'
  /** The one thing to do about it: in its line. */
  action?: ReactNode
  /** What is wrong, and what can be done: beside the way to the post, not in it. */
  children?: ReactNode
}) {
  const [first] = post.media
  return (
    <li className="relative grid gap-x-4 gap-y-3 p-4 transition-colors hover:bg-sunk/50 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:px-5">
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
        <div className="min-w-0">
          <Link
            to={to}
            params={{ id: String(post.id) }}
            dir="auto"
            className="line-clamp-2 break-words after:absolute after:inset-0"
          >
            {post.content.trim() || common.thing.withoutText}
          </Link>
          <p className="text-sm text-muted">{when}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Faces accounts={post.socialAccounts} />
        {action}
      </div>
      {children && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-span-2">
          {children}
        </div>
      )}
    </li>
  )
}

function Faces({ accounts }: { accounts: Post['socialAccounts'] }) {
  const said = accounts.map(fullNameOf)
  return (
    <span role="img" aria-label={said.join(', ')} className="flex items-center gap-2">
      {accounts.slice(0, FACES).map(({ id, name, avatar_url, platform }) => (
        <span key={id} title={name}>
          <Face name={name} avatar_url={avatar_url} platform={platform} size="small" />
        </span>
      ))}
      {accounts.length > FACES && (
        <span className="text-sm text-muted">+{accounts.length - FACES}</span>
      )}
    </span>
  )
}
