/** New rows wait while somebody reads: nothing jumps away under a pointer. */
import { type RefObject, useState, useSyncExternalStore } from 'react'

interface Row {
  id: number | string
}

/**
 * `list` is what somebody reads. `shown`: what stands there; `waiting`: how many would have come in between, until `letIn`. Until it
 * is `ready` everything that comes was there before.
 */
export function useHeldBack<Of extends Row>(
  rows: readonly Of[],
  list: RefObject<HTMLElement | null>,
  ready = true,
): { shown: readonly Of[]; waiting: number; letIn: () => void } {
  const [known, setKnown] = useState<ReadonlySet<Of['id']>>(() => idsOf(rows))
  const last = rows.findLastIndex(({ id }) => known.has(id))
  // What stands behind all that was there moves nothing, and what was there before is whatever somebody took back.
  const shown = rows.filter(({ id }, index) => index > last || known.has(id))
  const waiting = rows.length - shown.length
  const letIn = () => setKnown((before) => new Set([...before, ...idsOf(rows)]))
  // Once for each time that other rows came: who moves the pointer away has not asked for them.
  const ids = rows.map(({ id }) => id).join(' ')
  const [judged, setJudged] = useState({ ids, ready })
  const isReading = useSyncExternalStore(watch, () => isRead(list.current))
  if (ids !== judged.ids || ready !== judged.ready) {
    setJudged({ ids, ready })
    setKnown(new Set([...known, ...idsOf(isReading && judged.ready ? shown : rows)]))
  }
  return { shown, waiting, letIn }
}

const idsOf = <Of extends Row>(rows: readonly Of[]) => new Set(rows.map(({ id }) => id))

const moves = ['pointerover', 'focusin', 'focusout', 'scroll'] as const

function watch(moved: () => void) {
  for (const each of moves) document.addEventListener(each, moved, { passive: true })
  return () => {
    for (const each of moves) document.removeEventListener(each, moved)
  }
}

/** Scrolled into, below a pointer, or gone through with the keyboard. */
function isRead(list: HTMLElement | null) {
  if (!list) return false
  return (
    list.matches(':hover') ||
    list.contains(document.activeElement) ||
    list.scrollTop > 0 ||
    list.getBoundingClientRect().top < 0
  )
}
