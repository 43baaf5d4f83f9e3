/** What became of what was published: sums, days, platforms, posts, hours and followers. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { analyticsQuery, timelinesQuery } from '../../api/analytics.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { words } from '../../words/analytics.ts'
import { common } from '../../words/common.ts'
import { dateIn, moment } from '../../words/format.ts'
import { askedOf, measureOf, readSearch, type Search, whichOf } from './asked.ts'
import { Audience } from './audience.tsx'
import { Breakdown, groupOf } from './breakdown.tsx'
import { Chart } from './chart.tsx'
import { Head } from './head.tsx'
import { onlyTold } from './measures.ts'
import { Tiles } from './tiles.tsx'
import { Times } from './times.tsx'

export function Analytics() {
  const here = useHere()
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { timezone } = here.workspace
  const today = dateIn(timezone)
  const sought = readSearch(search, today)
  const asked = askedOf(sought)
  const which = whichOf(sought)
  const totals = useQuery(analyticsQuery(here, asked))
  const timelines = useQuery(timelinesQuery(here, asked))
  const set = (changes: Search) =>
    void navigate({
      to: '/analytics',
      search: { ...search, ...changes },
      replace: true,
      resetScroll: false,
    })
  const filtered = sought.account ?? sought.platform ?? sought.label
  const measured_at = timelines.data?.measured_at
  return (
    <Page
      title={common.thing.analytics}
      lead={
        timelines.data &&
        (measured_at ? words.fresh(moment(measured_at, 'moment', timezone)) : words.notFresh)
      }
    >
      <Head sought={sought} today={today} set={set} />
      <Loaded query={totals} what={words.what} rows={4}>
        {(report) => {
          const { posts, impressions, engagements } = report.totals
          const nothing = !posts && !impressions && !engagements
          const before = report.previous.posts > 0 || Boolean(report.previous.engagements)
          if (nothing && !before)
            return filtered === undefined && !measured_at ? (
              <>
                <Empty
                  icon="spark"
                  title={words.none.title}
                  action={
                    here.edits && (
                      <LinkButton look="primary" icon="pen" to="/write" preload={false}>
                        {words.none.write}
                      </LinkButton>
                    )
                  }
                >
                  {words.none.text}
                </Empty>
                <Audience which={which} />
              </>
            ) : (
              <Empty
                icon="search"
                title={words.none.found}
                action={
                  <Button
                    onClick={() =>
                      set({
                        account: undefined,
                        platform: undefined,
                        label: undefined,
                        from: undefined,
                        to: undefined,
                        range: '90',
                      })
                    }
                  >
                    {common.act.clearFilters}
                  </Button>
                }
              >
                {words.none.foundText}
              </Empty>
            )
          return (
            <Loaded query={timelines} what={words.what} rows={4}>
              {(lines) => {
                const [told, course] = onlyTold(report, lines)
                const measure = measureOf(sought, told.totals)
                return (
                  <>
                    <Tiles
                      report={told}
                      lines={course.lines}
                      compared={sought.compare !== 'none'}
                      chosen={measure}
                      choose={(now) => set({ measure: now })}
                    />
                    <Chart
                      timelines={course}
                      report={told}
                      sought={sought}
                      measure={measure}
                      set={set}
                      today={today}
                      name={here.workspace.name}
                    />
                    <Breakdown
                      report={told}
                      which={which}
                      group={groupOf(search['group'])}
                      setGroup={(group) => set({ group })}
                    />
                    <Times
                      which={which}
                      usual={
                        told.totals.engagement_rate === null ? 'engagements' : 'engagement_rate'
                      }
                    />
                    <Audience which={which} />
                  </>
                )
              }}
            </Loaded>
          )
        }}
      </Loaded>
    </Page>
  )
}
