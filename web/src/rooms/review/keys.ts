/** Single letters, while nobody writes and nothing stands over the room. */
import { useEffect, useRef } from 'react'

export function useLetters(letters: Record<string, () => void>) {
  const latest = useRef(letters)
  useEffect(() => {
    latest.current = letters
  })
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { target, key } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      const writes =
        target instanceof HTMLElement &&
        (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
      if (writes || document.querySelector('dialog[open], [role=dialog], [role=menu]')) return
      const run = latest.current[key]
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
