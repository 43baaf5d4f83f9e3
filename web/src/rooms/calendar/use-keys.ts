/** The calendar by keyboard: one stop for Tab, arrows from day to day, M picks up, arrows carry, Enter drops, Escape puts back. */
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { clockOf, momentOf } from '../../calendar/days.ts'
import type { Entry } from '../../calendar/entries.ts'
import type { View } from '../../calendar/view.ts'
import { moment } from '../../words/format.ts'
import { words } from '../../words/calendar.ts'
import { moved } from '../../writing/dates.ts'
import type { Held } from './board.ts'

interface Keyed {
  view: View
  zone: string
  today: string
  dates: readonly string[]
  entryOf: (key: string) => Entry | undefined
  refusalOf: (entry: Entry) => string | undefined
  move: (entry: Entry, at: number) => Promise<boolean>
  goTo: (date: string) => void
  tell: (text: string) => void
}

const HOUR = 3600_000
const FIVE = 5 * 60_000

export function useKeys(board: RefObject<HTMLElement | null>, keyed: Keyed) {
  const { view, zone, today, dates, entryOf, refusalOf, move, goTo, tell } = keyed
  const [held, setHeld] = useState<Held>()
  /** What Tab comes to, by its name. */
  const stop = useRef(`day ${today}`)
  /** Where the focus goes once it is drawn. */
  const wanted = useRef<{ key: string } | { date: string; index: number }>(undefined)

  useLayoutEffect(() => {
    const element = board.current
    if (!element) return
    const all = [...element.querySelectorAll<HTMLElement>('[data-stop]')]
    const find = () => {
      const { current } = wanted
      if (!current) return undefined
      if ('key' in current) return all.find(({ dataset }) => dataset['stop'] === current.key)
      const there = stopsOn(element, current.date)
      return there[Math.min(current.index, there.length - 1)]
    }
    const found = find()
    if (found) {
      wanted.current = undefined
      stop.current = found.dataset['stop'] ?? stop.current
      found.focus({ preventScroll: false })
    }
    const one = all.find(({ dataset }) => dataset['stop'] === stop.current) ?? all[0]
    for (const each of all) each.tabIndex = each === one ? 0 : -1
  })

  const said = (at: number) => moment(new Date(at), 'moment', zone)

  function carry(event: KeyboardEvent, { entry, at }: Held) {
    const { key, shiftKey } = event
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const { date, time } = clockOf(at, zone)
    const byDays = (days: number) => momentOf(moved(date, days), time, zone)
    const down = view === 'week' ? undefined : view === 'month' ? 7 : 1
    const later = (by: number) => (down === undefined ? at + by : byDays(down * Math.sign(by)))
    const step = shiftKey ? FIVE : HOUR
    const ways: Record<string, () => number> = {
      ArrowLeft: () => byDays(-rtl),
      ArrowRight: () => byDays(rtl),
      ArrowUp: () => (shiftKey ? at - FIVE : later(-step)),
      ArrowDown: () => (shiftKey ? at + FIVE : later(step)),
    }
    const next = ways[key]?.()
    if (next !== undefined) {
      event.preventDefault()
      setHeld({ entry, at: next })
      tell(said(next))
      const there = clockOf(next, zone).date
      if (!dates.includes(there)) goTo(there)
    } else if (key === 'Enter' || key === ' ') {
      event.preventDefault()
      setHeld(undefined)
      wanted.current = { key: stop.current }
      tell(words.dropped(said(at)))
      void move(entry, at)
    } else if (key === 'Escape' || key === 'Tab') {
      event.preventDefault()
      setHeld(undefined)
      wanted.current = { key: stop.current }
      const back = clockOf(entry.at, zone).date
      if (!dates.includes(back)) goTo(back)
      tell(words.backAt(said(Date.parse(entry.at))))
    }
  }

  function go(event: KeyboardEvent, from: HTMLElement) {
    const element = board.current
    const day = from.closest<HTMLElement>('[data-day]')?.dataset['day']
    if (!element || day === undefined) return
    const rtl = getComputedStyle(element).direction === 'rtl' ? -1 : 1
    const here = stopsOn(element, day)
    const index = here.indexOf(from)
    const below = view === 'month' ? 7 : view === 'list' ? 1 : undefined
    const ways: Record<string, () => { date: string; index: number } | undefined> = {
      ArrowLeft: () => ({ date: moved(day, -rtl), index }),
      ArrowRight: () => ({ date: moved(day, rtl), index }),
      ArrowUp: () => {
        if (index > 0) return { date: day, index: index - 1 }
        return below === undefined ? undefined : { date: moved(day, -below), index: 99 }
      },
      ArrowDown: () => {
        if (index < here.length - 1) return { date: day, index: index + 1 }
        return below === undefined ? undefined : { date: moved(day, below), index: 0 }
      },
      Home: () => ({ date: day, index: 0 }),
      End: () => ({ date: day, index: 99 }),
    }
    const to = ways[event.key]?.()
    if (!to) return
    event.preventDefault()
    const there = stopsOn(element, to.date)
    if (there.length) there[Math.min(to.index, there.length - 1)]?.focus()
    else if (view !== 'list') {
      wanted.current = to
      goTo(to.date)
    }
  }

  return {
    held,
    onKeyDown: (event: KeyboardEvent) => {
      if (held) return carry(event, held)
      const from = event.target instanceof HTMLElement && event.target.closest('[data-stop]')
      if (!(from instanceof HTMLElement) || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key.toLowerCase() !== 'm') return go(event, from)
      const entry = entryOf(from.dataset['entry'] ?? '')
      if (!entry) return
      event.preventDefault()
      const refusal = refusalOf(entry)
      if (refusal !== undefined) return tell(refusal)
      const at = Date.parse(entry.at)
      setHeld({ entry, at })
      tell(words.picked(entry.excerpt || words.withoutText, said(at)))
    },
    onFocus: ({ target }: { target: EventTarget }) => {
      const named = target instanceof HTMLElement && target.dataset['stop']
      if (!named || stop.current === named) return
      const before = board.current?.querySelector<HTMLElement>(
        `[data-stop="${CSS.escape(stop.current)}"]`,
      )
      if (before) before.tabIndex = -1
      stop.current = named
      ;(target as HTMLElement).tabIndex = 0
    },
  }
}

function stopsOn(board: HTMLElement, date: string) {
  return [...board.querySelectorAll<HTMLElement>(`[data-day="${date}"] [data-stop]`)]
}
