/** When it will come, while somebody says how often: asked of the service, which counts it. */
import { CrierError } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceOf } from '../../api/ask.ts'
import { comingQuery, type Times } from '../../api/series.ts'
import { useHere } from '../../shell/here.ts'
import { Card } from '../../ui/page.tsx'
import { cityOf, moment } from '../../words/format.ts'
import { words } from '../../words/series.ts'

const CALM = 300

export function Coming(times: Times) {
  const here = useHere()
  const calm = useCalm(JSON.stringify(times))
  const asked = JSON.parse(calm) as Times
  const ready = asked.rule !== '' && asked.starts_at !== ''
  const { data, error } = useQuery({ ...comingQuery(here, asked), enabled: ready })
  const wrong = ready && error !== null
  return (
    <Card className="top-6 grid content-start gap-3 lg:sticky">
      <div>
        <h2>{words.coming.title}</h2>
        <p className="text-sm text-muted">{words.coming.lead(cityOf(times.timezone))}</p>
      </div>
      <div aria-live="polite" className="grid gap-2">
        {wrong && (
          <p
            className={error instanceof CrierError && error.code === 'invalid' ? '' : 'text-danger'}
          >
            {sentenceOf(error)}
          </p>
        )}
        {!wrong && !data && <p className="text-muted">{words.coming.none}</p>}
        {!wrong && data && (
          <ol className="grid gap-1.5 text-sm tabular-nums">
            {data.data.map(({ occurrence, at, skipped }) => (
              <li key={occurrence}>
                {at === null ? words.coming.never : moment(at, 'momentOfYear', data.timezone)}
                {skipped && <span className="text-muted"> · {words.one.skipped}</span>}
              </li>
            ))}
            {data.more && <li className="text-muted">{words.coming.more}</li>}
          </ol>
        )}
      </div>
    </Card>
  )
}

/** What it was a moment ago, until it stays. */
function useCalm(value: string) {
  const [calm, setCalm] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setCalm(value), CALM)
    return () => clearTimeout(timer)
  }, [value])
  return calm
}
