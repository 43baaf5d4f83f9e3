/** When what is shown was read, where it could not be read anew since. */
import { CrierError } from '@crier/sdk'
import { notifyManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button.tsx'
import { common } from '../../words/common.ts'
import { moment } from '../../words/format.ts'
import { words } from '../../words/frame.ts'
import { Bar, useOnline } from '../../shell/bars.tsx'

export function AsOf() {
  const queries = useQueryClient()
  const online = useOnline()
  const since = useSyncExternalStore(
    (changed) => queries.getQueryCache().subscribe(notifyManager.batchCalls(changed)),
    () => oldest(queries, online),
  )
  if (since === 0) return null
  const at = new Date(since).toISOString()
  return (
    <Bar icon="clock" text={<time dateTime={at}>{words.asOf(moment(at, 'time'))}</time>}>
      {online && (
        <Button small onClick={() => void queries.refetchQueries({ predicate: isOld })}>
          {common.shell.tryAgain}
        </Button>
      )}
    </Bar>
  )
}

/** Of all that is on the screen; 0: nothing is old. */
function oldest(queries: QueryClient, online: boolean) {
  const old = queries
    .getQueryCache()
    .findAll({ type: 'active', predicate: (query) => isOld(query) || (!online && isShown(query)) })
  return old.length ? Math.min(...old.map(({ state }) => state.dataUpdatedAt)) : 0
}

/** What the service refuses has been answered: it is gone, or somebody may not see it any more. */
function isOld(query: Query) {
  const { error, status, fetchStatus } = query.state
  if (!isShown(query)) return false
  if (fetchStatus === 'paused') return true
  if (status !== 'error') return false
  return !(error instanceof CrierError) || error.status === 0 || error.status >= 500
}

const isShown = (query: Query) =>
  query.isActive() && query.state.dataUpdatedAt > 0 && typeof query.queryKey[0] === 'number'
