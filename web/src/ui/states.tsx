/** What is shown instead of content: while it comes, when there is none, and when it cannot be had. */
import type { UseQueryResult } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { sentenceOf } from '../api/ask.ts'
import { langOf } from '../api/refusals.ts'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Notice } from './notice.tsx'
import { common } from '../words/common.ts'

// Nothing fails before it is there; without it the sentence is enough.
export const RequestId = lazy<ComponentType<{ error: unknown }>>(() =>
  import('./request-id.tsx').then(
    (there) => ({ default: there.RequestId }),
    () => ({ default: () => null }),
  ),
)

export function Loaded<Data>({
  query,
  what,
  rows = 3,
  title,
  children,
}: {
  query: UseQueryResult<Data>
  /** As in “Loading accounts”. */
  what: string
  rows?: number
  /** Of a page that has no other heading, when there is nothing to show. */
  title?: ReactNode
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) {
    return (
      <>
        {title}
        <Notice kind="danger">
          <p lang={langOf(sentenceOf(query.error))}>{sentenceOf(query.error)}</p>
          <Suspense>
            <RequestId error={query.error} />
          </Suspense>
          <Button small className="mt-3" onClick={() => void query.refetch()}>
            {common.act.tryAgain}
          </Button>
        </Notice>
      </>
    )
  }
  return <Skeleton what={what} rows={rows} />
}

export function Skeleton({ what, rows = 3 }: { what: string; rows?: number }) {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{common.loading.of(what)}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton h-16" />
      ))}
    </div>
  )
}

export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-edge px-6 py-10 text-center">
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon name={icon} className="size-6" />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      <div className="max-w-[48ch] text-muted">{children}</div>
      {action}
    </div>
  )
}
