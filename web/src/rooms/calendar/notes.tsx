/** What is to be known of all that stands in the calendar: what is held, and that filters show nothing. */
import { useQuery } from '@tanstack/react-query'
import { pausedQuery } from '../../api/publishing.ts'
import { accountsQuery, queuesQuery } from '../../api/queries.ts'
import { useHere } from '../../shell/here.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { fullNameOf } from '../../ui/called.ts'
import { words } from '../../words/calendar.ts'
import { common } from '../../words/common.ts'
import { list } from '../../words/format.ts'

export function Notes({ clear }: { clear: (() => void) | undefined }) {
  return (
    <>
      <Held />
      {clear && (
        <div className="flex flex-wrap items-center gap-3 rounded-lg bg-sunk px-4 py-2.5 text-sm">
          <span className="text-muted">{words.nothingFiltered}</span>
          <Button small look="quiet" onClick={clear}>
            {common.act.clearFilters}
          </Button>
        </div>
      )}
    </>
  )
}

/** Queues and accounts that are paused by themselves; of the whole workspace a bar above every room tells. */
function Held() {
  const here = useHere()
  const { data: paused } = useQuery(pausedQuery(here))
  const { data: queues = [] } = useQuery(queuesQuery(here))
  const { data: accounts = [] } = useQuery(accountsQuery(here))
  const held = queues.filter(({ paused_since }) => paused_since !== null)
  const ids = paused?.accounts.map(({ id }) => id) ?? []
  const names = [
    ...held.map(({ name }) => words.queueNamed(name)),
    ...accounts.filter(({ id }) => ids.includes(id)).map(fullNameOf),
  ]
  if (names.length === 0 || paused?.workspace) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg bg-warn-soft px-4 py-2.5 text-sm text-warn">
      <span className="min-w-0 break-words">{words.held(list(names))}</span>
      <LinkButton small look="quiet" to={held.length ? '/settings/schedule' : '/accounts'}>
        {common.paused.look}
      </LinkButton>
    </div>
  )
}
