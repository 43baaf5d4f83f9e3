/** Days side by side, by the clock: a row for each half hour, also for those that a change of clocks leaves out or repeats. */
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { type Board, clockOf, missingOf, momentAt, rowOf } from '../../calendar/days.ts'
import { type Entry, keyOf, lanesOf, stacksOf } from '../../calendar/entries.ts'
import { Icon } from '../../ui/icon.tsx'
import { Placed, Tall } from '../../ui/placed.tsx'
import { brief } from '../../calendar/brief.ts'
import { day as dayWords, moment, number } from '../../words/format.ts'
import { words } from '../../words/calendar.ts'
import { type Shown, useBoard } from './board.ts'
import { Chip, Tick } from './chip.tsx'
import { Free } from './month.tsx'

/** Of half an hour, in pixels. */
export const ROW_PX = 28
const CHIP_PX = 26
/** Where nothing follows for an hour, a post says more. */
const ROOMY_PX = 2 * ROW_PX - 2
const LANES = 3
const MORNING = 14

export function Week({ days, board }: { days: readonly Shown[]; board: Board }) {
  const { today, edits } = useBoard()
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The day begins with its work, not at midnight.
    scroller.current?.scrollTo({ top: MORNING * ROW_PX - 12 })
  }, [])
  return (
    <div
      ref={scroller}
      data-scroller
      className="relative min-h-0 flex-1 overflow-auto rounded-lg border border-line bg-card shadow-card max-lg:h-[70dvh] max-lg:flex-none"
    >
      <div className="sticky top-0 z-20 grid min-w-max grid-cols-[4.5rem_minmax(0,1fr)] border-b border-line bg-card">
        <span aria-hidden="true" />
        <div className={`grid ${columns(days.length)}`}>
          {days.map(({ date, posts, more }) => (
            <div
              key={date}
              data-day={date}
              className="flex items-center justify-between gap-1 border-s border-line px-2 py-1.5"
            >
              <Header date={date} count={posts.length + more} isToday={date === today} />
              {edits && date >= today && (
                <Link
                  to="/write"
                  search={{ at: `${date}T09:00` }}
                  preload={false}
                  tabIndex={-1}
                  aria-label={words.writeOn(dayWords(date, 'whole'))}
                  className="grid size-7 place-items-center rounded-full text-muted hover:bg-sunk hover:text-ink"
                >
                  <Icon name="plus" className="size-4" />
                </Link>
              )}
            </div>
          ))}
        </div>
      </div>
      <div className="grid min-w-max grid-cols-[4.5rem_minmax(0,1fr)]">
        <Axis board={board} />
        <div className={`relative grid ${columns(days.length)}`}>
          <Lines board={board} />
          {days.map((day, index) => {
            const column = board.days[index]
            return column && <Column key={day.date} day={day} board={board} column={column} />
          })}
        </div>
      </div>
    </div>
  )
}

function columns(count: number) {
  return count === 1 ? 'grid-cols-1' : 'grid-cols-[repeat(7,minmax(7.25rem,1fr))]'
}

function Header({ date, count, isToday }: { date: string; count: number; isToday: boolean }) {
  const { openDay } = useBoard()
  return (
    <button
      type="button"
      data-stop={`day ${date}`}
      aria-current={isToday ? 'date' : undefined}
      onClick={() => openDay(date)}
      className="flex items-center gap-1.5 rounded-md px-1 text-sm hover:bg-sunk"
    >
      <span className="sr-only">{words.dayLabel(dayWords(date, 'whole'), words.posts(count))}</span>
      <span aria-hidden="true" className="text-muted">
        {dayWords(date, 'weekday')}
      </span>
      <span
        aria-hidden="true"
        className={`grid h-7 min-w-7 place-items-center rounded-full font-semibold tabular-nums ${isToday ? 'bg-accent text-on-accent' : ''}`}
      >
        {number(Number(date.slice(8)))}
      </span>
    </button>
  )
}

function Axis({ board }: { board: Board }) {
  return (
    <Tall pixels={board.rows.length * ROW_PX} className="relative" aria-hidden="true">
      {board.rows.map(({ key, time, again, offset }, index) => {
        const isFirstAgain = again && !board.rows[index - 1]?.again
        if (!time.endsWith('00') && !isFirstAgain) return null
        return (
          <Placed
            key={key}
            at={{ top: index * ROW_PX - (index ? 9 : 0), height: 18 }}
            className="pe-2 text-end text-xs whitespace-nowrap text-muted tabular-nums"
          >
            {brief(`2026-06-01T${time}:00Z`, 'UTC')}
            {offset !== undefined && (
              <span className="block text-[0.7rem] leading-3 font-semibold text-warn">
                {again ? words.twice.second : words.twice.first} {offset}
              </span>
            )}
          </Placed>
        )
      })}
    </Tall>
  )
}

/** Behind all columns at once. */
const Lines = memo(function Lines({ board }: { board: Board }) {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0">
      {board.rows.map(({ key, time }, index) =>
        index === 0 ? null : (
          <Placed
            key={key}
            at={{ top: index * ROW_PX, height: 1 }}
            className={`border-t border-line ${time.endsWith('00') ? '' : 'border-dotted'}`}
          />
        ),
      )}
    </div>
  )
})

