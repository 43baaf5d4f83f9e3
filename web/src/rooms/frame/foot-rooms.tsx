/** The rooms at the foot of a small screen. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { approvalsQuery } from '../../api/queries.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { common } from '../../words/common.ts'
import { useHere } from '../../shell/here.ts'

/** `item`: how one of the bar looks. */
export function FootRooms({
  open,
  close,
  item,
}: {
  open: boolean
  close: () => void
  item: string
}) {
  useEscape(open, close)
  const here = useHere()
  const { data } = useQuery(approvalsQuery(here))
  const waiting = data?.total ?? 0
  const room = (to: '/' | '/calendar' | '/posts', icon: IconName, label: string, count = 0) => (
    <li className="min-w-0 flex-1">
      <Link
        to={to}
        onClick={close}
        activeOptions={{ exact: to === '/' }}
        className={item}
        activeProps={{ className: 'text-accent-strong' }}
      >
        <span className="relative grid h-6 place-items-center">
          <Icon name={icon} />
          {count > 0 && (
            <span
              aria-hidden="true"
              className="absolute -end-2 -top-1 size-2.5 rounded-full bg-accent"
            />
          )}
        </span>
        <span className="max-w-full truncate">{label}</span>
        {count > 0 && (
          <span className="sr-only">
            {count} {common.rooms.toApprove}
          </span>
        )}
      </Link>
    </li>
  )
  return (
    <>
      {room('/', 'home', common.thing.overview, here.publishes ? waiting : 0)}
      {room('/calendar', 'calendar', common.thing.calendar)}
      {here.edits && (
        <li className="min-w-0 flex-1">
          <Link to="/write" preload={false} onClick={close} className={item}>
            <span className="grid h-6 w-11 place-items-center rounded-full bg-accent text-on-accent">
              <Icon name="pen" className="size-4.5" />
            </span>
            <span className="max-w-full truncate">{common.nav.write}</span>
          </Link>
        </li>
      )}
      {room('/posts', 'inbox', common.thing.posts)}
    </>
  )
}

/** The menu of a small screen closes, and what opened it has the focus again. */
function useEscape(open: boolean, close: () => void) {
  useEffect(() => {
    if (!open) return undefined
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented || document.querySelector('dialog[open]')) return
      close()
      document.querySelector<HTMLElement>('[aria-controls=menu]')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
