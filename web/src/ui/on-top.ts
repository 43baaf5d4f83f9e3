/** The dialog that lies over all else: what is not in it can be neither pressed nor read out meanwhile. */
import { useSyncExternalStore } from 'react'

let open: readonly HTMLElement[] = []
const listeners = new Set<() => void>()

function now(dialogs: readonly HTMLElement[]) {
  open = dialogs
  for (const listener of listeners) listener()
}

/** Until what this answers is called. */
export function lieOnTop(dialog: HTMLElement) {
  now([...open, dialog])
  return () => now(open.filter((each) => each !== dialog))
}

export function useOnTop(): HTMLElement | undefined {
  return useSyncExternalStore(listen, () => open.at(-1))
}

function listen(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
