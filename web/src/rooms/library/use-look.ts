/** How a person likes to see the files: as tiles of some size, or as a table. Kept in their browser. */
import { useState } from 'react'

const KEY = 'crier-library'
export const sizes = { least: 110, usual: 150, most: 320, step: 10 } as const

export interface Look {
  as: 'grid' | 'list'
  /** Pixels that a tile has at least. */
  size: number
}

export function useLook() {
  const [look, setLook] = useState(kept)
  return {
    look,
    change: (changes: Partial<Look>) => {
      const now = { ...look, ...changes }
      setLook(now)
      try {
        localStorage.setItem(KEY, `${now.as} ${now.size}`)
      } catch {
        // Then it holds for this visit.
      }
    },
  }
}

function kept(): Look {
  const [as, text] = read().split(' ')
  const size = Number(text)
  return {
    as: as === 'list' ? 'list' : 'grid',
    size: size >= sizes.least && size <= sizes.most ? size : sizes.usual,
  }
}

function read() {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
