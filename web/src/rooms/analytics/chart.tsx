/** One number by day: as a line beside that of before, as small ones by platform, or as a table. All three hold the same. */
import type { GetAnalyticsAnswer, GetAnalyticsTimelinesAnswer } from '@crier/sdk'
import { Button } from '../../ui/button.tsx'
import { csvOf } from '../../ui/csv.ts'
import { download } from '../../ui/download.ts'
import { Card } from '../../ui/page.tsx'
import { copyPicture, savePicture } from '../../ui/picture.ts'
import { PlatformMark, platformName } from '../../ui/platform-mark.tsx'
import { Plot } from '../../ui/plot.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { words } from '../../words/analytics.ts'
import { compact, day, percent } from '../../words/format.ts'
import { type Search, type Sought, views } from './asked.ts'
import { type Measure, measures, written } from './measures.ts'
import { drawPicture } from './picture.ts'
import { NotTold, Scroller } from './cells.tsx'

type Timelines = GetAnalyticsTimelinesAnswer
type Line = Timelines['lines'][number]

export function Chart({
  timelines,
  report,
  sought,
  measure,
  set,
  name,
  today,
}: {
  timelines: Timelines
  report: GetAnalyticsAnswer
  sought: Sought
  measure: Measure
  set: (changes: Search) => void
  today: string
  /** Of the workspace, for the picture. */
  name: string
}) {
  const say = useSay()
  const { view } = sought
  const compared = sought.compare !== 'none'
  const [whole] = timelines.lines
  if (!whole) return null
  const platforms = timelines.lines.filter(({ platform }) => platform !== null)
  const open = timelines.dates.at(-1) === today
  const paint = () => drawPicture({ name, report, timelines, measure, compared, open })
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="sr-only">{words.chart.label(words.measures[measure])}</h2>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <label className="flex items-center gap-2">
          <span className="sr-only">{words.chart.measure}</span>
          <select
            value={measure}
            onChange={({ target }) => set({ measure: target.value })}
            className="control font-semibold"
          >
            {measures.map((each) => (
              <option key={each} value={each}>
                {words.measures[each]}
              </option>
            ))}
          </select>
        </label>
        <Segmented
          label={words.chart.view}
          value={view}
          options={views.map((value) => ({ value, label: words.chart.views[value] }))}
          onValue={(value) => set({ view: value })}
        />
      </div>
      <Legend timelines={timelines} compared={compared} />
      {view === 'whole' && (
        <Drawn
          timelines={timelines}
          line={whole}
          measure={measure}
          compared={compared}
          today={today}
        />
      )}
      {view === 'platforms' && (
        <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
          {platforms.map((line) => (
            <li key={line.platform} className="grid grid-cols-[minmax(0,1fr)] gap-2">
              <h3 className="flex items-center gap-2 text-sm">
                <PlatformMark platform={line.platform ?? ''} className="size-5 rounded-md" />
                {platformName(line.platform ?? '')}
              </h3>
              <Drawn
                timelines={timelines}
                line={line}
                measure={measure}
                compared={compared}
                today={today}
                height={150}
              />
            </li>
          ))}
        </ul>
      )}
      {view === 'table' && (
        <Days timelines={timelines} line={whole} measure={measure} compared={compared} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-xs text-muted">
          {words.chart.ticks} {words.chart.gaps}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button small icon="image" onClick={() => void savePicture(paint(), 'analytics.png')}>
            {words.chart.save}
          </Button>
          <Button
            small
            icon="copy"
            onClick={() =>
              void copyPicture(paint()).then(
                () => say(words.chart.copied),
                () => say(words.chart.notCopied, failed),
              )
            }
          >
            {words.chart.copyPicture}
          </Button>
        </div>
      </div>
    </Card>
  )
}

function Legend({ timelines, compared }: { timelines: Timelines; compared: boolean }) {
  const { window, previous } = timelines
  const said = ({ from, to }: { from: string; to: string }) =>
    words.chart.beforeDays(day(from), day(to))
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="h-0.5 w-5 rounded-full bg-accent" />
        {said(window)}
      </li>
      {compared && (
        <li className="flex items-center gap-2 text-muted">
          <span aria-hidden="true" className="w-5 border-t-2 border-dashed border-edge" />
          {said(previous)}
        </li>
      )}
    </ul>
  )
}

