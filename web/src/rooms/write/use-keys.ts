import { useEffect } from 'react'
import { MAC } from '../../shell/letters.ts'

/** Of the composer: Mod+Enter sends, Mod+S saves a draft, Alt+1…9 chooses accounts, F8 goes to the next problem. */
export function useKeys({
  main,
  save,
  toggle,
  next,
}: {
  main: () => void
  save: () => void
  toggle: (index: number) => void
  next: () => void
}) {
  useEffect(() => {
    const keys: Readonly<Record<string, () => void>> = {
      'mod+Enter': main,
      'mod+s': save,
      F8: next,
    }
    const onKey = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return
      const mod = MAC ? event.metaKey : event.ctrlKey
      const digit = event.altKey ? /^Digit([1-9])$/.exec(event.code)?.[1] : undefined
      const act = digit ? () => toggle(Number(digit) - 1) : keys[`${mod ? 'mod+' : ''}${event.key}`]
      if (!act) return
      event.preventDefault()
      if (!event.repeat) act()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
