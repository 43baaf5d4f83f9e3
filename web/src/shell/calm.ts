/** Whether the first room has what it asked for. What nobody waits for is asked for then, and takes nothing of a slow line before. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

/** Milliseconds without a question: one often follows from the answer to another. */
const REST = 50
/** So long at the most, whatever does not answer. */
const PATIENCE = 5_000

let calm = false
let waiting = false
const listeners = new Set<() => void>()

export function useCalm(): boolean {
  const queries = useQueryClient()
  useEffect(() => wait(queries), [queries])
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => calm,
  )
}

function wait(queries: QueryClient) {
  if (calm || waiting) return
  waiting = true
  let rest: ReturnType<typeof setTimeout> | undefined
  const done = () => {
    calm = true
    leave()
    clearTimeout(rest)
    clearTimeout(patience)
    for (const listener of listeners) listener()
  }
  const look = () => {
    clearTimeout(rest)
    if (queries.isFetching() === 0) rest = setTimeout(done, REST)
  }
  const leave = queries.getQueryCache().subscribe(look)
  const patience = setTimeout(done, PATIENCE)
  look()
}
