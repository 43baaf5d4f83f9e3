/** What goes out behind the first part, whole: texts and files. */
import type { Post } from '@crier/sdk'
import type { ReactNode } from 'react'
import { filesOf } from '../../api/posts.ts'
import { words } from '../../words/posts.ts'
import { Pictures, Words } from './content.tsx'
import type { Version } from './goes-out.ts'

export function Following({
  post,
  version: { following, more_media },
  whole = false,
  around = (_, children) => children,
}: {
  post: Pick<Post, 'media' | 'part_media'>
  version: Version
  /** Each file large, with what is said of it. */
  whole?: boolean
  /** What each part stands in; `0` are files that the first has beside the post's own. */
  around?: (index: number, children: ReactNode) => ReactNode
}) {
  const all = filesOf(post)
  const files = (ids: readonly number[]) =>
    ids.flatMap((id) => all.find((each) => each.id === id) ?? [])
  if (!following.length && !more_media.length) return null
  return (
    <>
      {more_media.length > 0 && around(0, <Pictures media={files(more_media)} whole={whole} />)}
      {following.length > 0 && (
        <ol aria-label={words.parts.follows} className="grid gap-4">
          {following.map(({ content, media_ids }, index) => (
            <li key={index} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
              <span className="grid size-6 place-items-center rounded-full bg-sunk text-xs font-semibold text-muted tabular-nums">
                {index + 2}
              </span>
              {around(
                index + 1,
                <div className="grid gap-3">
                  <Words text={content} />
                  <Pictures media={files(media_ids)} whole={whole} />
                </div>,
              )}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
