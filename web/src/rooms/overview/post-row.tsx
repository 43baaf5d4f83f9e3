import type { Post } from '@crier/sdk'
import type { ReactNode } from 'react'
import { platformName } from '../../ui/platform-mark.tsx'
import { common } from '../../words/common.ts'

type Shown = Pick<Post, 'content' | 'socialAccounts' | 'media'>

/** A post in short: its text, where it goes, and when. */
export function PostRow({
  post: { content, socialAccounts, media },
  when,
  children,
}: {
  post: Shown
  when: ReactNode
  children?: ReactNode
}) {
  return (
    <li className="grid gap-2 p-4 sm:px-5">
      <p dir="auto" className="line-clamp-3 break-words whitespace-pre-line">
        {content || common.thing.withoutText}
      </p>
      <p className="text-sm break-words text-muted">
        {when}
        {socialAccounts.map(({ id, platform, username }) => (
          <span key={id}>
            {' · '}
            {platformName(platform)} {username}
          </span>
        ))}
        {media.length > 0 && ` · ${common.count.files(media.length)}`}
      </p>
      {children}
    </li>
  )
}
