/**
 * What has the focus may vanish: a row that was dealt with, a bar whose work is done. Whoever was there stays near it; the
 * browser would leave them at the beginning of the page.
 */
import { useEffect } from 'react'

/** A room that knows a better place comes first. */
const PATIENCE = 60
const LISTS = 'ul, ol, tbody, [role=list], [role=grid], [role=rowgroup]'
const STOPS =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]'

interface Step {
  it: Element
  /** Which of its parent's children it was. */
  at: number
}

export function useFocusKept() {
  useEffect(() => {
    let path: readonly Step[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = ({ target }: FocusEvent) => {
      path = target instanceof Element ? pathOf(target) : []
    }
    // Whoever points elsewhere has left it.
    const leave = () => {
      path = []
    }
    const isLost = () =>
      path[0] !== undefined && !path[0].it.isConnected && document.activeElement === document.body
    const watch = new MutationObserver(() => {
      if (!isLost()) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (isLost()) nearest(path)?.focus({ preventScroll: true })
      }, PATIENCE)
    })
    document.addEventListener('focusin', note)
    document.addEventListener('pointerdown', leave)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      watch.disconnect()
      document.removeEventListener('focusin', note)
      document.removeEventListener('pointerdown', leave)
    }
  }, [])
}

function pathOf(target: Element): Step[] {
  const steps: Step[] = []
  for (let it: Element | null = target; it && it !== document.body; it = it.parentElement)
    steps.push({ it, at: it.parentElement ? [...it.parentElement.children].indexOf(it) : 0 })
  return steps
}

/** What has come into its place in its list, or the heading of what it stood in. */
function nearest(path: readonly Step[]): HTMLElement | undefined {
  const left = path.findIndex(({ it }) => it.isConnected)
  const around = path[left]?.it
  // What opens over a room gives the focus back by itself.
  if (!around?.closest('main')) return undefined
  if (around.matches(LISTS)) {
    const rows = [...around.children]
    const row = rows[Math.min(path[left - 1]?.at ?? 0, rows.length - 1)]
    const stop = row?.matches(STOPS) ? row : row?.querySelector(STOPS)
    if (stop instanceof HTMLElement) return stop
  }
  for (let frame: Element | null = around; frame; frame = frame.parentElement) {
    const heading = frame.matches('dialog, section, article, main')
      ? frame.querySelector('h1, h2, h3')
      : null
    if (!(heading instanceof HTMLElement)) continue
    if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
    return heading
  }
  return undefined
}
