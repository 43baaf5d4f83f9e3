import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ask, sentenceOf } from '../../api/ask.ts'
import { noticesQuery } from '../../api/notices.ts'
import type { NoticeKind, Notices, Told } from '../../api/types.ts'
import { useHere } from '../../shell/here.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { markTitle } from '../../ui/page.tsx'
import { Popover } from '../../ui/popover.tsx'
import { failed, useSay } from '../../ui/said.tsx'
import { Ago } from '../../ui/time.tsx'
import { common } from '../../words/common.ts'

/** What was noticed, read once for all of a person's devices. */
export function Bell() {
  const here = useHere()
  const { data } = useQuery(noticesQuery(here.id))
  const { href } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
  const read = useRead()
  const unread = data?.unread ?? 0
  useEffect(() => markTitle(unread), [unread])
  const label = unread ? common.bell.unread(unread) : common.thing.notices
  return (
    <span>
      <Popover
        title={common.thing.notices}
        align="start"
        className="w-[26rem] p-0!"
        // It closes behind whoever goes where a notice leads.
        open={openAt === href}
        onOpen={(open) => setOpenAt(open ? href : undefined)}
        button={
          <button
            type="button"
            aria-label={label}
            className="relative grid size-11 place-items-center rounded-md hover:bg-sunk"
          >
            <Icon name="bell" />
            {unread > 0 && (
              <span
                aria-hidden="true"
                className="absolute top-1.5 end-1.5 grid min-w-4.5 place-items-center rounded-full bg-danger px-1 text-[0.6875rem] leading-4.5 font-semibold text-on-danger tabular-nums"
              >
                {unread > 99 ? '99+' : unread}
              </span>
            )}
          </button>
        }
      >
        <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-2.5">
          <p className="font-semibold">{common.thing.notices}</p>
          {unread > 0 && (
            <button
              type="button"
              onClick={() => read.mutate(undefined)}
              className="min-h-9 rounded-md px-2 text-sm text-accent hover:bg-sunk"
            >
              {common.bell.readAll}
            </button>
          )}
        </div>
        {data?.notices.length ? (
          <ul
            aria-label={common.thing.notices}
            className="max-h-[60dvh] divide-y divide-line overflow-y-auto"
          >
            {data.notices.map((notice) => (
              <Row key={notice.id} notice={notice} read={() => read.mutate([notice.id])} />
            ))}
          </ul>
        ) : (
          <p className="px-4 py-8 text-center text-sm text-muted">{common.bell.none}</p>
        )}
        <div className="border-t border-line px-4 py-2">
          <Link
            to="/settings/notices"
            className="inline-flex min-h-9 items-center text-sm text-muted hover:text-ink"
          >
            {common.bell.preferences}
          </Link>
        </div>
      </Popover>
    </span>
  )
}

const icons: Record<NoticeKind, IconName> = {
  decision: 'eye',
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
  const { title, lines, kind, read_at, last_at } = notice
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
          {unread && <span className="sr-only">{common.bell.notRead}</span>}
        </Link>
        {lines.map((line) => (
          <p key={line} dir="auto" className="break-words text-muted">
            {line}
          </p>
        ))}
        <p className="mt-0.5 text-xs text-muted">
          <Ago at={last_at} />
          {notice.count > 1 && ` · ${common.bell.times(notice.count)}`}
        </p>
      </div>
    </li>
  )
}

/** Where somebody does something about it, in this dashboard. */
function placeOf({ kind, places }: Told) {
  const needs = { to: '/posts', search: { tab: 'needs' } } as const
  const [only, ...more] = places
  const [, post] = /^\/answers\/\d+\/(\d+)\//.exec(only ?? '') ?? []
  if (kind === 'decision' && post !== undefined && !more.length)
    return { to: '/posts/$id', params: { id: post } } as const
  const [, named] = /^\/posts\/(\d+)$/.exec(only ?? '') ?? []
  if (named !== undefined && !more.length)
    return { to: '/posts/$id', params: { id: named } } as const
  if (kind === 'at_risk') return { to: '/posts' } as const
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
