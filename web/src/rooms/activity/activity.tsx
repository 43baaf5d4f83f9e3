import type { ListActivityAnswer, ListActivityInput } from '@crier/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useHere } from '../../shell/here.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { download } from '../../ui/download.ts'
import { More } from '../../ui/more.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { At } from '../../ui/time.tsx'
import { useHeldBack } from '../../ui/use-held-back.ts'
import { WaitingRows } from '../../ui/waiting-rows.tsx'
import { deedOf } from '../../words/events.ts'
import { Settings } from '../settings/frame.tsx'
import { BeforeAfter, fieldName } from './before-after.tsx'
import { whoOf } from './who.ts'
import { csvOf } from '../../ui/csv.ts'
import { common } from '../../words/common.ts'
import { list } from '../../words/format.ts'
import { words } from '../../words/settings.ts'

export type Deed = ListActivityAnswer['data'][number]
type By = Deed['actor']['kind']

const people: Readonly<Record<By | '', string>> = {
  '': words.activity.everybody,
  person: words.activity.people,
  key: common.thing.keys,
  app: words.activity.apps,
  crier: words.activity.crier,
}
const things = {
  '': words.activity.everything,
  'post.*': common.thing.posts,
  'delivery.*': words.activity.deliveries,
  'account.*': common.thing.accounts,
  'media.*': common.thing.media,
  'schedule.*': common.thing.schedule,
  'webhook.*': common.thing.webhooks,
  'audit.*': words.activity.audit,
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
        {
          ...filter,
          changes: true,
          limit: 60,
          ...(pageParam !== undefined && { before: pageParam }),
        },
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
    <Settings title={common.thing.activity} lead={words.activity.lead}>
      <div className="flex flex-wrap items-end gap-3">
        <Choice
          label={words.activity.by}
          value={by}
          options={optionsOf(people)}
          onValue={(now) => choose({ by: now })}
        />
        <Choice
          label={words.activity.about}
          value={about}
          options={optionsOf(things)}
          onValue={(now) => choose({ about: now })}
        />
        <label className="grid gap-1 text-sm font-medium">
          {words.activity.since}
          <input
            type="date"
            value={since}
            onChange={({ target }) => choose({ since: target.value })}
            className="control font-normal"
          />
        </label>
        <Button
          className="sm:ms-auto"
          disabled={!query.data?.pages[0]?.data.length}
          onClick={() => save(query.data?.pages.flatMap(({ data }) => data) ?? [])}
        >
          {words.activity.csv}
        </Button>
      </div>
      <Loaded query={query} what={words.activity.what} rows={6}>
        {({ pages }) => {
          const deeds = pages.flatMap(({ data }) => data)
          if (!deeds.length)
            return (
              <Empty
                icon="clock"
                title={words.activity.none}
                action={
                  (by || about || since) && (
                    <Button onClick={() => choose({ by: '', about: '', since: '' })}>
                      {common.act.clearFilters}
                    </Button>
                  )
                }
              >
                {words.activity.noneText}
              </Empty>
            )
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              <Deeds key={JSON.stringify({ by, about, since })} deeds={deeds} />
              <More query={query} />
            </div>
          )
        }}
      </Loaded>
    </Settings>
  )
}

/** Those that came while somebody reads wait above them. */
function Deeds({ deeds }: { deeds: readonly Deed[] }) {
  const list = useRef<HTMLOListElement>(null)
  const { shown, ...held } = useHeldBack(deeds, list)
  return (
    <div>
      <WaitingRows {...held} list={list} />
      <ol
        ref={list}
        tabIndex={-1}
        aria-label={common.thing.activity}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-card shadow-card outline-none"
      >
        {shown.map((deed) => (
          <Row key={deed.id} deed={deed} />
        ))}
      </ol>
    </div>
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
  const [open, setOpen] = useState(false)
  const name = deed.data['name']
  const changes = deed.changes ?? []
  const what = list([...new Set(changes.map(({ field }) => fieldName(field)))])
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
          {changes.length > 0 && ` · ${what}`}
        </p>
        {changes.length > 0 && (
          <Button
            small
            look="quiet"
            className="mt-1"
            icon={open ? 'up' : 'down'}
            aria-expanded={open}
            aria-label={words.activity.beforeAfterOf(what)}
            onClick={() => setOpen(!open)}
          >
            {words.activity.beforeAfter}
          </Button>
        )}
        {open && (
          <div className="mt-2 text-sm">
            <BeforeAfter changes={changes} />
          </div>
        )}
      </div>
    </li>
  )
}

/** What it was done to, and the way there. */
function Thing({ deed }: { deed: Deed }) {
  const { post_id, account_id, type, data } = deed
  if (post_id !== null)
    return (
      <Link
        to="/posts/$id"
        params={{ id: String(post_id) }}
        className="prose-link whitespace-nowrap"
      >
        {common.thing.postNumber(post_id)}
      </Link>
    )
  const to = (path: '/accounts' | '/keys' | '/apps' | '/members' | '/webhooks', text: string) => (
    <Link to={path} className="prose-link whitespace-nowrap">
      {text}
    </Link>
  )
  if (account_id !== null) return to('/accounts', common.thing.accounts)
  if (type.startsWith('audit.key')) return to('/keys', words.activity.keys)
  if (type.startsWith('audit.grant')) return to('/apps', words.activity.apps)
  if (type.startsWith('webhook')) return to('/webhooks', common.thing.webhooks)
  if (/^(audit\.)?member/.test(type)) return to('/members', common.thing.members)
  const { settings } = data
  // What is compared says it below.
  if (Array.isArray(settings) && !deed.changes?.length)
    return (
      <span className="text-muted">({list(settings.map((each) => fieldName(String(each))))})</span>
    )
  return null
}

function save(deeds: readonly Deed[]) {
  const rows = deeds.map(({ at, actor, type, post_id, account_id, media_id, data, changes }) => [
    at,
    actor.kind,
    whoOf(actor),
    type,
    deedOf(type),
    post_id,
    account_id,
    media_id,
    JSON.stringify(data),
    changes ? JSON.stringify(changes) : '',
  ])
  const text = csvOf(
    ['at', 'kind', 'who', 'type', 'what', 'post_id', 'account_id', 'media_id', 'data', 'changes'],
    rows,
  )
  download('activity.csv', 'text/csv', text)
}
