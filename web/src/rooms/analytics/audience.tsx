/** How many follow each account, and how that changed. */
import type { GetAudienceAnswer } from '@crier/sdk'
import { useQuery } from '@tanstack/react-query'
import { type Which, audienceQuery } from '../../api/analytics.ts'
import { useHere } from '../../shell/here.ts'
import { Card, Section } from '../../ui/page.tsx'
import { PlatformMark, platformName } from '../../ui/platform-mark.tsx'
import { Spark } from '../../ui/plot.tsx'
import { Loaded } from '../../ui/states.tsx'
import { words } from '../../words/analytics.ts'
import { gained, list, number } from '../../words/format.ts'
import { addDays } from './asked.ts'
import { NotTold, Scroller } from './cells.tsx'

type Told = GetAudienceAnswer['accounts'][number]

export function Audience({ which }: { which: Which }) {
  const here = useHere()
  const query = useQuery(audienceQuery(here, which))
  return (
    <Section title={words.audience.title} lead={words.audience.lead}>
      <Loaded query={query} what={words.audience.title} rows={2}>
        {(audience) => <Accounts audience={audience} />}
      </Loaded>
    </Section>
  )
}

const extras = ['following', 'posts', 'views'] as const

function Accounts({ audience: { accounts, totals, window } }: { audience: GetAudienceAnswer }) {
  const rows = accounts.toSorted((a, b) => (b.followers ?? -1) - (a.followers ?? -1))
  const told = extras.filter((each) => rows.some((row) => row[each] !== null))
  const cell = (value: number | null) => (value === null ? <NotTold /> : number(value))
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Scroller label={words.audience.title}>
        <table className="w-full min-w-[40rem] text-sm tabular-nums">
          <caption className="sr-only">{words.audience.title}</caption>
          <thead>
            <tr className="border-b border-line text-muted">
              <th scope="col" className="py-2 text-start font-medium">
                {words.tables.account}
              </th>
              <th scope="col" className="w-40 py-2 text-start font-medium">
                {words.audience.course}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {words.audience.followers}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {words.audience.change}
              </th>
              {told.map((each) => (
                <th key={each} scope="col" className="py-2 text-end font-medium">
                  {words.audience[each]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.account_id}>
                <th scope="row" className="py-2.5 pe-3 text-start font-normal">
                  <span className="flex min-w-0 items-center gap-2.5">
                    <PlatformMark platform={row.platform} className="size-6 rounded-md" />
                    <span className="grid min-w-0">
                      <bdi className="truncate">{row.name}</bdi>
                      <span className="text-xs text-muted">{platformName(row.platform)}</span>
                    </span>
                  </span>
                </th>
                <td className="py-1 pe-4">
                  <Spark points={courseOf(row, window)} />
                </td>
                <td className="py-2.5 text-end font-semibold">{cell(row.followers)}</td>
                <td className="py-2.5 text-end">
                  <Gain change={row.change.followers} />
                </td>
                {told.map((each) => (
                  <td key={each} className="py-2.5 text-end text-muted">
                    {cell(row[each])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {rows.length > 1 && totals.followers !== null && (
            <tfoot>
              <tr className="border-t border-edge font-semibold">
                <th scope="row" colSpan={2} className="py-2.5 text-start">
                  {words.audience.total}
                </th>
                <td className="py-2.5 text-end">{number(totals.followers)}</td>
                <td className="py-2.5 text-end">
                  <Gain change={totals.change} />
                </td>
              </tr>
            </tfoot>
          )}
        </table>
      </Scroller>
      <p className="text-xs text-muted">
        {totals.without.length > 0 &&
          words.audience.without(list(totals.without.map((each) => platformName(each))))}{' '}
        {totals.followers === null && words.audience.noneYet}
      </p>
    </Card>
  )
}

function Gain({ change }: { change: number | null }) {
  if (change === null) return <NotTold />
  const look = change > 0 ? 'text-good' : change < 0 ? 'text-danger' : 'text-muted'
  return <span className={look}>{gained(change)}</span>
}

/** Day for day around its lowest, so that a small change is seen; days that were not told stay open. */
function courseOf({ days }: Told, { from, to }: GetAudienceAnswer['window']) {
  const on = new Map(days.map(({ date, followers }) => [date, followers]))
  const points: (number | null)[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) points.push(on.get(date) ?? null)
  const told = points.filter((each) => each !== null)
  const low = Math.min(...told)
  return points.map((each) => (each === null ? null : each - low))
}
