import { type RefObject, useEffect } from 'react'

const TYPE = 'text/x-crier-order'

/** Lets an element of a list be dragged onto another, or moved by Alt and the arrows. `move` hears which one, and by how many. */
export function useOrder(
  ref: RefObject<HTMLElement | null>,
  index: number,
  move: (from: number, by: number) => void,
) {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const start = (event: DragEvent) => {
      event.dataTransfer?.setData(TYPE, String(index))
    }
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes(TYPE)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const from = event.dataTransfer?.getData(TYPE)
      if (!from) return
      event.preventDefault()
      move(Number(from), index - Number(from))
    }
    const key = (event: KeyboardEvent) => {
      const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
      if (by === undefined || !event.altKey) return
      event.preventDefault()
      move(index, by)
    }
    element.draggable = true
    element.addEventListener('dragstart', start)
    element.addEventListener('dragover', over)
    element.addEventListener('drop', drop)
    element.addEventListener('keydown', key)
    return () => {
      element.removeEventListener('dragstart', start)
      element.removeEventListener('dragover', over)
      element.removeEventListener('drop', drop)
      element.removeEventListener('keydown', key)
    }
  }, [ref, index, move])
}
