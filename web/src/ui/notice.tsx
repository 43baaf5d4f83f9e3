import type { ReactNode } from 'react'
import { langOf } from '../api/refusals.ts'
import { Icon } from './icon.tsx'

const kinds = {
  danger: { look: 'bg-danger-soft text-danger', icon: 'warning', role: 'alert' },
  warn: { look: 'bg-warn-soft text-warn', icon: 'warning', role: 'note' },
  good: { look: 'bg-accent-soft text-accent-strong', icon: 'check', role: 'status' },
} as const

/** Something to know before going on. */
export function Notice({ kind, children }: { kind: keyof typeof kinds; children: ReactNode }) {
  const { look, icon, role } = kinds[kind]
  return (
    <div role={role} className={`flex gap-2.5 rounded-md px-4 py-3 ${look}`}>
      <Icon name={icon} className="mt-0.5 size-5" />
      <div className="min-w-0 break-words" lang={langOf(children)}>
        {children}
      </div>
    </div>
  )
}

const tones = {
  plain: 'bg-sunk text-ink',
  good: 'bg-accent-soft text-accent-strong',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
} as const

export function Badge({
  tone = 'plain',
  children,
}: {
  tone?: keyof typeof tones
  children: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
