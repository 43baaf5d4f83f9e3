/** The same numbers cut by platform, by account and by post. What is shown is what the CSV holds. */
import type {
  GetAnalyticsAnswer,
  ListPostAnalyticsAnswer,
  ListPostAnalyticsInput,
} from '@crier/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type Which, postNumbersQuery } from '../../api/analytics.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { handleOf } from '../../ui/called.ts'
import { csvOf } from '../../ui/csv.ts'
import { download } from '../../ui/download.ts'
import { Icon } from '../../ui/icon.tsx'
import { More } from '../../ui/more.tsx'
import { Card, Section } from '../../ui/page.tsx'
import { PlatformMark, platformName } from '../../ui/platform-mark.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loaded } from '../../ui/states.tsx'
import { words } from '../../words/analytics.ts'
import { common } from '../../words/common.ts'
import { moment } from '../../words/format.ts'
import { NotTold, Scroller } from './cells.tsx'
import { type Measure, measures, type Numbers, written } from './measures.ts'

const groups = ['platform', 'account', 'post'] as const
type Group = (typeof groups)[number]
export const groupOf = (value: string | undefined): Group =>
  groups.find((each) => each === value) ?? 'platform'

export function Breakdown({
  report,
  which,
  group,
  setGroup,
}: {
  report: GetAnalyticsAnswer
  which: Which
  group: Group
  setGroup: (group: Group) => void
}) {
  return (
    <Section
      title={words.tables.title}
      actions={
        <Segmented
          label={words.tables.by}
          value={group}
          options={groups.map((value) => ({ value, label: words.tables.views[value] }))}
          onValue={setGroup}
        />
      }
    >
      {group === 'post' ? (
        <Posts which={which} timezone={report.window.timezone} />
      ) : (
        <Groups key={group} report={report} group={group} />
      )}
    </Section>
  )
}

interface Row extends Numbers {
  key: string
  name: string
  /** What stands in the first cell. */
  shown: ReactNode
}

function Groups({ report, group }: { report: GetAnalyticsAnswer; group: 'platform' | 'account' }) {
  const [by, setBy] = useState<{ sort: Measure; order: 'asc' | 'desc' }>({
    sort: 'engagements',
    order: 'desc',
  })
  const rows: Row[] =
    group === 'platform'
      ? report.by_platform.map(({ platform, ...told }) => ({
          ...told,
          key: platform,
          name: platformName(platform),
          shown: (
            <>
              <PlatformMark platform={platform} className="size-6 rounded-md" />
              {platformName(platform)}
            </>
          ),
        }))
      : report.by_account.map(({ account_id, platform, name, username, ...told }) => ({
          ...told,
          key: String(account_id),
          name: `${name} (${platformName(platform)})`,
          shown: (
            <>
              <PlatformMark platform={platform} className="size-6 rounded-md" />
              <span className="grid min-w-0">
                <bdi className="truncate">{name}</bdi>
                <span className="sr-only">{platformName(platform)}</span>
                <bdi className="truncate text-xs text-muted">{handleOf({ username })}</bdi>
              </span>
            </>
          ),
        }))
  const sorted = rows.toSorted(
    (a, b) => orderOf(a[by.sort], b[by.sort], by.order) || a.name.localeCompare(b.name),
  )
  const head = group === 'platform' ? words.tables.platform : words.tables.account
  const save = () =>
    download(
      `analytics-${group}.csv`,
      'text/csv',
      csvOf(
        [head, ...measures.map((each) => words.measures[each])],
        sorted.map((row) => [row.name, ...measures.map((each) => row[each])]),
      ),
    )
  return (
    <Table
      label={words.tables.views[group]}
      first={head}
      columns={measures}
      rows={sorted}
      by={by}
      sortBy={(sort) => setBy(turned(by, sort))}
      save={save}
    />
  )
}

/** What is not told comes last, whichever way. */
function orderOf(a: number | null, b: number | null, order: 'asc' | 'desc') {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return order === 'asc' ? a - b : b - a
}

function turned<Sort extends string>(
  by: { sort: string; order: 'asc' | 'desc' },
  sort: Sort,
): { sort: Sort; order: 'asc' | 'desc' } {
  return { sort, order: by.sort === sort && by.order === 'desc' ? 'asc' : 'desc' }
}

type PostSort = NonNullable<ListPostAnalyticsInput['sort']>
type Told = ListPostAnalyticsAnswer['data'][number]
const postColumns = measures.filter((each) => each !== 'posts')

