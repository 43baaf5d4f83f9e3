/** What waits for a person, in the order in which it should be settled. */
import type { Post } from '@crier/sdk'
import { useQueries } from '@tanstack/react-query'
import { countQuery, type PostFilter } from '../../api/posts.ts'
import { useHere } from '../../shell/here.ts'
import { words } from '../../words/posts.ts'

export interface Need {
  key: string
  title: string
  lead: string
  filter: PostFilter
  /** What stands above it already. */
  but?: (post: Post) => boolean
}

export const needs: readonly Need[] = [
  {
    key: 'decision',
    title: words.standing.isItThere,
    lead: words.needs.decision,
    filter: { needs: ['decision'] },
  },
  {
    key: 'approval',
    title: words.needs.approval,
    lead: words.needs.approvalLead,
    filter: { needs: ['approval'] },
  },
  {
    key: 'reconnect',
    title: words.needs.account,
    lead: words.needs.accountLead,
    filter: { needs: ['reconnect'] },
  },
  {
    key: 'failed',
    title: words.needs.failed,
    lead: words.needs.failedLead,
    filter: { outcome: ['failed', 'partial'] },
    but: ({ needs: others }) => others.length > 0,
  },
]

const any: PostFilter = { needs: ['decision', 'approval', 'reconnect'] }
const wrong: PostFilter = { outcome: ['failed', 'partial'] }

/** How many posts need somebody; what is in two lists counts once. Undefined until it is known. */
export function useNeeds(): number | undefined {
  const here = useHere()
  const [waiting, failing, both] = useQueries({
    queries: [any, wrong, { ...any, ...wrong }].map((filter) => countQuery(here, filter)),
  }).map(({ data }) => data)
  if (waiting === undefined || failing === undefined || both === undefined) return undefined
  return waiting + failing - both
}
