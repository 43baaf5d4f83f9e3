/** How posts did by weekday and hour. It never guesses: few posts are hatched, and too few are said to be too few. */
import type { GetBestTimesAnswer } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Which, timesQuery } from '../../api/analytics.ts'
import { useHere } from '../../shell/here.ts'
import { Notice } from '../../ui/notice.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loaded } from '../../ui/states.tsx'
import { words } from '../../words/analytics.ts'
import { day, moment } from '../../words/format.ts'
import { Scroller } from './cells.tsx'
import { written } from './measures.ts'

const bys = ['engagement_rate', 'engagements', 'impressions'] as const
type By = (typeof bys)[number]
type Cell = GetBestTimesAnswer['hours'][number]

/** Below it nothing can be told from one good post. */
const TRUSTED = 3
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const DAYS = [1, 2, 3, 4, 5, 6, 7]

export function Times({ which, usual }: { which: Which; usual: By }) {
  const here = useHere()
  const [chosen, setBy] = useState<By>()
  const by = chosen ?? usual
  const query = useQuery(timesQuery(here, which, by))
  return (
    <Section
      title={words.times.title}
      lead={query.data && words.times.lead(placeOf(query.data.window.timezone))}
      actions={
        <Segmented
          label={words.times.by}
          value={by}
          options={bys.map((value) => ({ value, label: words.times.bys[value] }))}
          onValue={setBy}
        />
      }
    >
      <Loaded query={query} what={words.what} rows={3}>
        {(times) => <HeatMap times={times} by={by} />}
      </Loaded>
    </Section>
  )
}

function HeatMap({ times, by }: { times: GetBestTimesAnswer; by: By }) {
  const [at, setAt] = useState<readonly [weekday: number, hour: number]>()
  const [walked, setWalked] = useState<readonly [weekday: number, hour: number]>([1, 9])
  const table = useRef<HTMLTableElement>(null)
  const cells = new Map(times.hours.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  const enough = times.posts >= times.needed
  const trusted = times.hours.filter(({ posts }) => posts >= TRUSTED)
  const most = Math.max(0, ...(trusted.length ? trusted : times.hours).map(({ median }) => median))
  const best = trusted.toSorted((a, b) => b.median - a.median).slice(0, 3)

  // On a phone not all hours are in sight: those with posts come first.
  const first = Math.min(...times.hours.map(({ hour }) => hour))
  useEffect(() => {
    const cell = table.current?.querySelector<HTMLElement>(`[data-at="1 ${first}"]`)
    const scroller = table.current?.parentElement
    if (cell && scroller) scroller.scrollLeft = cell.offsetLeft - 64
  }, [first])

  const walk = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const [weekday, hour] = walked
    const next = [clamp(weekday + step[0], 1, 7), clamp(hour + step[1], 0, 23)] as const
    setWalked(next)
    table.current?.querySelector<HTMLElement>(`[data-at="${next.join(' ')}"]`)?.focus()
  }
  const said = (weekday: number, hour: number) => {
    const cell = cells.get(`${weekday} ${hour}`)
    const [name, time] = [weekdayOf(weekday, 'weekdayWhole'), timeOf(hour)]
    if (!cell) return words.times.emptyCell(name, time)
    const text = words.times.cell(name, time, written(by, cell.median), cell.posts)
    return cell.posts < TRUSTED ? `${text} (${words.times.few})` : text
  }
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!enough && (
        <Notice kind="warn">
          <p>{words.times.notEnough(times.posts, times.needed)}</p>
        </Notice>
      )}
      {enough && best.length > 0 && (
        <ul aria-label={words.times.best} className="flex flex-wrap gap-2">
          {best.map((cell) => (
            <li
              key={`${cell.weekday} ${cell.hour}`}
              className="rounded-md bg-accent-soft px-3 py-1.5 text-sm text-accent-strong"
            >
              <strong className="font-semibold">
                {weekdayOf(cell.weekday, 'weekday')} {timeOf(cell.hour)}
              </strong>{' '}
              {written(by, cell.median)} · {words.times.of(cell.posts)}
            </li>
          ))}
        </ul>
      )}
      <Scroller label={words.times.title}>
        <table
          ref={table}
          // A table that is walked cell by cell, as WAI-ARIA has it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label={words.times.table}
          onKeyDown={walk}
          onMouseLeave={() => setAt(undefined)}
          className="w-full min-w-[46rem] table-fixed border-separate border-spacing-0.5 text-xs tabular-nums"
        >
          <thead>
            <tr className="text-muted">
              <th scope="col" className="w-12">
                <span className="sr-only">{words.chart.day}</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col" className="font-normal">
                  {hour % 3 === 0 ? hour : <span className="sr-only">{hour}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map((weekday) => (
              <tr key={weekday}>
                <th scope="row" className="pe-1 text-start font-normal text-muted">
                  {weekdayOf(weekday, 'weekday')}
                </th>
                {HOURS.map((hour) => {
                  const cell = cells.get(`${weekday} ${hour}`)
                  const here = walked[0] === weekday && walked[1] === hour
                  return (
                    <td
                      key={hour}
                      data-at={`${weekday} ${hour}`}
                      tabIndex={here ? 0 : -1}
                      aria-label={said(weekday, hour)}
                      onMouseEnter={() => setAt([weekday, hour])}
                      onFocus={() => {
                        setWalked([weekday, hour])
                        setAt([weekday, hour])
                      }}
                      className={`h-8 rounded-[0.3rem] text-center ${lookOf(cell, most)}`}
                    >
                      {cell?.posts}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-sm">
        <p aria-hidden="true" className="min-h-6 font-medium">
          {at ? said(...at) : <span className="font-normal text-muted">{words.times.look}</span>}
        </p>
        <p className="flex items-center gap-2 text-xs text-muted">
          <span aria-hidden="true" className="flex gap-0.5">
            {ramp.map((each) => (
              <span key={each} className={`size-3.5 rounded-[0.2rem] ${each}`} />
            ))}
          </span>
          {words.times.scale}. {words.times.hatched}
        </p>
      </div>
    </Card>
  )
}

const steps: Record<string, readonly [days: number, hours: number]> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  Home: [0, -24],
  End: [0, 24],
}

/** One hue, from little to much; what stands on it can be read on each. */
const ramp = [
  'bg-accent/12 text-ink',
  'bg-accent/26 text-ink',
  'bg-accent/42 text-ink',
  'bg-accent/82 text-on-accent',
  'bg-accent text-on-accent',
] as const

function lookOf(cell: Cell | undefined, most: number) {
  if (!cell) return 'bg-sunk/60'
  if (cell.posts < TRUSTED) return 'hatched text-ink'
  const share = most > 0 ? cell.median / most : 0
  return ramp[clamp(Math.ceil(share * ramp.length) - 1, 0, ramp.length - 1)] ?? ramp[0]
}

function clamp(value: number, low: number, high: number) {
  return Math.min(high, Math.max(low, value))
}

/** The first of January 2024 was a Monday. */
function weekdayOf(weekday: number, style: 'weekday' | 'weekdayWhole') {
  return day(`2024-01-0${weekday}`, style)
}

function timeOf(hour: number) {
  return moment(`2024-01-01T${String(hour).padStart(2, '0')}:00:00Z`, 'time', 'UTC')
}

function placeOf(zone: string) {
  return zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
}
