import { useQuery } from '@tanstack/react-query'
import { statsQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Card, Section } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { Settings } from './frame.tsx'

export function Plan() {
  const here = useHere()
  const stats = useQuery(statsQuery(here))
  return (
    <Settings title="Plan and usage">
      <Loaded query={stats} what="usage" rows={2}>
        {({ posts_this_month: { used, limit, resets_at }, posts }) => (
          <>
            <Section title={`Plan: ${here.workspace.plan}`}>
              <Card className="grid gap-3">
                <p>
                  <strong className="text-2xl">{used}</strong>
                  {limit === null
                    ? ' posts this month, without limit.'
                    : ` of ${limit} posts this month.`}
                </p>
                {limit !== null && (
                  <meter
                    className="h-3 w-full"
                    aria-label="Posts this month"
                    min={0}
                    max={limit}
                    high={limit * 0.9}
                    value={Math.min(used, limit)}
                  />
                )}
                <p className="text-sm text-muted">
                  Counted anew from <At at={resets_at} workspaceZone={here.workspace.timezone} />.
                  {limit !== null && ' For more, ask whoever runs this instance for another plan.'}
                </p>
              </Card>
            </Section>
            <Section title="Posts so far">
              <dl className="grid grid-cols-2 gap-3 sm:grid-cols-5">
                {Object.entries(posts).map(([status, count]) => (
                  <Card key={status} className="p-4">
                    <dt className="text-sm text-muted capitalize">{status}</dt>
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
