/** Day below day, each post in a line. */
import { brief } from '../../calendar/brief.ts'
import { type Entry, keyOf, stateOf } from '../../calendar/entries.ts'
import { Icon } from '../../ui/icon.tsx'
import { PlatformMark } from '../../ui/platform-mark.tsx'
import { day as dayWords, number, twelveHours } from '../../words/format.ts'
import { words } from '../../words/calendar.ts'
import { type Shown, useBoard } from './board.ts'
import { hide, looks, risksOf, Tick } from './chip.tsx'
import { Free } from './month.tsx'

const FREE = 3
/** Marks beside a text on a phone; more would leave nothing of the text. */
const FEW = 3

export function List({ days }: { days: readonly Shown[] }) {
  const { today } = useBoard()
  return (
    <div className="grid max-w-4xl gap-6">
      {days
        .filter(({ date, posts, slots }) => posts.length || slots.length || date === today)
        .map((day) => (
          <Agenda key={day.date} day={day} />
        ))}
    </div>
  )
}

/** All that is told of a day. */
export function Agenda({ day }: { day: Shown }) {
  const { zone, today, edits, openDay } = useBoard()
  const { date, posts, more, slots } = day
  const title = dayWords(date, 'whole')
  return (
    <section aria-label={title} data-day={date} className="grid gap-2 rounded-lg">
      <h2 className="text-base">
        <button
          type="button"
          data-stop={`day ${date}`}
          aria-current={date === today ? 'date' : undefined}
          onClick={() => openDay(date)}
          className="rounded-md hover:underline"
        >
          {title}
        </button>
        {date === today && (
          <span className="ms-2 rounded-full bg-accent px-2 py-0.5 text-xs font-semibold text-on-accent">
            {words.today}
          </span>
        )}
      </h2>
      {posts.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card shadow-card">
          {posts.map((entry) => (
            <li key={keyOf(entry)}>
              <Line entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <button
          type="button"
          data-stop={`more ${date}`}
          onClick={() => openDay(date)}
          className="min-h-9 justify-self-start rounded-md px-3 text-sm font-semibold text-accent hover:bg-sunk pointer-coarse:min-h-11"
        >
          {words.showAll(number(posts.length + more))}
        </button>
      )}
      {edits && slots.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {slots.slice(0, FREE).map(({ iso }) => (
            <span key={iso} className="h-9 w-28 pointer-coarse:h-11">
              <Free iso={iso} zone={zone} tall />
            </span>
          ))}
        </div>
      )}
      {!posts.length && !slots.length && <p className="text-sm text-muted">{words.nothing}</p>}
    </section>
  )
}

export function Line({ entry }: { entry: Entry }) {
  const { zone, open, platformsOf, choosing, isChosen, press } = useBoard()
  const chosen = isChosen(entry)
  const state = stateOf(entry)
  const { icon, ink } = looks[state]
  const time = brief(entry.at, zone)
  const why = risksOf(entry)
  const platforms = platformsOf(entry)
  return (
    <button
      type="button"
      data-entry={keyOf(entry)}
      data-stop={keyOf(entry)}
      data-chosen={chosen || undefined}
      aria-pressed={choosing ? chosen : undefined}
      onClick={(event) => {
        if (!press([entry], event)) open(entry, event.currentTarget)
      }}
      className="flex min-h-14 w-full touch-manipulation items-center gap-3 px-4 py-2 text-start hover:bg-sunk/60"
    >
      {choosing && <Tick chosen={chosen} className="size-4.5" />}
      <span
        className={`${twelveHours ? 'w-16' : 'w-12'} shrink-0 text-sm font-semibold tabular-nums`}
      >
        {time}
      </span>{' '}
      {entry.thumbnail_url && (
        <img
          src={entry.thumbnail_url}
          alt=""
          loading="lazy"
          draggable={false}
          onError={hide}
          className="size-10 shrink-0 rounded-md bg-sunk object-cover"
        />
      )}
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span dir="auto" className="truncate">
          {entry.excerpt || words.withoutText}
        </span>
        <span className={`flex items-center gap-1.5 text-xs font-medium ${ink}`}>
          <Icon name={icon} className="size-3.5" />
          {words.states[state]}
          {entry.account_id !== undefined && ` · ${words.own}`}
          {why.length > 0 && (
            <span className="flex min-w-0 items-center gap-1 text-warn">
              <Icon name="warning" className="size-3.5" />
              <span className="truncate">{why.join(' ')}</span>
            </span>
          )}
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-1">
        {platforms.map((each, index) => (
          <PlatformMark
            key={each}
            platform={each}
            className={`size-5 rounded-[30%] ${index < FEW ? '' : 'max-sm:hidden'}`}
          />
        ))}
        {platforms.length > FEW && (
          <span className="text-xs font-medium text-muted tabular-nums sm:hidden">
            +{number(platforms.length - FEW)}
          </span>
        )}
      </span>
    </button>
  )
}
