/** What tables of numbers share. */
import type { ReactNode } from 'react'
import { words } from '../../words/analytics.ts'

/** Never a 0, and heard in words. */
export function NotTold({ why = words.tables.notTold }: { why?: string }) {
  return (
    <span className="text-muted" title={why}>
      <span aria-hidden="true">–</span>
      <span className="sr-only">{why}</span>
    </span>
  )
}

/** A wide table scrolls by itself, with the keyboard too; the page does not. */
export function Scroller({
  label,
  tall = false,
  children,
}: {
  label: string
  tall?: boolean
  children: ReactNode
}) {
  return (
    <div
      role="group"
      aria-label={label}
      // Whoever has no pointer scrolls it with the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={`relative -mx-1 overflow-x-auto rounded-md px-1 ${tall ? 'max-h-96 overflow-y-auto' : ''}`}
    >
      {children}
    </div>
  )
}
