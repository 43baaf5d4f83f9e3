import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { approvalsQuery } from '../api/queries.ts'
import { LinkButton } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useHere } from './here.ts'
import { common } from '../words/common.ts'
import { useLetters } from './letters.ts'

/** What goes out and what became of it; then what it takes; then what programs take. */
export const roomGroups = [
  [
    { to: '/', label: common.thing.overview, icon: 'home' },
    { to: '/calendar', label: common.thing.calendar, icon: 'calendar' },
    { to: '/posts', label: common.thing.posts, icon: 'inbox' },
    { to: '/library', label: common.thing.library, icon: 'image' },
    { to: '/series', label: common.thing.series, icon: 'retry' },
    { to: '/analytics', label: common.thing.analytics, icon: 'chart' },
  ],
  [
    { to: '/accounts', label: common.thing.accounts, icon: 'share' },
    { to: '/members', label: common.thing.members, icon: 'people' },
    { to: '/settings', label: common.thing.settings, icon: 'gear' },
  ],
  [
    { to: '/keys', label: common.thing.keys, icon: 'key' },
    { to: '/apps', label: common.thing.apps, icon: 'plug' },
    { to: '/webhooks', label: common.thing.webhooks, icon: 'send' },
  ],
] as const satisfies readonly (readonly { to: string; label: string; icon: IconName }[])[]

export function Rooms() {
  const here = useHere()
  const { data } = useQuery(approvalsQuery(here))
  const waiting = data?.total ?? 0
  useRoomKeys(here.edits)
  return (
    <nav aria-label={common.rooms.label} className="grid gap-3">
      {here.edits && (
        <LinkButton to="/write" look="primary" icon="pen" preload={false} className="w-full">
          {common.nav.write}
        </LinkButton>
      )}
      {roomGroups.map((rooms, index) => (
        <ul
          key={index}
          className="grid gap-0.5 border-line not-first-of-type:border-t not-first-of-type:pt-3"
        >
          {rooms.map(({ to, label, icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: to === '/' }}
                className="flex min-h-9 items-center gap-3 rounded-md px-3 hover:bg-sunk pointer-coarse:min-h-11"
                activeProps={{ className: 'bg-accent-soft text-accent-strong font-semibold' }}
              >
                <Icon name={icon} />
                {label}{' '}
                {to === '/' && here.publishes && waiting > 0 && (
                  <span className="ms-auto rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
                    {waiting}
                    <span className="sr-only"> {common.rooms.toApprove}</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      ))}
    </nav>
  )
}

/** To write and to the rooms by a letter or two. */
function useRoomKeys(edits: boolean) {
  const navigate = useNavigate()
  useLetters({
    ...(edits && { c: () => void navigate({ to: '/write' }) }),
    'g h': () => void navigate({ to: '/' }),
    'g c': () => void navigate({ to: '/calendar' }),
    'g p': () => void navigate({ to: '/posts' }),
    'g l': () => void navigate({ to: '/library' }),
    'g a': () => void navigate({ to: '/analytics' }),
  })
}
