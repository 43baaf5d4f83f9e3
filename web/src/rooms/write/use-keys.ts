import { useEffect } from 'react'
import { MAC } from '../../shell/letters.ts'

/**
 * Of the composer: Mod+Enter does what the main button says, Mod+Shift+Enter sends at once, Mod+S saves a draft, Mod+Shift+V
 * begins a version, Mod+Shift+U opens the device's files, Alt+1…9 chooses accounts, F8 goes to the next problem.
 */
export function useKeys({
  main,
  now,
  save,
  version,
  upload,
  toggle,
  next,
}: {
  main: () => void
  now: () => void
  save: () => void
  version: () => void
  upload: () => void
  toggle: (index: number) => void
  next: () => void
}) {
  useEffect(() => {
    const keys: Readonly<Record<string, () => void>> = {
      'mod+enter': main,
      'mod+shift+enter': now,
      'mod+s': save,
      'mod+shift+v': version,
      'mod+shift+u': upload,
      f8: next,
    }
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return
      const mod = MAC ? event.metaKey : event.ctrlKey
      const digit = event.altKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
      // Shift and a locked capital write the same letter larger.
      const name = `${mod ? 'mod+' : ''}${event.shiftKey ? 'shift+' : ''}${event.key.toLowerCase()}`
      const act = digit ? () => toggle(Number(digit) - 1) : keys[name]
      if (!act) return
      event.preventDefault()
      if (!event.repeat) act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
