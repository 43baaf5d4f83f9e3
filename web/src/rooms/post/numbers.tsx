/** What a platform told of the post when it was asked last. */
import type { PerAccount } from '@crier/sdk'
import { rich } from '../../ui/rich.tsx'
import { Ago } from '../../ui/time.tsx'
import { words as measured } from '../../words/analytics.ts'
import { number } from '../../words/format.ts'
import { words } from '../../words/posts.ts'

const shown = ['impressions', 'reach', 'likes', 'comments', 'shares', 'engagements'] as const

export function Numbers({ metrics, name }: { metrics: Metrics; name: string }) {
  const last = metrics.at(-1)
  if (!last) return null
  const told = shown.flatMap((measure) => {
    const value = last[measure]
    return value === null ? [] : [{ measure, value }]
  })
  if (!told.length) return null
  return (
    <section aria-label={words.card.numbersOn(name)} className="grid gap-1.5">
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {told.map(({ measure, value }) => (
          <div key={measure} className="flex flex-col-reverse">
            <dt className="text-sm text-muted">{measured.measures[measure]}</dt>
            <dd className="font-semibold tabular-nums">{number(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">
        {rich(words.card.counted, { time: <Ago at={last.at} /> })}
      </p>
    </section>
  )
}

type Metrics = NonNullable<PerAccount['metrics']>
