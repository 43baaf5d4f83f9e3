/** What opens by a press while somebody writes is here before the connection may go. */
import { useEffect } from 'react'
import { useCalm } from '../../shell/calm.ts'
import { room } from '../../shell/version.ts'

const parts: readonly (() => Promise<unknown>)[] = [
  () => room(() => import('./options.tsx')),
  () => room(() => import('./previews.tsx')),
  () => room(() => import('./at-time.tsx')),
  () => room(() => import('./near-time.tsx')),
  () => room(() => import('./problems.tsx')),
  () => room(() => import('./versions.tsx')),
  () => room(() => import('./now.tsx')),
  () => room(() => import('./sent.tsx')),
  () => room(() => import('./recover.tsx')),
  () => room(() => import('./conflict.tsx')),
  () => room(() => import('./elsewhere-bars.tsx')),
  () => room(() => import('./own-time.tsx')),
  () => room(() => import('./thread-rules.tsx')),
  () => room(() => import('./snippets.tsx')),
  () => room(() => import('./library.tsx')),
  () => room(() => import('./by-address.tsx')),
  () => room(() => import('./alt.tsx')),
  () => room(() => import('./crop.tsx')),
  () => room(() => import('./cover.tsx')),
  () => room(() => import('../../ui/stand-clear.ts')),
]

export function usePartsAhead() {
  const calm = useCalm()
  useEffect(() => {
    // Whoever needs what could not be had is told.
    if (calm) for (const load of parts) load().catch(() => undefined)
  }, [calm])
}