interface Part {
  timelines: Timelines
  line: Line
  measure: Measure
  compared: boolean
}

function Drawn({
  timelines,
  line,
  measure,
  compared,
  today,
  height,
}: Part & { today: string; height?: number }) {
  const { dates } = timelines
  const now = line.days[measure]
  const before = compared ? line.previous[measure] : undefined
  const ticks = line.days.posts
  const said = (value: number | null | undefined) =>
    value === null || value === undefined ? words.chart.notTold : written(measure, value)
  const parts = (index: number) => [
    ...(before ? [words.chart.andBefore(said(before[index]))] : []),
    ...(dates[index] === today ? [words.chart.soFar] : []),
    ...(ticks[index] && measure !== 'posts' ? [words.chart.published(ticks[index])] : []),
  ]
  if ([now, before ?? []].every((values) => values.every((each) => each === null)))
    return (
      <p
        className={`grid place-items-center rounded-md bg-sunk text-muted ${height === undefined ? 'h-64' : 'h-36 text-sm'}`}
      >
        {words.tiles.notTold}
      </p>
    )
  const date = (index: number) => dates[index] ?? dates[0] ?? ''
  const title = line.platform === null ? '' : `${platformName(line.platform)}: `
  return (
    <Plot
      data={{ now, before, ticks, open: dates.at(-1) === today }}
      label={title + words.chart.label(words.measures[measure])}
      told={(index) =>
        [words.chart.point(day(date(index), 'whole'), said(now[index])), ...parts(index)].join('; ')
      }
      axis={{
        day: (index) => (dates[index] === undefined ? '' : day(dates[index], 'short')),
        value: measure === 'engagement_rate' ? percent : compact,
      }}
      {...(height !== undefined && { height })}
    >
      {(index) => (
        <>
          <p className="text-xs text-muted">{day(date(index), 'whole')}</p>
          <p className="text-lg font-semibold tabular-nums">{said(now[index])}</p>
          {parts(index).map((each) => (
            <p key={each} className="text-xs text-muted">
              {each}
            </p>
          ))}
        </>
      )}
    </Plot>
  )
}

function Days({ timelines, line, measure, compared }: Part) {
  const { dates } = timelines
  const rows = dates.map((date, index) => ({
    date,
    now: line.days[measure][index] ?? null,
    before: line.previous[measure][index] ?? null,
    posts: line.days.posts[index] ?? 0,
  }))
  const save = () =>
    download(
      `${measure}.csv`,
      'text/csv',
      csvOf(
        [words.chart.day, words.measures[measure], words.chart.before, words.measures.posts],
        rows.map(({ date, now, before, posts }) => [date, now, before, posts]),
      ),
    )
  const cell = (value: number | null) =>
    value === null ? <NotTold /> : <span>{written(measure, value)}</span>
  return (
    <>
      <Scroller label={words.chart.label(words.measures[measure])} tall>
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">{words.chart.label(words.measures[measure])}</caption>
          <thead className="sticky top-0 bg-card">
            <tr className="border-b border-line text-muted">
              <th scope="col" className="py-2 text-start font-medium">
                {words.chart.day}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {words.measures[measure]}
              </th>
              {compared && (
                <th scope="col" className="py-2 text-end font-medium">
                  {words.chart.before}
                </th>
              )}
              <th scope="col" className="py-2 text-end font-medium">
                {words.measures.posts}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(({ date, now, before, posts }) => (
              <tr key={date}>
                <th scope="row" className="py-1.5 text-start font-normal">
                  {day(date)}
                </th>
                <td className="py-1.5 text-end">{cell(now)}</td>
                {compared && <td className="py-1.5 text-end text-muted">{cell(before)}</td>}
                <td className="py-1.5 text-end text-muted">{posts}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <Button small icon="download" className="justify-self-start" onClick={save}>
        {words.tables.csv}
      </Button>
    </>
  )
}
