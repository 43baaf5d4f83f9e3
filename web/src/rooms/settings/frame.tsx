import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { administersQuery } from '../../api/queries.ts'
import { Page } from '../../ui/page.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'
import { parts } from './parts.ts'

/** For whoever runs the whole of it. */
const own = { to: '/settings/instance', label: words.frame.instance } as const

export function Settings({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  const { data } = useQuery(administersQuery)
  return (
    <Page title={title} {...(lead !== undefined && { lead })}>
      <nav aria-label={common.thing.settings} className="-mt-2">
        {/* Without a line below: in many widths they stand in two rows. */}
        <ul className="flex flex-wrap gap-1">
          {[...parts, ...(data?.administers ? [own] : [])].map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: true }}
                className="inline-flex min-h-9 items-center rounded-full px-3 text-sm pointer-coarse:min-h-11"
                activeProps={{ className: 'bg-accent-soft font-semibold text-accent-strong' }}
                inactiveProps={{ className: 'text-muted hover:bg-sunk hover:text-ink' }}
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
