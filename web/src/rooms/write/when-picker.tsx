/** When it goes out: one control, four ways. By the clock of the workspace. */
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ownZone } from '../../ui/time.tsx'
import { words } from '../../words/write.ts'
import { day as dayWords } from '../../words/format.ts'
import { wallClock, type When } from '../../writing/composition.ts'
import { cityOf, dayAndTime, type Queue, said, type Slot } from './when-said.ts'
import { monthAway, monthGrid, moved, understand } from '../../writing/phrases.ts'

const ways = [
  { value: 'next_slot', label: words.write.nextSlot },
  { value: 'at', label: words.write.atTime },
  { value: 'now', label: words.write.now },
  { value: 'draft', label: words.write.draft },
] as const

export function WhenPicker({
  when,
  timezone,
  slots,
  queues,
  onWhen,
  invalid,
}: {
  when: When
  timezone: string
  /** As `placesOf` has them. */
  slots: readonly Slot[]
  queues: readonly Queue[]
  onWhen: (when: When) => void
  invalid: boolean
}) {
  const [opened, setOpened] = useState(() => new Date().toISOString())
  const now = wallClock(opened, timezone)
  const start = when.way === 'at' ? when : { date: moved(now.date, 1), time: '09:00' }
  return (
    <Popover
      title={words.write.when}
      onOpen={(open) => open && setOpened(new Date().toISOString())}
      side="top"
      align="end"
      className="w-[21.5rem]"
      button={
        <Button icon="clock" data-place="when" aria-invalid={invalid || undefined}>
          <span className="sr-only">{words.write.when}: </span>
          {said(when, slots, timezone)}
        </Button>
      }
    >
      <div className="grid gap-4">
        <Segmented
          label={words.write.when}
          value={when.way}
          options={ways}
          onValue={(way) =>
            onWhen(way === 'at' ? { way, date: start.date, time: start.time } : { way })
          }
          small
        />
        {when.way === 'next_slot' && queues.length > 0 && (
          <select
            aria-label={words.write.queue}
            className="control"
            value={when.queue ?? ''}
            onChange={({ target: { value } }) =>
              onWhen({ way: 'next_slot', ...(value !== '' && { queue: Number(value) }) })
            }
          >
            <option value="">{words.write.noQueue}</option>
            {queues.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
        {when.way === 'next_slot' && <NextSlot slots={slots} timezone={timezone} />}
        {when.way === 'at' && <At when={when} now={now} onWhen={onWhen} />}
        {when.way === 'now' && <p className="text-sm text-muted">{words.write.nowHint}</p>}
        {when.way === 'draft' && <p className="text-sm text-muted">{words.write.draftHint}</p>}
        <p className="flex items-center gap-1.5 border-t border-line pt-3 text-xs text-muted">
          <Icon name="clock" className="size-3.5" />
          {words.write.zone(cityOf(timezone), timezone !== ownZone)}
        </p>
      </div>
    </Popover>
  )
}

function NextSlot({ slots, timezone }: { slots: readonly Slot[]; timezone: string }) {
  if (!slots.length) return <p className="text-sm text-muted">{words.write.noSlots}</p>
  return (
    <ol className="grid gap-1 text-sm">
      {slots.map(({ iso }, index) => {
        const { date, time } = wallClock(iso, timezone)
        return (
          <li key={iso} className={index ? 'text-muted' : 'font-semibold'}>
            {dayAndTime(date, time)}
            {index === 0 && (
              <span className="font-normal text-muted"> · {words.write.thisOne}</span>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function At({
  when,
  now,
  onWhen,
}: {
  when: Extract<When, { way: 'at' }>
  now: { date: string; time: string }
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
      <Month
        key={when.date.slice(0, 7)}
        chosen={when.date}
        today={now.date}
        onDate={(date) => onWhen({ ...when, date })}
      />
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

const weekdays = Array.from({ length: 7 }, (_, day) => dayWords(`2026-06-0${day + 1}`, 'weekday'))

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
  const title = dayWords(`${month}-15`, 'month')
  return (
    <div className="grid gap-1.5" role="group" aria-label={title}>
      <div className="flex items-center justify-between">
        <Arrow
          label={words.write.monthBefore}
          turned
          onClick={() => setMonth(monthAway(month, -1))}
        />
        <span className="text-sm font-semibold" aria-live="polite">
          {title}
        </span>
        <Arrow label={words.write.monthAfter} onClick={() => setMonth(monthAway(month, 1))} />
      </div>
      <div className="grid grid-cols-7 text-center text-xs text-muted" aria-hidden="true">
        {weekdays.map((day) => (
          <span key={day}>{day}</span>
        ))}
      </div>
      {monthGrid(month).map((week) => (
        <div key={week[0]} className="grid grid-cols-7 gap-0.5">
          {week.map((date) => (
            <button
              key={date}
              type="button"
              disabled={date < today}
              aria-label={dayWords(date, 'whole')}
              aria-pressed={date === chosen}
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

function Arrow({
  label,
  turned = false,
  onClick,
}: {
  label: string
  turned?: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunk hover:text-ink"
    >
      <Icon
        name="down"
        className={`size-4 rtl:-scale-y-100 ${turned ? 'rotate-90' : '-rotate-90'}`}
      />
    </button>
  )
}
