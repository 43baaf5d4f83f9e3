import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'

const parts = [
  { to: '/settings', label: 'You' },
  { to: '/settings/security', label: 'Password and sessions' },
  { to: '/settings/notices', label: 'Notices' },
  { to: '/settings/workspace', label: 'Workspace' },
  { to: '/settings/schedule', label: 'Posting schedule' },
  { to: '/settings/activity', label: 'Activity' },
  { to: '/settings/plan', label: 'Plan and usage' },
] as const

export function Settings({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  return (
    <Page title={title} {...(lead !== undefined && { lead })}>
      <nav aria-label="Settings" className="-mt-2 border-b border-line">
        <ul className="-mb-px flex flex-wrap gap-x-1">
          {parts.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: true }}
                className="inline-flex min-h-11 items-center border-b-2 px-3 text-sm"
                activeProps={{ className: 'border-accent font-semibold' }}
                inactiveProps={{ className: 'border-transparent text-muted hover:text-ink' }}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </Page>
  )
}
