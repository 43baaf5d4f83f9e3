import { useQuery } from '@tanstack/react-query'
import { statsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Card, Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { Settings } from './frame.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/settings.ts'
import { rich } from '../../ui/rich.tsx'

export function Plan() {
  const here = useHere()
  const stats = useQuery(statsQuery(here))
  return (
    <Settings title={words.frame.plan}>
      <Loaded query={stats} what={words.plan.what} rows={2}>
        {({ posts_this_month: { used, limit, resets_at }, posts }) => (
          <>
            <Section title={words.plan.title(here.workspace.plan)}>
              <Card className="grid gap-3">
                <p>
                  <strong className="text-2xl">{used}</strong>
                  {limit === null ? words.plan.unlimited : words.plan.ofLimit(limit)}
                </p>
                {limit !== null && (
                  <meter
                    className="h-3 w-full"
                    aria-label={words.plan.thisMonth}
                    min={0}
                    max={limit}
                    high={limit * 0.9}
                    value={Math.min(used, limit)}
                  />
                )}
                <p className="text-sm text-muted">
                  {rich(words.plan.anew, {
                    time: <At at={resets_at} workspaceZone={here.workspace.timezone} />,
                  })}
                  {limit !== null && words.plan.more}
                </p>
              </Card>
            </Section>
            <Section title={words.plan.soFar}>
              <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
                {Object.entries(posts).map(([status, count]) => (
                  <Card key={status} className="p-4">
                    <dt className="text-sm text-muted ">
                      {common.statuses[status as keyof typeof common.statuses] ?? status}
                    </dt>
                    <dd className="text-xl font-semibold">{count}</dd>
                  </Card>
                ))}
              </dl>
            </Section>
          </>
        )}
      </Loaded>
    </Settings>
  )
}
