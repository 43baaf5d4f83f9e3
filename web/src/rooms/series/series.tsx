/** One series: what it says, what comes, what came, and what can be done with it. */
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { accountsQuery } from '../../api/queries.ts'
import { type Series, seriesQuery } from '../../api/series.ts'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { fullNameOf } from '../../ui/called.ts'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page, Rows, Section } from '../../ui/page.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { rich } from '../../ui/rich.tsx'
import { Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { list } from '../../words/format.ts'
import { words } from '../../words/series.ts'
import { Words } from '../post/content.tsx'
import { StateBadge } from '../post/state-badge.tsx'
import { ChangeSeries } from './changing.tsx'
import { draftOfSeries, textOf } from './draft.ts'
import { OccurrenceRow } from './occurrence.tsx'
import { sentenceOf } from './rule.ts'
import { toneOf } from './state.ts'
import { Stopping } from './stopping.tsx'
import { useSeriesActions } from './use-series.ts'

export function SeriesPage() {
  const { id } = useParams({ strict: false })
  const here = useHere()
  const query = useQuery(seriesQuery(here, Number(id)))
  const series = query.data
  const title = series
    ? series.name || textOf(series, series.variations.length ? 0 : null) || words.list.unnamed
    : words.one.back
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Link
        to="/series"
        className="inline-flex min-h-9 items-center gap-1.5 justify-self-start rounded-md text-sm text-muted hover:text-ink"
      >
        <Icon name="arrow" className="size-4 rotate-180" />
        {words.one.back}
      </Link>
      <Page
        title={title.length > MOST ? `${title.slice(0, MOST)}…` : title}
        lead={series && sentenceOf(series.rule, series.starts_at)}
        actions={series && here.edits && <Actions series={series} />}
      >
        <Loaded query={query} what={words.one.what} rows={4}>
          {(shown) => <Whole series={shown} />}
        </Loaded>
      </Page>
    </div>
  )
}

const MOST = 60

function Whole({ series }: { series: Series }) {
  const { state, why, waits_for, confirmed_until, upcoming, recent } = series
  const { texts, account_ids } = draftOfSeries(series)
  const here = useHere()
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const goesTo = accounts.filter(({ id }) => account_ids.includes(id))
  return (
    <>
      <div className="grid justify-items-start gap-2">
        <StateBadge tone={toneOf(state)}>{words.states[state]}</StateBadge>
        {why !== null && <p>{words.why[why]}</p>}
        {goesTo.length > 0 && <p className="break-words">{list(goesTo.map(fullNameOf))}</p>}
        {confirmed_until !== null && state === 'active' && (
          <p className="text-sm text-muted">
            {rich(words.one.confirmedUntil, { time: <At at={confirmed_until} /> })}
          </p>
        )}
        {waits_for !== null && (
          <Notice kind="warn">
            {rich(words.one.waits('{why}'), { why: <Refusal refused={waits_for} /> })}
          </Notice>
        )}
      </div>
      <Part title={words.one.upcoming}>
        {upcoming.length ? (
          <Rows label={words.one.upcoming}>
            {upcoming.map((each, index) => (
              <OccurrenceRow
                key={each.occurrence}
                series={series}
                occurrence={each}
                // What is not made yet can be changed from the next one on, and no later.
                near={upcoming
                  .slice(0, index)
                  .every(({ post_id, skipped, at }) => post_id !== null || skipped || at === null)}
                comes
              />
            ))}
          </Rows>
        ) : (
          <p className="text-muted">{words.one.noUpcoming}</p>
        )}
      </Part>
      {recent.length > 0 && (
        <Part title={words.one.recent}>
          <Rows label={words.one.recent}>
            {recent.map((each) => (
              <OccurrenceRow key={each.occurrence} series={series} occurrence={each} />
            ))}
          </Rows>
        </Part>
      )}
      <Part title={words.one.texts}>
        <Rows label={words.one.texts}>
          {texts.map(({ content }, index) => (
            <li key={index} className="p-4 sm:px-5">
              <Words text={content} />
            </li>
          ))}
        </Rows>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return <Section title={title}>{children}</Section>
}

type Open = 'change' | 'pause' | 'end'

function Actions({ series }: { series: Series }) {
  const [open, setOpen] = useState<Open>()
  const { busy, resume } = useSeriesActions(series)
  const close = () => setOpen(undefined)
  const { state, why, confirmed_until } = series
  const taken = state === 'ended' && why === 'credential_ended'
  return (
    <>
      {state === 'active' && confirmed_until !== null && (
        <Button icon="check" busy={busy} onClick={resume}>
          {words.one.confirmYear}
        </Button>
      )}
      {(state === 'paused' || taken) && (
        <Button look="primary" icon="retry" busy={busy} onClick={resume}>
          {words.one.resume}
        </Button>
      )}
      {state !== 'ended' && (
        <>
          <Button icon="pen" onClick={() => setOpen('change')}>
            {words.one.change}
          </Button>
          {state === 'active' && (
            <Button icon="pause" onClick={() => setOpen('pause')}>
              {words.one.pause}
            </Button>
          )}
          <Button icon="cross" onClick={() => setOpen('end')}>
            {words.one.end}
          </Button>
        </>
      )}
      {open === 'change' && (
        <ChangeSeries series={series} onClose={close} reopen={() => setOpen('change')} />
      )}
      {(open === 'pause' || open === 'end') && (
        <Stopping series={series} what={open} onClose={close} />
      )}
    </>
  )
}
