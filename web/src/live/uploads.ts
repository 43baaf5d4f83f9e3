/** Uploads of the workspace that is open, as the stream tells them. */
import { useSyncExternalStore } from 'react'
import type { Upload } from './news.ts'

let uploads: readonly Upload[] = []
const watchers = new Set<() => void>()

export function setUploads(now: readonly Upload[]) {
  if (!now.length && !uploads.length) return
  uploads = now
  for (const each of watchers) each()
}

export function useTold() {
  return useSyncExternalStore(
    (watch) => {
      watchers.add(watch)
      return () => watchers.delete(watch)
    },
    () => uploads,
  )
}
