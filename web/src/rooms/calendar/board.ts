/** What all parts of the calendar share. */
import { createContext, type MouseEvent, useContext, useMemo } from 'react'
import { boardOf } from '../../calendar/days.ts'
import type { Day, Entry, Slot } from '../../calendar/entries.ts'
import type { View } from '../../calendar/view.ts'

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
  /** Whether a press chooses, instead of opening. */
  choosing: boolean
  isChosen: (entry: Entry) => boolean
  /** Whether the press was one that chooses these. */
  press: (entries: readonly Entry[], event: MouseEvent) => boolean
}

export const Board = createContext<BoardParts | undefined>(undefined)

export function useBoard(): BoardParts {
  const board = useContext(Board)
  if (!board) throw new Error('There is no calendar around it.')
  return board
}

/** The same as long as nothing of it changes. */
export function useParts(parts: BoardParts): BoardParts {
  const { zone, today, edits, open, openDay, platformsOf, held, choosing, isChosen, press } = parts
  return useMemo(
    () => ({ zone, today, edits, open, openDay, platformsOf, held, choosing, isChosen, press }),
    [zone, today, edits, open, openDay, platformsOf, held, choosing, isChosen, press],
  )
}

/** Of a week: the clocks of its days are looked up once. */
export function useRows(view: View, dates: readonly string[], zone: string) {
  const all = dates.join()
  return useMemo(
    () => (view === 'week' ? boardOf(all.split(','), zone) : undefined),
    [view, all, zone],
  )
}
