/** Files that are held over the page, and let go there. */
import { type DragEvent, useState } from 'react'
import type { Store } from '../../writing/store.ts'
import { add } from '../../writing/uploads.ts'

export function useDrop(store: Store) {
  const [over, setOver] = useState(false)
  return {
    over,
    drop: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (event.currentTarget === event.target) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (!event.dataTransfer.files.length) return
        event.preventDefault()
        setOver(false)
        void add(store, [...event.dataTransfer.files])
      },
    },
  }
}
