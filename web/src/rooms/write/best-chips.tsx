/** Times at which posts of these accounts did best; nothing where too few are known. */
import { useQuery } from '@tanstack/react-query'
import { timesQuery } from '../../api/analytics.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { words } from '../../words/write.ts'
import { bestTimes } from '../../writing/best-times.ts'
import { moved } from '../../writing/dates.ts'
import { dayAndTime } from './when-said.ts'

const DAYS = 90

export function BestChips({
  now,
  account_ids,
  onTime,
}: {
  now: { date: string; time: string }
  account_ids: readonly number[]
  onTime: (time: { date: string; time: string }) => void
}) {
  const here = useHere()
  const which = {
    from: moved(now.date, -DAYS),
    to: now.date,
    ...(account_ids.length > 0 && { account_ids: account_ids.toSorted((a, b) => a - b) }),
  }
  const rates = useQuery(timesQuery(here, which, 'engagement_rate')).data
  // Some platforms tell no impressions, of which a rate could be made.
  const counts = useQuery({
    ...timesQuery(here, which, 'engagements'),
    enabled: rates !== undefined && rates.posts < rates.needed,
  }).data
  const best = [rates, counts].flatMap((told) => (told ? [bestTimes(told, now)] : []))
  const shown = best.find((each) => each.length > 0)
  if (!shown) return null
  return (
    <div role="group" aria-label={words.write.best} className="grid gap-1.5">
      <p className="text-xs text-muted">{words.write.best}</p>
      <div className="flex flex-wrap gap-1.5">
        {shown.map(({ date, time, posts }) => (
          <Button key={`${date} ${time}`} small onClick={() => onTime({ date, time })}>
            {dayAndTime(date, time)}
            <span className="font-normal text-muted">{words.write.bestOf(posts)}</span>
          </Button>
        ))}
      </div>
    </div>
  )
}
