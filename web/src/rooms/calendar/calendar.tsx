/** The room in which people see and move what is planned: a month, a week, or day below day. */
import './calendar.css'
import type { Post } from '@crier/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { calendarQuery, undatedQuery } from '../../api/posts.ts'
import { accountsQuery } from '../../api/queries.ts'
import { clockOf, exists, momentAt, momentOf, snapped } from '../../calendar/days.ts'
import { type Entry, keyOf } from '../../calendar/entries.ts'
import {
  datesOf,
  filterOf,
  pageAway,
  readView,
  type Search,
  todayIn,
  type View,
} from '../../calendar/view.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ownZone } from '../../ui/time.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { cityOf, moment } from '../../words/format.ts'
import { moved } from '../../writing/dates.ts'
import { words } from '../../words/calendar.ts'
import { daysAt, daysOf, emptyDay, movableOf, timed } from './answers.ts'
import { Board, useParts, useRows } from './board.ts'
import { Agenda, List } from './list.tsx'
import { Month } from './month.tsx'
import { Notes } from './notes.tsx'
import { toldOf } from './told.ts'
import { periodOf, Toolbar } from './toolbar.tsx'
import { type Target, useDrag } from './use-drag.ts'
import { useChosen } from './use-chosen.ts'
import { useKeys } from './use-keys.ts'
import { useMarquee } from './use-marquee.ts'
import { type Movable, useMoves } from './use-moves.ts'
import { ROW_PX, Strip, Week } from './week.tsx'

const Peek = lazy(async () => ({ default: (await import('./peek.tsx')).Peek }))
const WholeDay = lazy(async () => ({ default: (await import('./whole-day.tsx')).WholeDay }))
const ChosenBar = lazy(async () => ({ default: (await import('./behind.ts')).ChosenBar }))
const More = lazy(async () => ({ default: (await import('./behind.ts')).More }))
const Drafts = lazy(async () => ({ default: (await import('./drafts.tsx')).Drafts }))

/** As many posts of a day as a view can show. */
const perDay: Readonly<Record<View, number>> = { month: 4, week: 50, list: 8 }
/** On paper there is room for more. */
const PAPER_PER_DAY = 50
/** Where nothing else says when. */
const MORNING = '09:00'

