/** A day and a time: as people say it, in a month, by the clock. */
import { useId, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { words } from '../../words/write.ts'
import { day as dayWords } from '../../words/format.ts'
import type { When } from '../../writing/composition.ts'
import { BestChips } from './best-chips.tsx'
import { dayAndTime } from './when-said.ts'
import { moved } from '../../writing/dates.ts'
import { firstDay, monthAway, monthGrid, understand } from '../../writing/phrases.ts'

export function AtTime({
  when,
  now,
  account_ids,
  onWhen,
}: {
  when: Extract<When, { way: 'at' }>
  now: { date: string; time: string }
  account_ids: readonly number[]
  onWhen: (when: When) => void
}) {
  const id = useId()
  const [phrase, setPhrase] = useState('')
  const understood = understand(phrase, now)
  return (
    <div className="grid gap-3">
      <form
        className="grid gap-1"
        onSubmit={(event) => {
          event.preventDefault()
          if (!understood) return
          onWhen({ way: 'at', ...understood })
          setPhrase('')
        }}
      >
        <input
          value={phrase}
          onChange={({ target }) => setPhrase(target.value)}
          aria-label={words.write.phrase}
          aria-describedby={`${id}-said`}
          placeholder={words.write.phraseExample}
          className="control text-sm"
        />
        <p id={`${id}-said`} role="status" className="min-h-5 text-xs text-muted">
          {understood && words.write.enterTakes(dayAndTime(understood.date, understood.time))}
          {phrase && !understood && words.write.notUnderstood}
        </p>
      </form>
      <BestChips
        now={now}
        account_ids={account_ids}
        onTime={(time) => onWhen({ way: 'at', ...time })}
      />
      <Month chosen={when.date} today={now.date} onDate={(date) => onWhen({ ...when, date })} />
      <label className="flex items-center justify-between gap-3 text-sm font-medium">
        {words.write.time}
        <input
          type="time"
          value={when.time}
          onChange={({ target }) => target.value && onWhen({ ...when, time: target.value })}
          className="control w-auto"
        />
      </label>
    </div>
  )
}

// The first of June 2026 is a Monday.
const weekdays = Array.from({ length: 7 }, (_, day) =>
  dayWords(moved('2026-06-01', day + firstDay - 1), 'weekday'),
)

function Month({
  chosen,
  today,
  onDate,
}: {
  chosen: string
  today: string
  onDate: (date: string) => void
}) {
  const [month, setMonth] = useState(chosen.slice(0, 7))
  const [shown, setShown] = useState(chosen)
  // Not by a key: whoever chose a day stays on it.
  if (shown !== chosen) {
    setShown(chosen)
    setMonth(chosen.slice(0, 7))
  }
  const weeks = monthGrid(month, firstDay)
  const open = weeks.flat().filter((date) => date >= today)
  const [stood, setStood] = useState(chosen)
  // One stop for Tab; arrows go from day to day.
  const stop =
    [stood, chosen].find((date) => open.includes(date)) ??
    open.find((date) => date.startsWith(month))
  const title = dayWords(`${month}-15`, 'month')
  return (
    <div className="grid gap-1.5" role="group" aria-label={title}>
      <div className="flex items-center justify-between">
        <IconButton
          icon="up"
          turned
          label={words.write.monthBefore}
          onClick={() => setMonth(monthAway(month, -1))}
        />
        <span className="text-sm font-semibold" aria-live="polite">
          {title}
        </span>
        <IconButton
          icon="down"
          turned
          label={words.write.monthAfter}
          onClick={() => setMonth(monthAway(month, 1))}
        />
      </div>
      <div className="grid grid-cols-7 text-center text-xs text-muted" aria-hidden="true">
        {weekdays.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} className="grid grid-cols-7 gap-0.5">
          {week.map((date) => (
            <button
              key={date}
              type="button"
              disabled={date < today}
              aria-label={dayWords(date, 'whole')}
              aria-pressed={date === chosen}
              tabIndex={date === stop ? 0 : -1}
              onFocus={() => setStood(date)}
              onClick={() => onDate(date)}
              onKeyDown={(event) => {
                const on = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
                const away = { ArrowLeft: -on, ArrowRight: on, ArrowUp: -7, ArrowDown: 7 }[
                  event.key
                ]
                if (away === undefined) return
                event.preventDefault()
                const all = [
                  ...(event.currentTarget
                    .closest('[role=group]')
                    ?.querySelectorAll<HTMLElement>('[aria-pressed]') ?? []),
                ]
                all[all.indexOf(event.currentTarget) + away]?.focus()
              }}
              className={`h-9 rounded-md text-sm tabular-nums disabled:text-muted/60 ${
                date === chosen
                  ? 'bg-accent font-semibold text-on-accent'
                  : `enabled:hover:bg-sunk ${date.startsWith(month) ? '' : 'text-muted'} ${date === today ? 'font-bold text-accent' : ''}`
              }`}
            >
              {Number(date.slice(8))}
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}
