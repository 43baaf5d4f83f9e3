/** One who may act for the workspace: a key or an app, with what can be done about it. */
import type { ReactNode } from 'react'
import type { Account, Leash } from '../../api/types.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/notice.tsx'
import { hasEnded, limitsOf } from './words.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/access.ts'

export interface Doing {
  label: string
  run: () => void
}

export function HolderRow({
  name,
  about,
  leash,
  accounts,
  doings,
}: {
  name: string
  about: ReactNode
  leash: Leash
  accounts: readonly Account[]
  doings: readonly Doing[]
}) {
  const limits = limitsOf(leash, accounts)
  return (
    <li className="grid gap-3 p-4 sm:px-5">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="font-semibold wrap-anywhere">
            {name}
          </span>
          {leash.paused && <Badge tone="warn">{common.state.paused}</Badge>}
          {hasEnded(leash) && <Badge tone="danger">{words.holder.ended}</Badge>}
        </p>
        <p className="text-sm break-words text-muted">{about}</p>
        <p className="text-sm break-words">
          {limits.length ? words.holder.leash(limits.join(' · ')) : words.holder.noLeash}
        </p>
      </div>
      {doings.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {doings.map(({ label, run }) => (
            <Button
              key={label}
              small
              look="secondary"
              onClick={run}
              aria-label={`${label}: ${name}`}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}
