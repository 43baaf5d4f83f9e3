/** Whoever works here has to know that nothing goes out. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pausedQuery } from '../api/publishing.ts'
import { LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { rich } from '../ui/rich.tsx'
import { Ago, At } from '../ui/time.tsx'
import { common } from '../words/common.ts'
import { useHere } from './here.ts'

export function PausedBar() {
  const here = useHere()
  const { data } = useQuery(pausedQuery(here))
  const { erase_at } = here.workspace
  if (erase_at !== null)
    return (
      <Bar icon="warning" to="/settings/workspace" look={common.paused.endingLook}>
        {rich(common.paused.ending, { time: <At at={erase_at} /> })}
      </Bar>
    )
  if (!data?.workspace) return null
  const { since, reason } = data.workspace
  return (
    <Bar icon="pause" to="/accounts" look={common.paused.look}>
      {rich(common.paused.since, { time: <Ago at={since} /> })}{' '}
      {reason !== null && <bdi>{common.paused.reason(reason)} </bdi>}
      {data.waiting > 0 && common.paused.waiting(data.waiting)}
    </Bar>
  )
}

function Bar({
  icon,
  to,
  look,
  children,
}: {
  icon: 'pause' | 'warning'
  to: '/accounts' | '/settings/workspace'
  look: string
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1.5 border-b border-line bg-warn-soft px-4 py-2 text-sm font-medium text-warn">
      <Icon name={icon} className="size-4.5" />
      <span>{children}</span>
      <LinkButton small to={to}>
        {look}
      </LinkButton>
    </div>
  )
}
