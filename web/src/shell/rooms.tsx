import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { approvalsQuery } from '../api/queries.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useHere } from './here.ts'

const rooms = [
  { to: '/', label: 'Overview', icon: 'home' },
  { to: '/posts', label: 'Posts', icon: 'inbox' },
  { to: '/accounts', label: 'Accounts', icon: 'share' },
  { to: '/keys', label: 'API keys', icon: 'key' },
  { to: '/apps', label: 'Connected apps', icon: 'plug' },
  { to: '/members', label: 'Members', icon: 'people' },
  { to: '/settings', label: 'Settings', icon: 'gear' },
] as const satisfies readonly { to: string; label: string; icon: IconName }[]

export function Rooms() {
  const here = useHere()
  const { data } = useQuery(approvalsQuery(here))
  const waiting = data?.total ?? 0
  return (
    <nav aria-label="Rooms">
      <ul className="grid gap-0.5">
        {rooms.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/' }}
              className="flex min-h-11 items-center gap-3 rounded-md px-3 hover:bg-sunk"
              activeProps={{ className: 'bg-accent-soft text-accent-strong font-semibold' }}
            >
              <Icon name={icon} />
              {label}
              {to === '/' && waiting > 0 && (
                <span className="ml-auto rounded-full bg-accent px-2 text-xs font-semibold text-on-accent">
                  {waiting}
                  <span className="sr-only"> to approve</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
