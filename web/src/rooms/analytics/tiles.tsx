/** The sums of the window, each with what it was before and the line that leads to it. A press draws it below. */
import type { GetAnalyticsAnswer, GetAnalyticsTimelinesAnswer } from '@crier/sdk'
import { Icon } from '../../ui/icon.tsx'
import { Spark } from '../../ui/plot.tsx'
import { words } from '../../words/analytics.ts'
import { list } from '../../words/format.ts'
import { changeOf, type Measure, missing, thinned, tiles, written } from './measures.ts'

/** Points of a small line. */
const POINTS = 30

export function Tiles({
  report,
  lines,
  compared,
  chosen,
  choose,
}: {
  report: GetAnalyticsAnswer
  lines: GetAnalyticsTimelinesAnswer['lines'] | undefined
  compared: boolean
  chosen: Measure
  choose: (measure: Measure) => void
}) {
  const whole = lines?.find(({ platform }) => platform === null)
  return (
    <ul
      aria-label={words.tiles.label}
      className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5"
    >
      {tiles.map((measure) => (
        <li key={measure} className="grid max-sm:last:col-span-2">
          <button
            type="button"
            aria-pressed={chosen === measure}
            onClick={() => choose(measure)}
            className="grid content-between gap-3 rounded-lg border border-line bg-card p-4 text-start shadow-card transition-colors hover:border-edge aria-pressed:border-accent aria-pressed:ring-1 aria-pressed:ring-accent"
          >
            <Figure measure={measure} report={report} compared={compared} />
            <Spark points={thinned(measure, whole?.days[measure] ?? [], POINTS)} />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** So many platforms are named before it is said that it is all of them. */
const MOST = 3

function Figure({
  measure,
  report: { totals, previous, by_platform },
  compared,
}: {
  measure: Measure
  report: GetAnalyticsAnswer
  compared: boolean
}) {
  const value = totals[measure]
  const absent = missing(measure, totals.incomplete)
  // Ten names would say no more than that it is nobody.
  const all = absent.length > MOST && absent.length === by_platform.length
  return (
    <span className="grid gap-0.5">
      <span className="text-sm text-muted">{words.measures[measure]}</span>
      {value === null ? (
        <>
          <span className="text-xl font-semibold text-muted">{words.tiles.notTold}</span>
          <span className="text-xs text-muted">
            {absent.length > 0 && words.tiles.by(all ? words.tiles.anyOf : list(absent))}
          </span>
        </>
      ) : (
        <>
          <span className="text-2xl font-semibold tracking-tight tabular-nums">
            {written(measure, value)}
          </span>
          {compared && <Change measure={measure} now={value} before={previous[measure]} />}
          {absent.length > 0 && (
            <span className="text-xs text-muted">{words.tiles.without(list(absent))}</span>
          )}
        </>
      )}
    </span>
  )
}

function Change({
  measure,
  now,
  before,
}: {
  measure: Measure
  now: number
  before: number | null
}) {
  const change = changeOf(measure, now, before)
  if (!change) return <span className="text-xs text-muted">{words.tiles.none}</span>
  const text = measure === 'engagement_rate' ? words.tiles.points(change.text) : change.text
  const beside = before === null ? '' : words.tiles.beside(written(measure, before))
  if (change.up === 0) return <span className="text-xs text-muted">{words.tiles.same}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 text-xs">
      <span
        className={`inline-flex items-center gap-0.5 font-semibold tabular-nums ${change.up > 0 ? 'text-good' : 'text-danger'}`}
      >
        <Icon name={change.up > 0 ? 'up' : 'down'} className="size-3.5" />
        {text}
      </span>
      <span className="text-muted">{beside}</span>
    </span>
  )
}
