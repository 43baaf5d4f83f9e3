import type { ReactNode } from 'react'
import type { Tone } from './states.ts'

const tones: Record<Tone, readonly [ground: string, dot: string]> = {
  plain: ['bg-sunk text-ink', 'bg-edge'],
  good: ['bg-good-soft text-good', 'bg-good'],
  warn: ['bg-warn-soft text-warn', 'bg-warn'],
  danger: ['bg-danger-soft text-danger', 'bg-danger'],
  now: ['bg-info-soft text-info', 'bg-info animate-pulse'],
}

/** A state, by its word and by a dot. */
export function StateBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  const [ground, dot] = tones[tone]
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-medium whitespace-nowrap ${ground}`}
    >
      <span aria-hidden="true" className={`size-1.5 rounded-full ${dot}`} />
      {children}
    </span>
  )
}