export function CalendarRoom() {
  const here = useHere()
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const say = useSay()
  const narrow = useNarrow()
  const room = useRef<HTMLDivElement>(null)
  const board = useRef<HTMLDivElement>(null)
  const [told, tell] = useState('')
  const [peek, setPeek] = useState<{ entry: Entry; beside: HTMLElement }>()
  const [wholeDay, setWholeDay] = useState<string>()

  const zone = search['zone'] === 'mine' ? ownZone() : here.workspace.timezone
  const today = todayIn(zone)
  const looked = readView(search, today)
  const { view, date } = looked
  // On a phone there is room for one column.
  const dates = view === 'week' && narrow ? [date] : looked.dates
  const filter = filterOf(looked.filter)
  const isOther = zone !== here.workspace.timezone
  const windowOf = (shown: readonly string[]) => {
    // Days of another zone begin up to a day earlier or later.
    const more = isOther ? 1 : 0
    const [first = today] = shown
    const from = moved(first, -more)
    const to = moved(shown.at(-1) ?? first, more)
    return { from, to, per_day: perDay[view], ...filter }
  }
  const query = useQuery(calendarQuery(here, windowOf(looked.dates)))
  const { data } = query
  const { data: accounts } = useQuery(accountsQuery(here))
  const platformById = useMemo(
    () => new Map(accounts?.map(({ id, platform }) => [id, platform])),
    [accounts],
  )
  const whole = useMemo(() => daysOf(data, zone), [data, zone])
  const rows = useRows(view, dates, zone)
  const days = daysAt(dates, whole)

  const go = useCallback(
    (changes: Search) => {
      void navigate({
        to: '/calendar',
        search: (before: Search) => ({ ...before, ...changes }),
      })
    },
    [navigate],
  )
  const goTo = useCallback((to: string) => go({ date: to }), [go])
  const turn = (pages: number) =>
    goTo(view === 'week' && narrow ? moved(date, pages) : pageAway({ view, date }, pages))

  // The pages beside this one, while nothing else is asked for.
  useEffect(() => {
    if (!data) return
    const timer = setTimeout(() => {
      for (const pages of [1, -1]) {
        const beside = datesOf(view, pageAway({ view, date }, pages), today)
        void queries.prefetchQuery(calendarQuery(here, windowOf(beside)))
      }
    }, 300)
    return () => clearTimeout(timer)
  })

  const { move, refusalOf, show, undoable } = useMoves(zone, tell)
  const stale = () => {
    void queries.invalidateQueries({ queryKey: [here.id, 'posts', 'calendar'] })
  }
  const doing = { crier: here.crier, zone, say, show, refusalOf, undoable, stale }
  const inOrder = () => days.flatMap(({ posts }) => posts)
  const selection = useChosen(whole, here.edits, inOrder, tell)
  const { chosen, isChosen, choosing, press } = selection
  /** What is chosen goes together, whichever of it is carried. */
  const carried = (entry: Movable) =>
    entry.at !== undefined && chosen.size > 1 && chosen.has(keyOf(entry))
  async function drop(entry: Movable, at: number) {
    if (entry.at === undefined || !carried(entry)) return move(entry, at)
    const { moveTogether } = await import('./behind.ts')
    await moveTogether(doing, [...chosen.values()], { from: Date.parse(entry.at), to: at })
    return true
  }
  const entryOf = (key: string): Movable | undefined => {
    for (const { posts } of whole.values()) {
      const found = posts.find((each) => keyOf(each) === key)
      if (found) return found
    }
    const undated = queries.getQueryData<Post[]>(undatedQuery(here).queryKey)
    const draft = undated?.find(({ id }) => String(id) === key)
    return draft && movableOf(draft)
  }
  useMarquee(room, here.edits, (names, more) => {
    const found = names.flatMap((key) => timed(entryOf(key)))
    selection.add(found, !more)
  })
  const keys = useKeys(board, {
    view,
    zone,
    today,
    dates,
    entryOf: (key) => timed(entryOf(key))[0],
    refusalOf,
    move: drop,
    goTo,
    tell,
  })
  function leave() {
    selection.clear()
    // What had the focus goes with it.
    requestAnimationFrame(() =>
      board.current?.querySelector<HTMLElement>('[data-stop][tabindex="0"]')?.focus(),
    )
  }
  function onKey(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (keys.held) return keys.onKeyDown(event)
    const stop = target instanceof HTMLElement ? target.closest('[data-stop]') : null
    const named = stop?.getAttribute('data-keys') ?? stop?.getAttribute('data-entry')
    if (here.edits && key.toLowerCase() === 'x' && named && !ctrlKey && !metaKey && !altKey) {
      event.preventDefault()
      const entries = named.split(' ').flatMap((each) => timed(entryOf(each)))
      selection.toggle(entries)
      const missing = entries.filter((each) => !isChosen(each)).length
      tell(words.many.chosen(chosen.size + (missing || -entries.length)))
    } else if (here.edits && key.toLowerCase() === 'a' && (ctrlKey || metaKey) && stop) {
      event.preventDefault()
      const all = inOrder()
      selection.add(all)
      tell(words.many.chosen(new Set([...chosen.keys(), ...all.map(keyOf)]).size))
    } else if (key === 'Escape' && choosing) selection.clear()
    else keys.onKeyDown(event)
  }

  function targetAt(
    key: string,
    x: number,
    y: number,
    { free, grabbed }: { free: boolean; grabbed: number },
  ): Target | undefined {
    const under = document.elementFromPoint(x, y)
    const element = under?.closest('[data-day]')
    const on = element?.getAttribute('data-day')
    const entry = entryOf(key)
    if (!element || !on || !entry || !board.current?.contains(element)) return undefined
    const at = momentFor(entry, on)
    const clock = (ms: number) =>
      [
        moment(new Date(ms), 'moment', zone),
        ...(carried(entry) ? [words.posts(chosen.size)] : []),
      ].join(' · ')
    return { element, at, said: at === undefined ? words.missing : clock(at) }

    function momentFor(moving: Movable, day: string): number | undefined {
      const slots = (whole.get(day)?.slots ?? []).map(({ iso }) => Date.parse(iso))
      const slot = under?.closest('[data-slot]')?.getAttribute('data-slot')
      if (slot && !free) return Date.parse(slot)
      if (element?.hasAttribute('data-column')) {
        const column = rows?.days.find((each) => each.date === day)
        const top = element.getBoundingClientRect().top
        const row = Math.max(0, (y - grabbed - top) / ROW_PX)
        const raw = column && momentAt(column, row)
        return raw === undefined ? undefined : snapped(raw, slots, free)
      }
      if (moving.at === undefined) return slots[0] ?? momentOf(day, MORNING, zone)
      const { time } = clockOf(moving.at, zone)
      return exists(day, time, zone) || free ? momentOf(day, time, zone) : undefined
    }
  }

  useDrag(room, {
    begin(key) {
      const entry = entryOf(key)
      const refusal = entry && refusalOf(entry)
      if (refusal !== undefined) say(refusal, failed)
      setPeek(undefined)
      return entry !== undefined && refusal === undefined
    },
    over: targetAt,
    drop(key, { at }) {
      const entry = entryOf(key)
      if (!entry) return
      if (at === undefined) say(words.missingTime, failed)
      else void drop(entry, at)
    },
    turn,
  })

  const platformsOf = useCallback(
    ({ account_ids }: Entry) => [
      ...new Set(account_ids.flatMap((id) => platformById.get(id) ?? [])),
    ],
    [platformById],
  )
  const open = useCallback((entry: Entry, beside: HTMLElement) => setPeek({ entry, beside }), [])
  const openDay = useCallback((day: string) => setWholeDay(day), [])
  const { edits } = here
  const { held, onFocus } = keys
  const parts = useParts({
    zone,
    today,
    edits,
    open,
    openDay,
    platformsOf,
    held,
    choosing,
    isChosen,
    press,
  })
  const isEmpty = data && days.every(({ posts, more }) => posts.length + more === 0)
  const isFiltered = Object.keys(looked.filter).length > 0
  // On paper a month is whole.
  const paperDates = view === 'month' ? datesOf(view, date) : looked.dates
  const draftsOpen = search['drafts'] === 'open'

  return (
    <Board value={parts}>
      <div
        ref={room}
        className={`flex flex-col gap-4 p-4 sm:p-6 lg:gap-5 ${view === 'week' ? 'min-h-0 lg:h-[calc(100dvh-var(--bars,0px))] lg:min-h-[44rem]' : 'lg:min-h-[calc(100dvh-var(--bars,0px))]'}`}
      >
        <Toolbar
          looked={looked}
          zone={zone}
          go={go}
          turn={turn}
          today={today}
          more={
            <Suspense fallback={<Button small icon="more" disabled aria-label={words.menu} />}>
              <More
                about={{
                  view,
                  date: paperDates[0] ?? date,
                  month: date.slice(0, 7),
                  today,
                  zone,
                  title: periodOf(looked),
                  about: [
                    here.workspace.name,
                    words.zone(cityOf(zone)),
                    ...toldOf(looked.filter, accounts ?? []).map(({ text }) => text),
                  ],
                  platformsOf,
                }}
                shown={() => daysAt(looked.dates, whole)}
                load={async () => {
                  const window = { ...windowOf(paperDates), per_day: PAPER_PER_DAY }
                  // What is taken along says of which moment it is.
                  const asked = { ...calendarQuery(here, window), staleTime: 0 }
                  return daysAt(paperDates, daysOf(await queries.fetchQuery(asked), zone))
                }}
                choose={edits ? selection.begin : undefined}
              />
            </Suspense>
          }
        />
        <p className="sr-only">{words.keys}</p>
        <p role="log" aria-live="assertive" className="sr-only">
          {told}
        </p>
        {query.isError && !data && (
          <Loaded query={query} what={words.what}>
            {() => null}
          </Loaded>
        )}
        <Notes
          clear={
            isEmpty && isFiltered
              ? () =>
                  go(
                    Object.fromEntries(Object.keys(looked.filter).map((each) => [each, undefined])),
                  )
              : undefined
          }
        />
        <div className="flex min-h-0 flex-1 gap-5">
          <div
            ref={board}
            data-board
            role="presentation"
            onKeyDown={onKey}
            onFocus={onFocus}
            aria-busy={query.isPending}
            className={`flex min-w-0 flex-1 flex-col gap-5 transition-opacity ${query.isPending ? 'opacity-60' : ''}`}
          >
            {view === 'month' && (
              <Month
                days={days}
                month={date.slice(0, 7)}
                isWhole={dates[0] === paperDates[0]}
                small={narrow}
                chosen={date}
                choose={goTo}
              />
            )}
            {view === 'month' && narrow && <Agenda day={whole.get(date) ?? emptyDay(date)} />}
            {view === 'week' && narrow && (
              <Strip dates={looked.dates} chosen={date} today={today} choose={goTo} />
            )}
            {rows && <Week days={days} board={rows} />}
            {view === 'list' && <List days={days} />}
          </div>
          {draftsOpen && (
            <Suspense fallback={null}>
              <Drafts close={() => go({ drafts: undefined })} />
            </Suspense>
          )}
        </div>
        {choosing && (
          <Suspense fallback={null}>
            <ChosenBar chosen={chosen} slots={whole} doing={doing} close={leave} />
          </Suspense>
        )}
        <Suspense fallback={null}>
          {peek && (
            <Peek
              entry={peek.entry}
              beside={peek.beside}
              slots={whole}
              refusal={refusalOf(peek.entry)}
              move={move}
              onClose={() => setPeek(undefined)}
            />
          )}
          {wholeDay !== undefined && (
            <WholeDay date={wholeDay} filter={filter} onClose={() => setWholeDay(undefined)} />
          )}
        </Suspense>
      </div>
    </Board>
  )
}
