import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { noticesQuery } from '../../api/notices.ts'
import type { NoticeKind, Notices, Told } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { platformName } from '../../ui/platform-mark.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Ago, At, exact } from '../../ui/time.tsx'
import { useHeldBack } from '../../ui/use-held-back.ts'
import { WaitingRows } from '../../ui/waiting-rows.tsx'
import { common } from '../../words/common.ts'
import { words } from '../../words/bell.ts'
import { connectAgain } from '../accounts/again.ts'
import { sayNotice } from './say.ts'

/** What the bell opens. */
export function BellList({ notices, unread }: { notices: readonly Told[]; unread: number }) {
  const read = useRead()
  const list = useRef<HTMLUListElement>(null)
  const { shown, ...held } = useHeldBack(notices, list)
  return (
    <>
      <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
        <p className="font-semibold">{common.thing.notices}</p>
        {unread > 0 && (
          <button
            type="button"
            onClick={() => {
              // Also those that wait are read by it: nobody would know which they were.
              held.letIn()
              read.mutate(undefined)
            }}
            className="min-h-9 rounded-md px-2 text-sm text-accent hover:bg-sunk"
          >
            {words.readAll}
          </button>
        )}
      </div>
      {notices.length ? (
        <>
          <WaitingRows {...held} list={list} />
          <ul
            ref={list}
            tabIndex={-1}
            aria-label={common.thing.notices}
            className="max-h-[60dvh] divide-y divide-line overflow-y-auto outline-none"
          >
            {shown.map((notice) => (
              <Row key={notice.id} notice={notice} read={() => read.mutate([notice.id])} />
            ))}
          </ul>
        </>
      ) : (
        <p className="px-4 py-8 text-center text-sm text-muted">{words.none}</p>
      )}
      <div className="border-t border-line px-4 py-2">
        <Link
          to="/settings/notices"
          className="inline-flex min-h-9 items-center text-sm text-muted hover:text-ink"
        >
          {words.preferences}
        </Link>
      </div>
    </>
  )
}

const icons: Record<NoticeKind, IconName> = {
  decision: 'eye',
  maybe_twice: 'copy',
  reconnect: 'plug',
  removal_failed: 'warning',
  edit_failed: 'warning',
  at_risk: 'clock',
  post_failed: 'warning',
  expiring: 'clock',
  approval: 'check',
  series: 'calendar',
  webhook: 'send',
  key_ending: 'key',
  plan: 'sliders',
}

function Row({ notice, read }: { notice: Told; read: () => void }) {
  const { kind, read_at, last_at } = notice
  const { title, lines } = sayNotice(notice, { platformName, exact })
  const unread = read_at === null
  return (
    <li className={`relative flex gap-3 px-4 py-3 ${unread ? 'bg-accent-soft/40' : ''}`}>
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full ${unread ? 'bg-accent-soft text-accent-strong' : 'bg-sunk text-muted'}`}
      >
        <Icon name={icons[kind] ?? 'bell'} className="size-4.5" />
      </span>
      <div className="min-w-0 flex-1 text-sm">
        <Link
          {...placeOf(notice)}
          onClick={() => {
            if (unread) read()
          }}
          className="font-semibold break-words after:absolute after:inset-0"
        >
          {title}
          {unread && <span className="sr-only">{words.notRead}</span>}
        </Link>
        {lines.map((line) => (
          <p key={line} dir="auto" className="break-words text-muted">
            {line}
          </p>
        ))}
        <Accounts notice={notice} />
        <Posts notice={notice} />
        <p className="mt-0.5 text-xs text-muted">
          <Ago at={last_at} />
          {notice.count > 1 && ` · ${words.times(notice.count)}`}
          {notice.settled && ` · ${words.settled}`}
        </p>
      </div>
    </li>
  )
}

/** Accounts that are led to one by one. */
const SHOWN = 3

const needs = { to: '/posts', search: { tab: 'needs' } } as const

/** Where it is one, the whole row leads to it. */
function Accounts({ notice: { accounts } }: { notice: Told }) {
  if (accounts.length < 2) return null
  return (
    <ul className="relative mt-1 grid gap-0.5">
      {accounts.slice(-SHOWN).map(({ id, name, platform }) => (
        <li key={id}>
          <Link
            {...connectAgain({ id: id ?? '' })}
            className="inline-block min-h-6 text-accent underline wrap-anywhere"
          >
            {words.reconnect(name ?? words.anAccount, platformName(platform ?? ''))}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** What it is about, each by the beginning of its text; they lie above the link that the whole row is. */
function Posts({ notice: { posts, more } }: { notice: Told }) {
  if (!posts.length) return null
  return (
    <ul className="relative mt-1 grid gap-0.5">
      {posts.map(({ id, text, at, place }) => (
        <li key={id} className="min-w-0">
          <Link to={place} className="flex min-h-6 max-w-full gap-1">
            <bdi className="truncate text-accent underline">{text || words.noWords(id)}</bdi>
            {at !== null && (
              <span className="shrink-0">
                {' · '}
                <At at={at} />
              </span>
            )}
          </Link>
        </li>
      ))}
      {more > 0 && (
        <li>
          <Link {...needs} className="inline-block min-h-6 text-accent underline">
            {words.more(more)}
          </Link>
        </li>
      )}
    </ul>
  )
}

/** Where somebody does something about it, in this dashboard. */
function placeOf({ kind, places }: Told) {
  const [only, ...more] = places
  const [, post] = /^\/answers\/\d+\/(\d+)\//.exec(only ?? '') ?? []
  if (kind === 'decision' && post !== undefined && !more.length)
    return { to: '/posts/$id', params: { id: post } } as const
  const [, named] = /^\/posts\/(\d+)$/.exec(only ?? '') ?? []
  if (named !== undefined && !more.length)
    return { to: '/posts/$id', params: { id: named } } as const
  if (kind === 'at_risk') return { to: '/posts' } as const
  const [, account] = /^\/accounts\/connect\?account=(\d+)$/.exec(only ?? '') ?? []
  if (account !== undefined && !more.length) return connectAgain({ id: account })
  if (kind === 'reconnect' || kind === 'expiring') return { to: '/accounts' } as const
  if (kind === 'webhook') return { to: '/webhooks' } as const
  if (kind === 'key_ending') return { to: '/keys' } as const
  if (kind === 'plan') return { to: '/settings/plan' } as const
  return needs
}

function useRead() {
  const { id } = useHere()
  const queries = useQueryClient()
  const say = useSay()
  const { queryKey } = noticesQuery(id)
  return useMutation({
    mutationFn: (ids: number[] | undefined) =>
      ask('POST', `/workspaces/${id}/notices/read`, ids ? { ids } : {}),
    onMutate: (ids) => queries.setQueryData(queryKey, (bell) => bell && asRead(bell, ids)),
    onError: (error) => say(sentenceOf(error), failed),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}

function asRead(bell: Notices, ids: number[] | undefined): Notices {
  const now = new Date().toISOString()
  const notices = bell.notices.map((each) =>
    each.read_at === null && (!ids || ids.includes(each.id)) ? { ...each, read_at: now } : each,
  )
  return { ...bell, notices, unread: ids ? Math.max(0, bell.unread - ids.length) : 0 }
}
