import { common } from '../words/common.ts'
import { Button } from './button.tsx'

/** Below a list that goes on. */
export function More({
  query,
}: {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}) {
  if (!query.hasNextPage) return null
  return (
    <Button
      className="justify-self-center"
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {common.list.more}
    </Button>
  )
}
