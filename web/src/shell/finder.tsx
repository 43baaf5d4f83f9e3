/** Opens what finds everything: by its button, or Ctrl and K. */
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { failed, useSay } from '../ui/said.tsx'
import { common } from '../words/common.ts'
import { MAC, useLetters } from './letters.ts'

/** What it opens with, in place of the list. */
type Opened = { asks?: 'shortcuts' }
type Parts = ComponentType<Opened & { onClose: () => void }>

export function Finder() {
  const say = useSay('finder')
  const [open, setOpen] = useState<Opened>()
  const [parts, setParts] = useState<{ Palette: Parts }>()
  const show = useCallback(
    (opened: Opened = {}) => {
      setOpen(opened)
      // It comes when it is asked for: no room waits for it, and without it the room goes on.
      void load().then(setParts, () => {
        setOpen(undefined)
        say(common.service.noAnswer, failed)
      })
    },
    [say],
  )
  useLetters({ '/': () => show(), '?': () => show({ asks: 'shortcuts' }) })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { altKey, shiftKey, repeat } = event
      const mod = MAC ? event.metaKey : event.ctrlKey
      if (event.key.toLowerCase() !== 'k' || !mod || altKey || shiftKey) return
      // The browser has another use for it.
      event.preventDefault()
      if (!repeat && !document.querySelector('dialog[open]')) show()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [show])
  return (
    <>
      <button
        type="button"
        aria-label={common.finder.open}
        aria-haspopup="dialog"
        aria-keyshortcuts={MAC ? 'Meta+K' : 'Control+K'}
        title={common.finder.hint(MAC ? '⌘K' : common.finder.keys)}
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => show()}
        className="ms-auto grid size-11 place-items-center rounded-md hover:bg-sunk"
      >
        <Icon name="search" />
      </button>
      {open && parts && <parts.Palette {...open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const load = () => import('../rooms/palette/palette.tsx')
