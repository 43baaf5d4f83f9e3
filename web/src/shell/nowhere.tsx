import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Suspense } from 'react'
import { sentenceOf } from '../api/ask.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page, useHeading } from '../ui/page.tsx'
import { Brand } from './brand.tsx'
import { MissingRoom } from './version.ts'
import { RequestId, Skeleton } from '../ui/states.tsx'
import { common } from '../words/common.ts'

export function Nowhere() {
  return (
    <Alone title={common.nowhere.title} text={common.nowhere.text}>
      <LinkButton to="/" look="primary">
        {common.act.toOverview}
      </LinkButton>
    </Alone>
  )
}

export function Crash({ error }: ErrorComponentProps) {
  return (
    <Alone title={common.nowhere.broke} text={sentenceOf(error)}>
      <Button look="primary" onClick={() => window.location.reload()}>
        {common.nowhere.loadAgain}
      </Button>
    </Alone>
  )
}

/** In the place of one room; the way to the others stays. */
export function RoomCrash({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const missing = error instanceof MissingRoom
  return (
    <Page title={common.shell.crashed}>
      <Notice kind="danger">
        <p>{missing ? common.shell.missing : sentenceOf(error)}</p>
        <Suspense>
          <RequestId error={error} />
        </Suspense>
        <p className="mt-3 flex flex-wrap gap-2">
          {!missing && (
            <Button
              small
              onClick={() => {
                reset()
                void router.invalidate()
              }}
            >
              {common.shell.tryAgain}
            </Button>
          )}
          <Button small onClick={() => window.location.reload()}>
            {common.shell.loadAgain}
          </Button>
        </p>
      </Notice>
    </Page>
  )
}

function Alone({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: React.ReactNode
}) {
  const heading = useHeading(title)
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center justify-items-start gap-4 p-6">
      <Link to="/" aria-label={common.nowhere.home}>
        <Brand />
      </Link>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className="text-muted">{text}</p>
      {children}
    </main>
  )
}

/** While a room comes. */
export function Pending() {
  return (
    <div className="mx-auto max-w-4xl p-6">
      <Skeleton what={common.frame.whatPage} rows={4} />
    </div>
  )
}
