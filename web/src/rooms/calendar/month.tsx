/** A month: a cell for each day, with the first posts of it, what more there is, and free places. */
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { clockOf } from '../../calendar/days.ts'
import { type Entry, keyOf, stateOf } from '../../calendar/entries.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { day as dayWords, moment, number } from '../../words/format.ts'
import { words } from '../../words/calendar.ts'
import { type Shown, useBoard } from './board.ts'
import { Chip, looks } from './chip.tsx'

/** Lines of a cell below its number. */
const LINES = 4
const DOTS = 4

export function Month({
  days,
  month,
  isWhole,
  small,
  chosen,
  choose,
}: {
  days: readonly Shown[]
  /** 2027-03; the days around it are shown too. */
  month: string
  /** Or weeks of it that are over stand behind a press. */
  isWhole: boolean
  /** On a phone a day shows marks, and what they are stands below. */
  small: boolean
  chosen: string
  choose: (date: string) => void
}) {
  const { zone, today, edits, held, platformsOf, openDay } = useBoard()
  const weeks = Array.from({ length: days.length / 7 }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  )
  const target = held && clockOf(held.at, zone)
  return (
    <>
      {!isWhole && (
        <p>
          <Button small look="quiet" icon="up" onClick={() => choose(`${month}-01`)}>
            {words.earlier(dayWords(`${month}-15`, 'month'))}
          </Button>
        </p>
      )}
      <div
        role="grid"
        aria-label={dayWords(`${month}-15`, 'month')}
        className={`grid overflow-hidden rounded-lg border border-line bg-line shadow-card ${small ? '' : 'shrink-0 grow grid-rows-[auto] auto-rows-[minmax(8.5rem,1fr)]'}`}
      >
        <div role="row" className="grid grid-cols-7 gap-px border-b border-line">
          {days.slice(0, 7).map(({ date }) => (
            <div
              key={date}
              role="columnheader"
              aria-label={dayWords(date, 'weekdayWhole')}
              className="bg-card px-2 py-1.5 text-xs font-semibold text-muted max-md:text-center"
            >
              {dayWords(date, 'weekday')}
            </div>
          ))}
        </div>
        {weeks.map((week) => (
          <div
            key={week[0]?.date}
            role="row"
            className={`grid grid-cols-7 gap-px not-last:border-b not-last:border-line ${small ? 'min-h-14' : ''}`}
          >
            {week.map((day) =>
              small ? (
                <SmallDay
                  key={day.date}
                  day={day}
                  isIn={day.date.startsWith(month)}
                  isToday={day.date === today}
                  isChosen={day.date === chosen}
                  choose={choose}
                />
              ) : (
                <BigDay
                  key={day.date}
                  day={day}
                  zone={zone}
                  isIn={day.date.startsWith(month)}
                  isToday={day.date === today}
                  isPast={day.date < today}
                  edits={edits}
                  platformsOf={platformsOf}
                  openDay={openDay}
                  coming={target?.date === day.date ? held : undefined}
                />
              ),
            )}
          </div>
        ))}
      </div>
    </>
  )
}

function labelOf(day: Shown) {
  const all = day.posts.length + day.more
  return words.dayLabel(dayWords(day.date, 'whole'), words.posts(all))
}