function Posts({ which, timezone }: { which: Which; timezone: string }) {
  const here = useHere()
  const [by, setBy] = useState<{ sort: PostSort; order: 'asc' | 'desc' }>({
    sort: 'engagements',
    order: 'desc',
  })
  const query = useInfiniteQuery(postNumbersQuery(here, which, by))
  return (
    <Loaded query={query} what={words.tables.whatPosts} rows={4}>
      {({ pages }) => {
        const posts = pages.flatMap(({ data }) => data)
        if (!posts.length) return <p className="text-muted">{words.tables.noPosts}</p>
        const save = () =>
          download(
            'analytics-posts.csv',
            'text/csv',
            csvOf(
              [
                words.tables.post,
                words.tables.published,
                ...postColumns.map((each) => words.measures[each]),
              ],
              posts.map((post) => [
                post.content,
                post.published_at,
                ...postColumns.map((each) => post[each]),
              ]),
            ),
          )
        return (
          <>
            <Table
              label={words.tables.views.post}
              first={words.tables.post}
              columns={postColumns}
              rows={posts.map((post) => rowOf(post, timezone))}
              by={by}
              sortBy={(sort) => setBy(turned(by, sort === 'posts' ? 'published_at' : sort))}
              save={save}
            />
            <More query={query} />
          </>
        )
      }}
    </Loaded>
  )
}

function rowOf(post: Told, timezone: string): Row {
  const content = post.content.trim() || common.thing.withoutText
  const platforms = [...new Set(post.accounts.map(({ platform }) => platform))]
  return {
    ...post,
    posts: null,
    key: String(post.post_id),
    name: content,
    shown: (
      <span className="grid min-w-0 gap-0.5">
        <Link
          to="/posts/$id"
          params={{ id: String(post.post_id) }}
          className="line-clamp-2 font-medium hover:underline"
        >
          <bdi>{content}</bdi>
        </Link>
        <span className="flex items-center gap-1.5 text-xs text-muted">
          {platforms.map((platform) => (
            <span key={platform}>
              <PlatformMark platform={platform} className="size-4 rounded" />
              <span className="sr-only">{platformName(platform)} </span>
            </span>
          ))}
          <time dateTime={post.published_at}>{moment(post.published_at, 'moment', timezone)}</time>
          {post.measured_at === null && (
            <span title={words.tables.notYet}>· {words.tables.notMeasured}</span>
          )}
        </span>
      </span>
    ),
  }
}

function Table({
  label,
  first,
  columns,
  rows,
  by,
  sortBy,
  save,
}: {
  label: string
  first: string
  columns: readonly Measure[]
  rows: readonly Row[]
  by: { sort: string; order: 'asc' | 'desc' }
  sortBy: (measure: Measure) => void
  save: () => void
}) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Scroller label={label}>
        <table className="w-full min-w-[56rem] table-fixed text-sm tabular-nums">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr className="border-b border-line text-muted">
              <th
                scope="col"
                className="sticky start-0 z-10 w-44 bg-card py-2 text-start font-medium sm:w-48"
              >
                {first}
              </th>
              {columns.map((each) => {
                const on = by.sort === each
                return (
                  <th
                    key={each}
                    scope="col"
                    aria-sort={on ? (by.order === 'asc' ? 'ascending' : 'descending') : 'none'}
                    className="py-1 text-end align-bottom font-medium"
                  >
                    <button
                      type="button"
                      title={words.tables.sorted(words.measures[each])}
                      onClick={() => sortBy(each)}
                      className={`inline-flex min-h-9 max-w-full flex-wrap items-center justify-end gap-x-1 rounded-md ps-1 text-end text-xs leading-tight hover:text-ink ${on ? 'font-semibold text-ink' : ''}`}
                    >
                      {on && (
                        <Icon name={by.order === 'asc' ? 'up' : 'down'} className="size-3.5" />
                      )}
                      <span className="min-w-0">{words.tables.head(words.measures[each])}</span>
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row) => (
              <tr key={row.key}>
                <th
                  scope="row"
                  className="sticky start-0 z-10 bg-card py-2.5 pe-3 text-start font-normal"
                >
                  <span className="flex min-w-0 items-center gap-2.5">{row.shown}</span>
                </th>
                {columns.map((each) => {
                  const value = row[each]
                  return (
                    <td key={each} className="ps-1 py-2.5 text-end">
                      {value === null ? <NotTold /> : written(each, value)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-xs text-muted">{words.tables.legend}</p>
        <Button small icon="download" onClick={save}>
          {words.tables.csv}
        </Button>
      </div>
    </Card>
  )
}
