import type { ListActivityAnswer, ListActivityInput } from '@crier/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { More } from '../../ui/more.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { deedOf } from '../../words/events.ts'
import { Settings } from '../settings/frame.tsx'
import { csvOf } from './csv.ts'

export type Deed = ListActivityAnswer['data'][number]
type By = Deed['actor']['kind']

const people: Readonly<Record<By | '', string>> = {
  '': 'Everybody',
  person: 'People',
  key: 'API keys',
  app: 'Apps',
  crier: 'Crier itself',
}
const things = {
  '': 'Everything',
  'post.*': 'Posts',
  'delivery.*': 'Posts, by account',
  'account.*': 'Accounts',
  'media.*': 'Media',
  'schedule.*': 'Posting schedule',
  'webhook.*': 'Webhooks',
  'audit.*': 'Keys, apps, members, settings',
} as const
/** Who did what, the latest first. */
export function Activity() {
  const here = useHere()
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const by = isOf(people, search['by']) ? search['by'] : ''
  const about = isOf(things, search['about']) ? search['about'] : ''
  const since = /^\d{4}-\d\d-\d\d$/.test(search['since'] ?? '') ? (search['since'] ?? '') : ''
  const filter: ListActivityInput = {
    ...(by && { by: [by] }),
    ...(about && { types: [about] }),
    ...(since && { since: new Date(`${since}T00:00`).toISOString() }),
  }
  const query = useInfiniteQuery({
    queryKey: [here.id, 'activity', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      here.crier.listActivity(
        { ...filter, limit: 60, ...(pageParam !== undefined && { before: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ before }) => before ?? undefined,
  })
  const choose = (now: Record<string, string>) =>
    void navigate({
      to: '/settings/activity',
      search: Object.fromEntries(
        Object.entries({ by, about, since, ...now }).map(([name, value]) => [
          name,
          value || undefined,
        ]),
      ),
      replace: true,
    })
  return (
    <Settings
      title="Activity"
      lead="Who did what. Kept for 30 days; keys, apps, members and settings for 400."
    >
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label="By"
          value={by}
          options={optionsOf(people)}
          onValue={(now) => choose({ by: now })}
        />
        <Choice
          label="About"
          value={about}
          options={optionsOf(things)}
          onValue={(now) => choose({ about: now })}
        />
        <label className="grid gap-1 text-sm font-medium">
          Since
          <input
            type="date"
            value={since}
            onChange={({ target }) => choose({ since: target.value })}
            className="control font-normal"
          />
        </label>
        <Button
          className="sm:ml-auto"
          disabled={!query.data?.pages[0]?.data.length}
          onClick={() => save(query.data?.pages.flatMap(({ data }) => data) ?? [])}
        >
          Save as CSV
        </Button>
      </div>
      <Loaded query={query} what="activity" rows={6}>
        {({ pages }) => {
          const deeds = pages.flatMap(({ data }) => data)
          if (!deeds.length)
            return (
              <Empty
                icon="clock"
                title="Nothing of this kind"
                action={
                  (by || about || since) && (
                    <Button onClick={() => choose({ by: '', about: '', since: '' })}>
                      Clear filters
                    </Button>
                  )
                }
              >
                What is done from now on stands here.
              </Empty>
            )
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <ol
                aria-label="Activity"
                className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card shadow-card"
              >
                {deeds.map((deed) => (
                  <Row key={deed.id} deed={deed} />
                ))}
              </ol>
              <More query={query} />
            </div>
          )
        }}
      </Loaded>
    </Settings>
  )
}

function isOf<Key extends string>(
  labels: Readonly<Record<Key, string>>,
  value: string | undefined,
): value is Key {
  return value !== undefined && Object.hasOwn(labels, value)
}

function optionsOf(labels: Readonly<Record<string, string>>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

const icons: Record<By, IconName> = { person: 'people', key: 'key', app: 'plug', crier: 'bell' }

function Row({ deed }: { deed: Deed }) {
  const { actor, at, type } = deed
  const name = deed.data['name']
  return (
    <li className="flex items-start gap-3 px-4 py-3 sm:px-5">
      <span className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full bg-sunk text-muted">
        <Icon name={icons[actor.kind]} className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <strong className="font-semibold">{whoOf(actor)}</strong> {deedOf(type)}
          {typeof name === 'string' && <> “{name}”</>} <Thing deed={deed} />
        </p>
        <p className="text-sm text-muted">
          <At at={at} />
        </p>
      </div>
    </li>
  )
}

export function whoOf({ kind, name }: Deed['actor']) {
  if (kind === 'crier') return 'Crier'
  if (kind === 'key') return name === null ? 'An API key' : `${name} (API key)`
  if (kind === 'app') return name === null ? 'An app' : `${name} (app)`
  return name ?? 'Somebody'
}

/** What it was done to, and the way there. */
function Thing({ deed: { post_id, account_id, type, data } }: { deed: Deed }) {
  if (post_id !== null)
    return (
      <Link
        to="/posts/$id"
        params={{ id: String(post_id) }}
        className="prose-link whitespace-nowrap"
      >
        Post {post_id}
      </Link>
    )
  const to = (path: '/accounts' | '/keys' | '/apps' | '/members' | '/webhooks', text: string) => (
    <Link to={path} className="prose-link whitespace-nowrap">
      {text}
    </Link>
  )
  if (account_id !== null) return to('/accounts', 'Accounts')
  if (type.startsWith('audit.key')) return to('/keys', 'Keys')
  if (type.startsWith('audit.grant')) return to('/apps', 'Apps')
  if (type.startsWith('webhook')) return to('/webhooks', 'Webhooks')
  if (/^(audit\.)?member/.test(type)) return to('/members', 'Members')
  const { settings } = data
  if (Array.isArray(settings)) return <span className="text-muted">({settings.join(', ')})</span>
  return null
}

function save(deeds: readonly Deed[]) {
  const rows = deeds.map(({ at, actor, type, post_id, account_id, media_id, data }) => [
    at,
    actor.kind,
    whoOf(actor),
    type,
    deedOf(type),
    post_id,
    account_id,
    media_id,
    JSON.stringify(data),
  ])
  const text = csvOf(
    ['at', 'kind', 'who', 'type', 'what', 'post_id', 'account_id', 'media_id', 'data'],
    rows,
  )
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = 'activity.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
