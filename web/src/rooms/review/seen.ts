/** What of a page has been on the screen: a thing is seen when its beginning and its end were. */
import { useCallback, useMemo, useRef, useState } from 'react'

/** Where there is no room for it at the side, the bar with the buttons stands over the end of what is seen. */
const margin = () => (matchMedia('(min-width: 80rem)').matches ? '0px' : '0px 0px -96px 0px')

export function useSeen(pieces: readonly string[]) {
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set())
  const places = useRef(new Map<string, HTMLElement>())
  const observer = useMemo(
    () =>
      new IntersectionObserver(
        (entries) => {
          const now = entries.flatMap(({ isIntersecting, target }) => {
            const mark = target instanceof HTMLElement ? target.dataset['mark'] : undefined
            return isIntersecting && mark !== undefined ? [mark] : []
          })
          setMarks((before) =>
            now.every((mark) => before.has(mark)) ? before : new Set([...before, ...now]),
          )
        },
        { rootMargin: margin() },
      ),
    [],
  )
  /** For an empty element at the beginning, and one at the end; its `data-mark` says which. */
  const edge = useCallback(
    (node: HTMLElement | null) => {
      const [, piece] = /^(.*) begin$/.exec(node?.dataset['mark'] ?? '') ?? []
      if (!node) return undefined
      if (piece !== undefined) places.current.set(piece, node)
      observer.observe(node)
      return () => observer.unobserve(node)
    },
    [observer],
  )
  const missing = pieces.filter(
    (piece) => !marks.has(`${piece} begin`) || !marks.has(`${piece} end`),
  )
  return {
    missing,
    edge,
    /** Takes the person to the next thing that they have not seen. */
    show: () => {
      const place = places.current.get(missing[0] ?? '')
      const whole = place?.parentElement
      whole?.scrollIntoView({ block: 'start' })
      whole?.focus({ preventScroll: true })
    },
  }
}
export type Seen = ReturnType<typeof useSeen>
