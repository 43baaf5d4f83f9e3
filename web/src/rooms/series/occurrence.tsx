/** One time of a series: its post, or why there is none. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { postQuery } from '../../api/posts.ts'
import type { Occurrence, Series } from '../../api/series.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { exact } from '../../ui/time.tsx'
import { words } from '../../words/series.ts'
import { StateBadge } from '../post/state-badge.tsx'
import { ChangeOccurrence } from './changing.tsx'
import { textOf } from './draft.ts'
import { useSeriesActions } from './use-series.ts'

export function OccurrenceRow({
  series,
  occurrence,
  near = false,
  comes = false,
}: {
  series: Series
  occurrence: Occurrence
  /** All that follow can be changed from here on. */
  near?: boolean
  comes?: boolean
}) {
  const here = useHere()
  const { busy, skip } = useSeriesActions(series)
  const [changing, setChanging] = useState(false)
  const { at, post_id, refused, skipped, variation } = occurrence
  // A post that is made may say something else by now than its series.
  const made = useQuery({
    ...postQuery(here, post_id ?? 0),
    enabled: post_id !== null && !skipped,
  })
  const text = made.data?.content ?? textOf(series, variation)
  const when = at === null ? words.coming.never : exact(at, series.timezone)
  const acts = here.edits && comes && at !== null && series.state !== 'ended'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <p className={`font-medium tabular-nums ${skipped ? 'text-muted line-through' : ''}`}>
          {when}
        </p>
        <p dir="auto" className="line-clamp-1 text-sm text-muted">
          {text}
        </p>
        {refused !== null && (
          <p className="text-sm text-danger">
            <Refusal refused={refused} />
          </p>
        )}
      </div>
      {skipped && <StateBadge tone="plain">{words.one.skipped}</StateBadge>}
      {!skipped && post_id === null && refused === null && (
        <span className="text-sm text-muted">{words.one.notMade}</span>
      )}
      {post_id !== null && !skipped && (
        <Link to="/posts/$id" params={{ id: String(post_id) }} className="text-sm">
          {words.one.post(post_id)}
        </Link>
      )}
      {acts && (
        <div className="flex gap-2">
          {!skipped && (
            <Button
              small
              look="quiet"
              aria-label={words.one.changeOf(when)}
              onClick={() => setChanging(true)}
            >
              {words.one.change}
            </Button>
          )}
          <Button
            small
            look="quiet"
            busy={busy}
            aria-label={skipped ? words.one.unskipOf(when) : words.one.skipOf(when)}
            onClick={() => skip(occurrence.occurrence, skipped)}
          >
            {skipped ? words.one.unskip : words.one.skip}
          </Button>
        </div>
      )}
      {changing && (
        <ChangeOccurrence
          {...{ series, occurrence, text, when, near }}
          onClose={() => setChanging(false)}
          reopen={() => setChanging(true)}
        />
      )}
    </li>
  )
}
