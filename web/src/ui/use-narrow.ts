import { useSyncExternalStore } from 'react'

const query = matchMedia('(max-width: 767px)')

/** Whether the window is as wide as a phone. */
export function useNarrow() {
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    () => query.matches,
  )
}
