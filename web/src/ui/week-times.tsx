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
  add: (times: readonly WeekTime[]) => void
  remove: (time: WeekTime) => void
  disabled?: boolean
}) {
  return (
    <fieldset disabled={disabled} className="grid gap-3">
      <legend className="sr-only">{words.times.byWeekday}</legend>
      {!disabled && (
        <Several
          add={(days, time) =>
            add(
              days
                .filter((weekday) =>
                  times.every((each) => each.weekday !== weekday || each.time !== time),
                )
                .map((weekday) => ({ weekday, time })),
            )
          }
        />
      )}
      {weekdays.map((weekday) => (
        <Day
          key={weekday}
          weekday={weekday}
          times={times.filter((each) => each.weekday === weekday).map(({ time }) => time)}
          add={(time) => add([{ weekday, time }])}
          remove={(time) => remove({ weekday, time })}
        />
      ))}
    </fieldset>
  )
}

const ranges = {
  all: weekdays,
  working: weekdays.slice(0, 5),
  weekend: weekdays.slice(5),
}

/** A week of the same times is made with one press for each, and not with seven. */
function Several({ add }: { add: (days: readonly Weekday[], time: string) => void }) {
  const [range, setRange] = useState<keyof typeof ranges>('all')
  const [time, setTime] = useState('09:00')
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select
        aria-label={words.times.days}
        className="control w-auto max-sm:w-full sm:me-auto"
        value={range}
        onChange={({ target: { value } }) => {
          if (value === 'all' || value === 'working' || value === 'weekend') setRange(value)
        }}
      >
        <option value="all">{words.times.everyDay}</option>
        <option value="working">{words.times.working}</option>
        <option value="weekend">{words.times.weekend}</option>
      </select>
      <input
        type="time"
        className="control w-auto"
        aria-label={words.times.newTimes}
        value={time}
        onChange={({ target }) => setTime(target.value)}
      />
      <Button
        icon="plus"
        aria-label={words.times.addToDays}
        onClick={() => time && add(ranges[range], time)}
      >
        {words.times.add}
      </Button>
    </div>
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
