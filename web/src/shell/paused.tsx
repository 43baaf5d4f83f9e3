/** Whoever works here has to know that nothing goes out. */
import { useQuery } from '@tanstack/react-query'
import { pausedQuery } from '../api/publishing.ts'
import { LinkButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { rich } from '../ui/rich.tsx'
import { Ago, At } from '../ui/time.tsx'
import { common } from '../words/common.ts'
import { useHere } from './here.ts'

const bar =
  'flex flex-wrap items-center justify-center gap-x-3 gap-y-1.5 border-b border-line bg-warn-soft px-4 py-2 text-sm font-medium text-warn'

export function PausedBar() {
  const here = useHere()
  const { data } = useQuery(pausedQuery(here))
  const { erase_at } = here.workspace
  if (erase_at !== null) return <EndingBar erase_at={erase_at} />
  if (!data?.workspace) return null
  const { since, reason } = data.workspace
  return (
    <div className={bar}>
      <Icon name="pause" className="size-4.5" />
      <span>
        {rich(common.paused.since, { time: <Ago at={since} /> })}{' '}
        {reason !== null && <bdi>{common.paused.reason(reason)} </bdi>}
        {data.waiting > 0 && common.paused.waiting(data.waiting)}
      </span>
      <LinkButton small to="/accounts">
        {common.paused.look}
      </LinkButton>
    </div>
  )
}

function EndingBar({ erase_at }: { erase_at: string }) {
  return (
    <div className={bar}>
      <Icon name="warning" className="size-4.5" />
      <span>{rich(common.paused.ending, { time: <At at={erase_at} /> })}</span>
      <LinkButton small to="/settings/workspace">
        {common.paused.endingLook}
      </LinkButton>
    </div>
  )
}
