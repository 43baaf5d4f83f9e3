/** Posts that recur. */
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Series, seriesListQuery } from '../../api/series.ts'
import { useHere } from '../../shell/here.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Page, Rows } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/series.ts'
import { StateBadge } from '../post/state-badge.tsx'
import { textOf } from './draft.ts'
import { sentenceOf } from './rule.ts'
import { toneOf } from './state.ts'

export function SeriesList() {
  const here = useHere()
  const { state } = useSearch({ strict: false })
  const navigate = useNavigate()
  const ended = state === 'ended'
  const query = useQuery(seriesListQuery(here, ended))
  const add = here.edits && (
    <LinkButton look="primary" icon="plus" to="/series/new">
      {words.list.add}
    </LinkButton>
  )
  return (
    <Page title={common.thing.series} lead={words.list.lead} actions={add}>
      <div className="grid gap-4">
        <Segmented
          label={common.thing.series}
          value={ended ? 'ended' : 'going'}
          options={[
            { value: 'going', label: words.list.going },
            { value: 'ended', label: words.list.ended },
          ]}
          onValue={(value) =>
            void navigate({ to: '/series', search: value === 'ended' ? { state: value } : {} })
          }
        />
        <Loaded query={query} what={words.list.what}>
          {({ data }) =>
            data.length ? (
              <Rows label={common.thing.series}>
                {data.map((each) => (
                  <Row key={each.id} series={each} />
                ))}
              </Rows>
            ) : (
              <Empty
                icon="retry"
                title={ended ? words.list.noEnded : words.list.none}
                action={!ended && add}
              >
                {ended ? words.list.noEndedText : words.list.noneText}
              </Empty>
            )
          }
        </Loaded>
      </div>
    </Page>
  )
}

type Listed = Pick<
  Series,
  'id' | 'name' | 'state' | 'why' | 'rule' | 'starts_at' | 'post' | 'variations'
>

function Row({ series }: { series: Listed }) {
  const { id, name, state, why, rule, starts_at } = series
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-2 p-4 hover:bg-sunk/50 sm:px-5">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to="/series/$id"
          params={{ id: String(id) }}
          dir="auto"
          className="line-clamp-1 font-semibold break-words after:absolute after:inset-0"
        >
          {name || textOf(series, series.variations.length ? 0 : null) || words.list.unnamed}
        </Link>
        <p className="text-sm text-muted">
          {sentenceOf(rule, starts_at)}
          {state === 'paused' && why !== null && ` · ${words.why[why]}`}
        </p>
      </div>
      <StateBadge tone={toneOf(state)}>{words.states[state]}</StateBadge>
    </li>
  )
}