/** On a phone: the days of the week, of which one is shown. */
export function Strip({
  dates,
  chosen,
  today,
  choose,
}: {
  dates: readonly string[]
  chosen: string
  today: string
  choose: (date: string) => void
}) {
  return (
    <div className="grid grid-cols-7 gap-1">
      {dates.map((date) => (
        <button
          key={date}
          type="button"
          aria-pressed={date === chosen}
          aria-current={date === today ? 'date' : undefined}
          onClick={() => choose(date)}
          className={`grid min-h-14 justify-items-center rounded-lg py-1.5 text-xs ${date === chosen ? 'bg-ink text-page' : date === today ? 'bg-accent-soft text-accent-strong' : 'text-muted'}`}
        >
          <span className="sr-only">{dayWords(date, 'whole')}</span>
          <span aria-hidden="true">{dayWords(date, 'weekday')}</span>
          <span aria-hidden="true" className="text-base font-semibold tabular-nums">
            {number(Number(date.slice(8)))}
          </span>
        </button>
      ))}
    </div>
  )
}

type Item =
  | { kind: 'post'; at: number; entry: Entry }
  | { kind: 'stack'; at: number; entries: readonly Entry[] }
  | { kind: 'slot'; at: number; iso: string }

function Column({
  day,
  board,
  column,
}: {
  day: Shown
  board: Board
  column: Board['days'][number]
}) {
  const { zone, today, edits, held, platformsOf, openDay, choosing, isChosen, press } = useBoard()
  const navigate = useNavigate()
  const { date, posts, slots } = day
  const items = useMemo((): Item[] => {
    const stacks = stacksOf(posts).map(({ at, entries }): Item => {
      const [entry] = entries
      return entries.length === 1 && entry
        ? { kind: 'post', at, entry }
        : { kind: 'stack', at, entries }
    })
    const free = edits
      ? slots.map(({ iso }): Item => ({ kind: 'slot', at: Date.parse(iso), iso }))
      : []
    return [...stacks, ...free].toSorted((a, b) => a.at - b.at)
  }, [posts, slots, edits])
  const tops = items.map(({ at }) => rowOf(column, at) * ROW_PX)
  const lanes = lanesOf(tops, CHIP_PX)
  const coming = held && clockOf(held.at, zone).date === date ? held : undefined
  return (
    <Tall
      pixels={board.rows.length * ROW_PX}
      data-day={date}
      data-column={date}
      className={`relative border-s border-line ${date < today ? 'bg-sunk/40' : ''}`}
    >
      {edits && date >= today && (
        // With the keyboard it is written from the day's head, or from a free place.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          className="absolute inset-0 cursor-default"
          onClick={({ nativeEvent }) => {
            const at = momentAt(column, Math.floor((nativeEvent.offsetY / ROW_PX) * 2) / 2)
            if (choosing || at === undefined || at < Date.now()) return
            const clock = clockOf(at, zone)
            void navigate({ to: '/write', search: { at: `${clock.date}T${clock.time}` } })
          }}
        />
      )}
      {missingOf(board, column).map((index) => (
        <Placed
          key={index}
          at={{ top: index * ROW_PX, height: ROW_PX }}
          data-missing={board.rows[index]?.key}
          role="img"
          aria-label={words.missing}
          title={words.missing}
          className="hatched bg-sunk"
        />
      ))}
      {date === today && <Now column={column} />}
      {items.map((item, index) => {
        const { lane = 0, of = 1 } = lanes[index] ?? {}
        const many = Math.min(of, LANES)
        const top = tops[index] ?? 0
        const end = tops[index + 1] ?? board.rows.length * ROW_PX
        const roomy = item.kind === 'post' && of === 1 && end - top >= ROOMY_PX
        const at = {
          top: top + 1,
          height: roomy ? ROOMY_PX : CHIP_PX,
          start: Math.min(lane, LANES - 1) / many,
          width: 1 / many,
        }
        const key =
          item.kind === 'post' ? keyOf(item.entry) : item.kind === 'slot' ? item.iso : `${item.at}`
        return (
          <Placed key={key} at={at} className="z-10 px-0.5">
            {item.kind === 'post' && (
              <Chip
                entry={item.entry}
                zone={zone}
                platforms={platformsOf(item.entry)}
                size={roomy ? 'roomy' : 'tall'}
              />
            )}
            {item.kind === 'slot' && <Free iso={item.iso} zone={zone} tall />}
            {item.kind === 'stack' && (
              <button
                type="button"
                data-stop={`stack ${item.at}`}
                data-keys={item.entries.map(keyOf).join(' ')}
                data-chosen={item.entries.every(isChosen) || undefined}
                aria-pressed={choosing ? item.entries.every(isChosen) : undefined}
                onClick={(event) => {
                  if (!press(item.entries, event)) openDay(date)
                }}
                className="flex h-full w-full items-center gap-1 rounded-md border border-accent bg-card px-1.5 text-xs font-semibold text-accent-strong shadow-[2px_2px_0_var(--color-accent-soft)] hover:bg-accent-soft"
              >
                {choosing && <Tick chosen={item.entries.every(isChosen)} />}
                <span className="truncate">
                  {words.stack(
                    number(item.entries.length),
                    moment(new Date(item.at), 'time', zone),
                  )}
                </span>
              </button>
            )}
          </Placed>
        )
      })}
      {coming && (
        <Placed
          at={{ top: rowOf(column, coming.at) * ROW_PX + 1, height: CHIP_PX }}
          className="pointer-events-none z-20 px-0.5"
        >
          <span className="flex h-full items-center rounded-md bg-accent px-1.5 text-xs font-semibold text-on-accent tabular-nums shadow-high">
            {moment(new Date(coming.at), 'time', zone)}
          </span>
        </Placed>
      )}
    </Tall>
  )
}

const MINUTE = 60_000

/** Where the day is at this moment. */
function Now({ column }: { column: Board['days'][number] }) {
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return (
    <Placed
      at={{ top: rowOf(column, at) * ROW_PX, height: 2 }}
      aria-hidden="true"
      className="pointer-events-none z-10 bg-danger before:absolute before:-start-1 before:-top-1 before:size-2.5 before:rounded-full before:bg-danger"
    />
  )
}
