/** Single letters, while nobody writes and nothing stands over the room. Whoever speaks to the machine can switch them off (WCAG 2.1.4). */
import { useEffect, useRef } from 'react'

type Letters = Readonly<Record<string, () => void>>

/** Where ⌘ does what Ctrl does elsewhere. */
export const MAC = /mac|iphone|ipad/i.test(navigator.userAgent)

const KEY = 'crier.letters'
/** Milliseconds in which a letter follows upon `g`. */
const SOON = 1_500

export const lettersOn = () => localStorage.getItem(KEY) !== 'off'

export function setLetters(on: boolean) {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
}

const listening = new Set<{ current: Letters }>()
/** When `g` was pressed, which waits for the letter of a room. */
let begun = -SOON

/** Of a room: `{ a: … }`; of what is gone to: `{ 'g a': … }`. */
export function useLetters(letters: Letters) {
  const latest = useRef(letters)
  useEffect(() => {
    latest.current = letters
  })
  useEffect(() => {
    if (!listening.size) document.addEventListener('keydown', press)
    listening.add(latest)
    return () => {
      listening.delete(latest)
      if (!listening.size) document.removeEventListener('keydown', press)
    }
  }, [])
}

function press(event: KeyboardEvent) {
  const { target, key, timeStamp } = event
  const goes = timeStamp - begun < SOON
  begun = -SOON
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  const writes =
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  if (writes || document.querySelector('dialog[open], [role=dialog], [role=menu]')) return
  if (!lettersOn() || event.repeat) return
  if (key === 'g' && !goes) {
    begun = timeStamp
    return
  }
  const name = goes ? `g ${key}` : key
  const run = [...listening].map(({ current }) => current[name]).find((each) => each)
  if (!run) return
  event.preventDefault()
  run()
}
