import type { PerAccount } from '@crier/sdk'
import { useState } from 'react'
import { useSay } from '../../ui/said.tsx'
import { moment } from '../../words/format.ts'
import { type Line, timelineOf } from './told.ts'
import { common } from '../../words/common.ts'
import { words } from '../../words/posts.ts'

const dots: Record<Line['look'], string> = {
  good: 'bg-good',
  bad: 'bg-danger',
  waits: 'bg-warn',
  asks: 'bg-warn',
  now: 'bg-info animate-pulse',
  plain: 'bg-edge',
}

/** As many lines as are read at once; the others are there when somebody wants them. */
const SHOWN = 6

/** What was tried, one line below the other, in words. */
export function Timeline({ account, name }: { account: PerAccount; name: string }) {
  const [all, setAll] = useState(false)
  const lines = timelineOf(account, name)
  if (!lines.length) return null
  const shown = all ? lines : lines.slice(-SHOWN)
  const hidden = lines.length - shown.length
  const several =
    new Set(lines.flatMap(({ at }) => (at === null ? [] : [moment(at, 'short')]))).size > 1
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      {hidden > 0 && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="justify-self-start rounded-md text-sm text-muted underline underline-offset-4 hover:text-ink"
        >
          {words.timeline.earlier(hidden)}
        </button>
      )}
      <ol aria-label={words.timeline.tried(name)} className="grid">
        {shown.map((line, index) => (
          <li
            key={line.key}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:grid-cols-[auto_5.5rem_minmax(0,1fr)]"
          >
            <span
              aria-hidden="true"
              className="grid grid-rows-[0.5rem_auto_1fr] justify-items-center"
            >
              <span />
              <span className={`size-2.5 rounded-full ${dots[line.look]}`} />
              {index < shown.length - 1 && <span className="w-px bg-line" />}
            </span>
            <span className="text-sm leading-6.5 text-muted tabular-nums max-sm:col-start-2">
              {line.at !== null && (
                <time dateTime={line.at}>
                  {several && `${moment(line.at, 'short')} `}
                  {moment(line.at, 'second')}
                </time>
              )}
              {line.at === null && line.look === 'now' && words.timeline.now}
            </span>
            <div className="min-w-0 pb-3 max-sm:col-start-2">
              <p className="leading-6.5 break-words">{line.text}</p>
              {line.details && <Details line={line} details={line.details} />}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** For whoever writes to the platform's support, or looks into it. */
function Details({ line, details }: { line: Line; details: NonNullable<Line['details']> }) {
  const say = useSay()
  const rows = [
    [words.timeline.code, details.code],
    [words.timeline.step, details.step],
    [words.timeline.theirWords, details.words],
    [words.timeline.request, details.request_id],
  ].filter((row): row is [string, string] => row[1] != null)
  const text = [
    words.timeline.at(line.at ?? ''),
    ...rows.map(([label, value]) => `${label}: ${value}`),
  ].join('\n')
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center text-xs text-muted underline decoration-line underline-offset-4 hover:text-ink hover:decoration-current">
        {common.thing.details}
      </summary>
      <div className="mt-1 mb-1 grid gap-2 rounded-md bg-sunk px-3 py-2.5">
        <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
          {rows.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="font-mono text-xs leading-6 break-all">{value}</dd>
            </div>
          ))}
        </dl>
        <button
          type="button"
          onClick={() => {
            void navigator.clipboard.writeText(text).then(
              () => say(words.timeline.copied),
              () => say(words.timeline.selectIt),
            )
          }}
          className="justify-self-start rounded-md underline underline-offset-4"
        >
          {common.act.copy}
        </button>
      </div>
    </details>
  )
}
