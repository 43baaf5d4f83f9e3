/** Numbers as the room of analytics reads them. They change when a chore has asked platforms: every few minutes at most. */
import type {
  Crier,
  GetAnalyticsInput,
  GetBestTimesInput,
  ListPostAnalyticsInput,
} from '@crier/sdk'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

interface Here {
  id: number
  crier: Crier
}

/** Which posts, in which days. */
export type Which = Pick<GetAnalyticsInput, 'from' | 'to' | 'account_ids' | 'platform' | 'labels'>
/** And beside which days. */
export type Asked = Which & Pick<GetAnalyticsInput, 'compare'>

const fresh = { staleTime: 60_000, placeholderData: keepPreviousData } as const

export const analyticsQuery = ({ id, crier }: Here, asked: Asked) =>
  queryOptions({
    ...fresh,
    queryKey: [id, 'analytics', 'totals', asked],
    queryFn: ({ signal }) => crier.getAnalytics(asked, { signal }),
  })

export const timelinesQuery = ({ id, crier }: Here, asked: Asked) =>
  queryOptions({
    ...fresh,
    queryKey: [id, 'analytics', 'timelines', asked],
    queryFn: ({ signal }) => crier.getAnalyticsTimelines({ ...asked, by: 'platform' }, { signal }),
  })

export const postNumbersQuery = (
  { id, crier }: Here,
  which: Which,
  by: Pick<ListPostAnalyticsInput, 'sort' | 'order'>,
) =>
  infiniteQueryOptions({
    ...fresh,
    queryKey: [id, 'analytics', 'posts', which, by],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      crier.listPostAnalytics(
        { ...which, ...by, per_page: 20, ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export const timesQuery = (
  { id, crier }: Here,
  which: Which,
  by: NonNullable<GetBestTimesInput['by']>,
) =>
  queryOptions({
    ...fresh,
    queryKey: [id, 'analytics', 'times', which, by],
    queryFn: ({ signal }) => crier.getBestTimes({ ...which, by }, { signal }),
  })

export const audienceQuery = ({ id, crier }: Here, { from, to, account_ids, platform }: Which) =>
  queryOptions({
    ...fresh,
    queryKey: [id, 'analytics', 'audience', from, to, account_ids, platform],
    queryFn: ({ signal }) => crier.getAudience({ from, to, account_ids, platform }, { signal }),
  })
