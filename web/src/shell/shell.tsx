/** The frame of every room inside: where to go, in which workspace, as whom. */
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ask, sentenceOf } from '../api/ask.ts'
import { Live } from '../live/live.tsx'
import { meQuery } from '../api/queries.ts'
import { endSession } from '../api/session.ts'
import { Icon } from '../ui/icon.tsx'
import { failed, useSay } from '../ui/said.tsx'
import { Skeleton } from '../ui/states.tsx'
import { Bars, measureBars } from './bars.tsx'
import { Brand } from './brand.tsx'
import { useCalm } from './calm.ts'
import { useFocusKept } from './focus.ts'
import { Finder } from './finder.tsx'
import { FootBar } from './foot-bar.tsx'
import { useHere } from './here.ts'
import { PausedBar } from './paused.tsx'
import { Rooms } from './rooms.tsx'
import { Unconfirmed } from './unconfirmed.tsx'
import { WorkspaceSwitch, NewWorkspace } from './workspace-switch.tsx'
import { common } from '../words/common.ts'
import { Card, Page } from '../ui/page.tsx'

// What opens over a room weighs as much as a room: it comes behind the first one, and without it the rest goes on.
const Bell = lazy(() =>
  import('../rooms/notices/bell.tsx').then(
    (there) => ({ default: there.Bell }),
    () => ({ default: NoBell }),
  ),
)

function NoBell() {
  return (
    <span aria-hidden="true" className="grid size-11 place-items-center text-muted">
      <Icon name="bell" />
    </span>
  )
}

const AsOf = lazy(() =>
  import('../rooms/frame/as-of.tsx').then(
    (there) => ({ default: there.AsOf }),
    () => ({ default: () => null }),
  ),
)

const widths = { narrow: 'max-w-4xl', wide: 'max-w-7xl', full: 'h-full' } as const

export function Shell() {
  const { data } = useSuspenseQuery(meQuery)
  const { pathname } = useLocation()
  // Open in this room: it closes behind whoever goes on to another.
  const [openIn, setOpenIn] = useState<string>()
  const open = openIn === pathname
  const leave = useLeave()
  const calm = useCalm()
  useFocusKept()
  const width = useMatches({
    select: (matches) => matches.at(-1)?.staticData.width ?? 'narrow',
  })
  // Signed out in this very moment; the router is on its way to sign-in.
  if (!data) return null
  if (!data.workspaces.length) return <FirstWorkspace />
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:start-3 focus:z-50 focus:rounded-md focus:bg-accent focus:px-4 focus:py-2 focus:text-on-accent"
      >
        {common.frame.skip}
      </a>
      <header className="sticky top-0 z-30 flex flex-col border-line bg-card max-lg:border-b lg:h-dvh lg:overflow-y-auto lg:border-e">
        <div className="flex items-center justify-between px-4 py-3 lg:ps-5 lg:py-4">
          <Brand />
          <Live />
          <Finder />
          <Suspense fallback={<NoBell />}>{calm ? <Bell /> : <NoBell />}</Suspense>
        </div>
        <FootBar
          open={open}
          toggle={() => setOpenIn(open ? undefined : pathname)}
          close={() => setOpenIn(undefined)}
        />
        <div
          id="menu"
          className={`${open ? 'flex' : 'hidden'} flex-1 flex-col gap-3 px-3 pb-3 lg:flex`}
        >
          <WorkspaceSwitch />
          <Rooms />
          <Person name={data.person.name} email={data.person.email} leave={() => void leave()} />
        </div>
      </header>
      <div className="flex min-w-0 flex-col pb-(--foot)">
        <div ref={measureBars}>
          <Bars />
          <div role="status">
            {calm && (
              <Suspense>
                <AsOf />
              </Suspense>
            )}
          </div>
          <PausedBar />
        </div>
        <main
          id="main"
          tabIndex={-1}
          className={`min-w-0 flex-1 ${width === 'full' ? '' : 'px-4 py-6 sm:px-8 lg:py-10'}`}
        >
          {!data.person.email_confirmed && width !== 'full' && (
            <Unconfirmed email={data.person.email} />
          )}
          <div className={`mx-auto grid grid-cols-[minmax(0,1fr)] gap-6 ${widths[width]}`}>
            <Suspense fallback={<Skeleton what={common.frame.what} rows={4} />}>
              <Outlet />
            </Suspense>
          </div>
        </main>
      </div>
    </div>
  )
}

/** As whom, in which role, and the way out. */
function Person({ name, email, leave }: { name: string; email: string; leave: () => void }) {
  const { role } = useHere().workspace
  return (
    <div className="mt-auto flex items-center gap-1 border-t border-line ps-3 pt-3">
      <div className="min-w-0 flex-1" title={email}>
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="truncate text-xs text-muted">{common.roles[role]}</p>
      </div>
      <button
        type="button"
        aria-label={common.frame.signOut}
        title={common.frame.signOut}
        onClick={leave}
        className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunk hover:text-ink"
      >
        <Icon name="exit" />
      </button>
    </div>
  )
}

function useLeave() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useSay()
  return async () => {
    try {
      await endSession(queries, () => ask('POST', '/sign-out'))
      await navigate({ to: '/sign-in' })
      say(common.frame.signedOut)
    } catch (error) {
      say(sentenceOf(error), failed)
    }
  }
}

/** For whoever left their last one. */
function FirstWorkspace() {
  return (
    <main className="mx-auto max-w-lg p-6">
      <Page title={common.act.makeWorkspace} lead={common.firstWorkspace.lead}>
        <Card>
          <NewWorkspace done={() => {}} />
        </Card>
      </Page>
    </main>
  )
}
