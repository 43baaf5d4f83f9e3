/** The workspace that the person works in, remembered in this browser. */
import { useSyncExternalStore } from 'react'

const KEY = 'crier.workspace'
const listeners = new Set<() => void>()

export function chooseWorkspace(id: number) {
  localStorage.setItem(KEY, String(id))
  for (const listener of listeners) listener()
}

export function useChosenWorkspace(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => Number(localStorage.getItem(KEY) ?? 0),
  )
}
