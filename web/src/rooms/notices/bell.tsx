import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { noticesQuery } from '../../api/notices.ts'
import { useHere } from '../../shell/here.ts'
import { room } from '../../shell/version.ts'
import { Icon } from '../../ui/icon.tsx'
import { markTitle } from '../../ui/page.tsx'
import { Popover } from '../../ui/popover.tsx'
import { common } from '../../words/common.ts'

// Only who opens it needs what is in it.
const BellList = lazy(async () => ({
  default: (await room(() => import('./bell-list.tsx'))).BellList,
}))

/** What was noticed, read once for all of a person's devices. */
export function Bell() {
  const here = useHere()
  const { data } = useQuery(noticesQuery(here.id))
  const { href } = useLocation()
  const [openAt, setOpenAt] = useState<string>()
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
        <Suspense fallback={null}>
          <BellList notices={data?.notices ?? []} unread={unread} />
        </Suspense>
      </Popover>
    </span>
  )
}