const BigDay = memo(function BigDay({
  day,
  zone,
  isIn,
  isToday,
  isPast,
  edits,
  platformsOf,
  openDay,
  coming,
}: {
  day: Shown
  zone: string
  isIn: boolean
  isToday: boolean
  isPast: boolean
  edits: boolean
  platformsOf: (entry: Entry) => readonly string[]
  openDay: (date: string) => void
  /** It would stand here. */
  coming: { entry: Entry; at: number } | undefined
}) {
  const { date, posts, more, slots } = day
  const all = posts.length + more
  const fits = all > LINES ? LINES - 1 : LINES
  const shown = posts.slice(0, fits)
  const free = slots.slice(0, Math.max(0, LINES - all))
  return (
    <div
      role="gridcell"
      data-day={date}
      data-over={coming ? '' : undefined}
      className={`group/day relative flex min-w-0 flex-col gap-0.5 p-1 ${isIn ? 'bg-card' : 'bg-page'}`}
    >
      <div className="flex h-6 items-center justify-between">
        <button
          type="button"
          data-stop={`day ${date}`}
          aria-label={labelOf(day)}
          aria-current={isToday ? 'date' : undefined}
          onClick={() => openDay(date)}
          className={`grid h-6 min-w-6 place-items-center rounded-full px-1 text-xs tabular-nums ${isToday ? 'bg-accent font-semibold text-on-accent' : `hover:bg-sunk ${isIn ? 'font-medium' : 'text-muted'}`}`}
        >
          {number(Number(date.slice(8)))}
        </button>
        {edits && !isPast && (
          <Link
            to="/write"
            search={{ at: `${date}T${free[0] ? clockOf(free[0].iso, zone).time : '09:00'}` }}
            preload={false}
            tabIndex={-1}
            aria-label={words.writeOn(dayWords(date, 'whole'))}
            className="grid size-6 place-items-center rounded-full text-muted opacity-0 group-hover/day:opacity-100 hover:bg-sunk focus-visible:opacity-100"
          >
            <Icon name="plus" className="size-4" />
          </Link>
        )}
      </div>
      {shown.map((entry) => (
        <Chip key={keyOf(entry)} entry={entry} zone={zone} platforms={platformsOf(entry)} />
      ))}
      {all > shown.length && (
        <button
          type="button"
          data-stop={`more ${date}`}
          aria-label={words.moreOn(number(all - shown.length), dayWords(date, 'whole'))}
          onClick={() => openDay(date)}
          className="h-6 rounded-md px-1.5 text-start text-xs font-semibold text-muted hover:bg-sunk hover:text-ink"
        >
          {words.more(number(all - shown.length))}
        </button>
      )}
      {edits && free.map(({ iso }) => <Free key={iso} iso={iso} zone={zone} />)}
      {coming && (
        <span className="pointer-events-none absolute inset-x-1 bottom-1 truncate rounded-md bg-accent px-1.5 py-0.5 text-xs font-semibold text-on-accent tabular-nums">
          {moment(new Date(coming.at), 'time', zone)}
        </span>
      )}
    </div>
  )
})

/** A free place of the posting schedule: whoever chooses it writes for it. */
export function Free({ iso, zone, tall = false }: { iso: string; zone: string; tall?: boolean }) {
  const { date, time } = clockOf(iso, zone)
  const said = moment(iso, 'time', zone)
  return (
    <Link
      to="/write"
      search={{ at: `${date}T${time}` }}
      preload={false}
      data-slot={iso}
      data-stop={`slot ${iso}`}
      aria-label={words.free(said)}
      className={`flex w-full min-w-0 items-center gap-1 rounded-md border border-dashed border-line px-1.5 text-xs text-muted tabular-nums hover:border-accent hover:bg-accent-soft hover:text-accent-strong ${tall ? 'h-full' : 'h-6'}`}
    >
      <Icon name="plus" className="size-3.5" />
      {said}
    </Link>
  )
}

const SmallDay = memo(function SmallDay({
  day,
  isIn,
  isToday,
  isChosen,
  choose,
}: {
  day: Shown
  isIn: boolean
  isToday: boolean
  isChosen: boolean
  choose: (date: string) => void
}) {
  const { date, posts, slots } = day
  return (
    <div
      role="gridcell"
      aria-selected={isChosen}
      data-day={date}
      className={isIn ? 'bg-card' : 'bg-page'}
    >
      <button
        type="button"
        data-stop={`day ${date}`}
        aria-label={labelOf(day)}
        aria-current={isToday ? 'date' : undefined}
        onClick={() => choose(date)}
        className="flex h-full min-h-14 w-full flex-col items-center gap-1 py-1.5"
      >
        <span
          className={`grid size-7 place-items-center rounded-full text-sm tabular-nums ${isChosen ? 'bg-ink font-semibold text-page' : isToday ? 'bg-accent font-semibold text-on-accent' : isIn ? '' : 'text-muted'}`}
        >
          {number(Number(date.slice(8)))}
        </span>
        <span aria-hidden="true" className="flex h-1.5 gap-0.5">
          {posts.slice(0, DOTS).map((entry) => (
            <span
              key={keyOf(entry)}
              className={`size-1.5 rounded-full ${looks[stateOf(entry)].dot}`}
            />
          ))}
          {!posts.length && slots.length > 0 && (
            <span className="size-1.5 rounded-full border border-edge" />
          )}
        </span>
      </button>
    </div>
  )
})
