/** Whether the first room has what it asked for. What nobody waits for is asked for then, and takes nothing of a slow line before. */
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

/** Milliseconds without a question: one often follows from the answer to another. */
const REST = 50
/** So long at the most, whatever does not answer. */
const PATIENCE = 5_000

let calm = false
const listeners = new Set<() => void>()

export function useCalm(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => calm,
  )
}

/** Before the room is drawn it has asked for nothing, and its own code is under way. */
export function awaitCalm(queries: QueryClient, router: AnyRouter) {
  let drawn = false
  let rest: ReturnType<typeof setTimeout> | undefined
  const done = () => {
    calm = true
    leave()
    leaveQueries()
    clearTimeout(rest)
    clearTimeout(patience)
    for (const listener of listeners) listener()
  }
  const look = () => {
    clearTimeout(rest)
    if (drawn && queries.isFetching() === 0) rest = setTimeout(done, REST)
  }
  const leave = router.subscribe('onResolved', () => {
    drawn = true
    look()
  })
  const leaveQueries = queries.getQueryCache().subscribe(look)
  const patience = setTimeout(done, PATIENCE)
}
