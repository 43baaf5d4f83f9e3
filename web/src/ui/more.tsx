import { words } from '../words/en.ts'
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
      {words.list.more}
    </Button>
  )
}
