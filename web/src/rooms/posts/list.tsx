import type { Post } from '@crier/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { type PostFilter, postsQuery } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { More } from '../../ui/more.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useHeldBack } from '../../ui/use-held-back.ts'
import { WaitingRows } from '../../ui/waiting-rows.tsx'
import { number } from '../../words/format.ts'
import { PostLine } from './post-line.tsx'
import { words } from '../../words/posts.ts'

/** Which rows are chosen, over all lists of the room. */
export interface Chosen {
  posts: ReadonlyMap<number, Post>
  choose(posts: readonly Post[], chosen: boolean): void
}

export function PostList({
  filter,
  label,
  chosen,
  empty,
  per_page = 50,
  heading,
  but = () => false,
}: {
  filter: PostFilter
  label: string
  /** Undefined: rows cannot be chosen. */
  chosen: Chosen | undefined
  /** What stands there without any. */
  empty: ReactNode
  per_page?: number
  heading?: (total: number) => ReactNode
  /** Those that are shown elsewhere in the room. */
  but?: (post: Post) => boolean
}) {
  const here = useHere()
  const query = useInfiniteQuery(postsQuery(here, filter, per_page))
  return (
    <Loaded query={query} what={words.list.what} rows={4}>
      {({ pages }) => {
        const found = pages.flatMap(({ data }) => data)
        const posts = found.filter((post) => !but(post))
        const total = (pages[0]?.total ?? 0) - (found.length - posts.length)
        if (!posts.length && !query.hasNextPage) return empty
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {heading?.(total)}
            <Found
              key={JSON.stringify(filter)}
              {...{ posts, total, label, chosen, plain: heading !== undefined }}
            />
            <More query={query} />
          </div>
        )
      }}
    </Loaded>
  )
}

/** The rows that came while somebody reads wait above the others, and are not chosen with them. */
function Found({
  posts,
  total,
  label,
  chosen,
  plain,
}: {
  posts: readonly Post[]
  total: number
  label: string
  chosen: Chosen | undefined
  /** Without the line that chooses all and counts them. */
  plain: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  const { shown, ...held } = useHeldBack(posts, list)
  const all = shown.every(({ id }) => chosen?.posts.has(id))
  return (
    <div className="overflow-clip rounded-lg border border-line bg-card shadow-card">
      {chosen && !plain && (
        <div className="flex min-h-10 items-center gap-3 border-b border-line bg-sunk/40 px-3 text-sm text-muted sm:px-4">
          <label className="flex cursor-pointer items-center gap-3">
            <span className="grid size-9 place-items-center pointer-coarse:size-11">
              <input
                type="checkbox"
                checked={all}
                onChange={({ target }) => chosen.choose(shown, target.checked)}
                className="size-4.5 accent-accent"
              />
            </span>
            <span>
              {words.list.allShown}
              <span className="sr-only"> {words.list.inList(label)}</span>
            </span>
          </label>
          <span className="ms-auto tabular-nums">
            {posts.length < total
              ? words.list.of(number(posts.length), number(total))
              : number(total)}
          </span>
        </div>
      )}
      <WaitingRows {...held} list={list} />
      <ul ref={list} tabIndex={-1} aria-label={label} className="divide-y divide-line outline-none">
        {shown.map((post) => (
          <PostLine
            key={post.id}
            post={post}
            chosen={chosen?.posts.has(post.id) ?? false}
            choose={chosen && ((now) => chosen.choose([post], now))}
          />
        ))}
      </ul>
    </div>
  )
}
