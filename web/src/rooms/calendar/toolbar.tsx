/** Which days are shown, how, and what of them. */
import { lazy, type ReactNode, Suspense } from 'react'
import { fields, type Looked, type Search, views } from '../../calendar/view.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useHeading } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { ownZone } from '../../ui/time.tsx'
import { cityOf, day as dayWords, days } from '../../words/format.ts'
import { words } from '../../words/calendar.ts'

const Filters = lazy(async () => ({ default: (await import('./filters.tsx')).Filters }))

export function Toolbar({
  looked,
  zone,
  today,
  go,
  turn,
  more,
}: {
  looked: Looked
  zone: string
  today: string
  go: (changes: Search) => void
  turn: (pages: -1 | 1) => void
  /** What follows the other buttons. */
  more: ReactNode
}) {
  const { view, date, dates, filter } = looked
  const { workspace, edits } = useHere()
  const title = periodOf(looked)
  const heading = useHeading(words.title(title))
  const count = fields.filter((each) => filter[each] !== undefined).length
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {/* On a phone the days give way, in two lines at most, and what turns them stays in one. */}
        <div className="flex items-center gap-x-3 max-sm:w-full">
          <h1
            ref={heading}
            tabIndex={-1}
            className={`min-w-0 tabular-nums max-sm:flex-1 ${view === 'month' ? 'max-sm:text-xl' : 'max-sm:text-lg'}`}
          >
            <span className="sr-only">{words.title(title)}</span>
            <span aria-hidden="true">{title}</span>
          </h1>
          <div className="flex shrink-0 items-center">
            <IconButton icon="up" turned label={words.before[view]} onClick={() => turn(-1)} />
            <IconButton icon="down" turned label={words.after[view]} onClick={() => turn(1)} />
          </div>
          <Button
            small
            className="shrink-0"
            disabled={dates.includes(today) && date === today}
            onClick={() => go({ date: undefined })}
          >
            {words.today}
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-2 sm:ms-auto">
          <Segmented
            label={words.view}
            value={view}
            options={views.map((value) => ({ value, label: words.views[value] }))}
            onValue={(value) => go({ view: value === 'month' ? undefined : value })}
            small
          />
          <Suspense
            fallback={
              <Button small icon="sliders" disabled>
                {words.filters}
              </Button>
            }
          >
            <Filters filter={filter} go={go} count={count} />
          </Suspense>
          {edits && (
            <Button
              small
              icon="pen"
              onClick={() => go({ drafts: 'open' })}
              className="max-md:hidden"
            >
              {words.drafts}
            </Button>
          )}
          {more}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
        <span className="inline-flex items-center gap-1.5">
          <Icon name="clock" className="size-4" />
          {words.zone(cityOf(zone))}
        </span>
        {workspace.timezone !== ownZone() && (
          <Segmented
            label={words.zones}
            value={zone === workspace.timezone ? 'workspace' : 'mine'}
            options={(['workspace', 'mine'] as const).map((value) => ({
              value,
              label: words.zoneOf[value],
            }))}
            onValue={(value) => go({ zone: value === 'mine' ? value : undefined })}
            small
          />
        )}
      </div>
    </header>
  )
}

export function periodOf({ view, date, dates }: Looked) {
  if (view === 'month') return dayWords(date, 'month')
  const [first = date] = dates
  return days(first, dates.at(-1) ?? first)
}
