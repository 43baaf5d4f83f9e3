/** Times of the week, day by day, to add to and to take from. */
import { useState } from 'react'
import { type Weekday, weekdays } from '../api/types.ts'
import { day as dateWords } from '../words/format.ts'
import { words } from '../words/settings.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

export interface WeekTime {
  weekday: Weekday
  /** By the clock of the workspace: 09:30. */
  time: string
}

/** The first of June 2026 was a Monday. */
const dayName = (weekday: Weekday) =>
  dateWords(`2026-06-0${weekdays.indexOf(weekday) + 1}`, 'weekdayWhole')

export function WeekTimes({
  times,
  add,
  remove,
  disabled = false,
}: {
  times: readonly WeekTime[]
  add: (time: WeekTime) => void
  remove: (time: WeekTime) => void
  disabled?: boolean
}) {
  return (
    <fieldset disabled={disabled} className="grid gap-3">
      <legend className="sr-only">{words.times.byWeekday}</legend>
      {weekdays.map((weekday) => (
        <Day
          key={weekday}
          weekday={weekday}
          times={times.filter((each) => each.weekday === weekday).map(({ time }) => time)}
          add={(time) => add({ weekday, time })}
          remove={(time) => remove({ weekday, time })}
        />
      ))}
    </fieldset>
  )
}

function Day({
  weekday,
  times,
  add,
  remove,
}: {
  weekday: Weekday
  times: readonly string[]
  add: (time: string) => void
  remove: (time: string) => void
}) {
  const [time, setTime] = useState('09:00')
  const day = dayName(weekday)
  return (
    <div className="grid gap-2 border-t border-line pt-3 sm:grid-cols-[8rem_1fr_auto] sm:items-center">
      <p className="font-medium">{day}</p>
      <ul aria-label={day} className="flex flex-wrap gap-2">
        {times.toSorted().map((each) => (
          <li
            key={each}
            className="inline-flex items-center rounded-full bg-accent-soft ps-3 text-accent-strong"
          >
            {each}
            <button
              type="button"
              aria-label={words.times.remove(day, each)}
              onClick={() => remove(each)}
              className="grid size-9 place-items-center rounded-full hover:bg-sunk"
            >
              <Icon name="cross" className="size-4" />
            </button>
          </li>
        ))}
        {!times.length && <li className="text-sm text-muted">{words.times.none}</li>}
      </ul>
      <div className="flex items-center gap-2">
        <input
          type="time"
          className="control w-auto"
          aria-label={words.times.newTime(day)}
          value={time}
          onChange={({ target }) => setTime(target.value)}
        />
        <Button
          icon="plus"
          aria-label={words.times.addTo(day)}
          onClick={() => time && !times.includes(time) && add(time)}
        >
          {words.times.add}
        </Button>
      </div>
    </div>
  )
}
