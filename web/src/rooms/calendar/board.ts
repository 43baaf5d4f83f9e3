/** What all parts of the calendar share. */
import { createContext, useContext } from 'react'
import type { Day, Entry, Slot } from '../../calendar/entries.ts'

/** A moment to which something is being moved. */
export interface Held {
  entry: Entry
  at: number
}

export interface Shown extends Pick<Day, 'date' | 'posts' | 'more' | 'counts'> {
  slots: readonly Slot[]
}

export interface BoardParts {
  zone: string
  today: string
  edits: boolean
  /** Shows what there is to know of it, beside the element. */
  open: (entry: Entry, beside: HTMLElement) => void
  /** Shows all of a day. */
  openDay: (date: string) => void
  /** Where an entry goes, each platform once. */
  platformsOf: (entry: Entry) => readonly string[]
  held: Held | undefined
}

export const Board = createContext<BoardParts | undefined>(undefined)

export function useBoard(): BoardParts {
  const board = useContext(Board)
  if (!board) throw new Error('There is no calendar around it.')
  return board
}
