/** Whoever works here has to know that nothing goes out. */
import { useQuery } from '@tanstack/react-query'
import { pausedQuery } from '../api/publishing.ts'
import { LinkButton } from '../ui/button.tsx'
import { rich } from '../ui/rich.tsx'
import { Ago, At } from '../ui/time.tsx'
import { common } from '../words/common.ts'
import { Bar } from './bars.tsx'
import { useHere } from './here.ts'

export function PausedBar() {
  const here = useHere()
  const { data } = useQuery(pausedQuery(here))
  const { erase_at } = here.workspace
  if (erase_at !== null)
    return (
      <Bar icon="warning" text={rich(common.paused.ending, { time: <At at={erase_at} /> })}>
        <LinkButton small to="/settings/workspace">
          {common.paused.endingLook}
        </LinkButton>
      </Bar>
    )
  if (!data?.workspace) return null
  const { since, reason } = data.workspace
  return (
    <Bar
      icon="pause"
      text={
        <>
          {rich(common.paused.since, { time: <Ago at={since} /> })}{' '}
          {reason !== null && <bdi>{common.paused.reason(reason)} </bdi>}
          {data.waiting > 0 && common.paused.waiting(data.waiting)}
        </>
      }
    >
      <LinkButton small to="/accounts">
        {common.paused.look}
      </LinkButton>
    </Bar>
  )
}
