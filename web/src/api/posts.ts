/** Posts as rooms read them. What changes a post makes all of `posts` stale, or the live stream names the one. */
import type {
  Crier,
  ListApprovalsAnswer,
  ListCalendarInput,
  ListPostsInput,
  Post,
} from '@crier/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

interface Here {
  id: number
  crier: Crier
}

export type Waiting = ListApprovalsAnswer['data'][number]

export const postQuery = ({ id, crier }: Here, post_id: number) =>
  queryOptions({
    queryKey: [id, 'posts', 'one', post_id],
    queryFn: ({ signal }) => crier.getPost({ id: post_id }, { signal }),
  })

/** How it read after one of its changes, which nothing changes any more. */
export const revisionQuery = ({ id, crier }: Here, post_id: number, number: number) =>
  queryOptions({
    queryKey: [id, 'posts', 'revision', post_id, number],
    staleTime: Infinity,
    queryFn: ({ signal }) => crier.getPostRevision({ id: post_id, number }, { signal }),
  })

/** The longest waiting first. */
export const reviewQuery = ({ id, crier }: Here) =>
  infiniteQueryOptions({
    queryKey: [id, 'posts', 'review'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      crier.listApprovals({ per_page: 200, ...(pageParam && { after: pageParam }) }, { signal }),
    getNextPageParam: ({ next_page_url }) => afterOf(next_page_url),
  })

export type PostFilter = Omit<ListPostsInput, 'page' | 'after' | 'cursor' | 'per_page'>

/** A list that goes on behind its last row, wherever new ones have come in before it. */
export const postsQuery = ({ id, crier }: Here, filter: PostFilter, per_page = 50) =>
  infiniteQueryOptions({
    queryKey: [id, 'posts', 'list', filter, per_page],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      crier.listPosts({ ...filter, per_page, ...(pageParam && { after: pageParam }) }, { signal }),
    getNextPageParam: ({ next_page_url }) => afterOf(next_page_url),
  })

/** What is on the schedule within so short a time that it is one page. */
export const plannedQuery = (
  { id, crier }: Here,
  window: Required<Pick<ListPostsInput, 'from' | 'to' | 'account_ids'>>,
) =>
  queryOptions({
    queryKey: [id, 'posts', 'planned', window],
    queryFn: async ({ signal }) =>
      (await crier.listPosts({ ...window, status: 'scheduled', per_page: 100 }, { signal })).data,
  })

/** How many posts there are, and no post. */
export const countQuery = ({ id, crier }: Here, filter: PostFilter) =>
  queryOptions({
    queryKey: [id, 'posts', 'count', filter],
    queryFn: async ({ signal }) =>
      (await crier.listPosts({ ...filter, per_page: 1 }, { signal })).total,
  })

/** Days with what stands on them; what changes there is told by the live stream. */
export const calendarQuery = ({ id, crier }: Here, window: ListCalendarInput) =>
  queryOptions({
    queryKey: [id, 'posts', 'calendar', 'days', window],
    staleTime: 30_000,
    queryFn: ({ signal }) => crier.listCalendar(window, { signal }),
  })

/** Drafts that have no time yet, the last changed first. */
export const undatedQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'posts', 'calendar', 'undated'],
    queryFn: async ({ signal }) => {
      const { data } = await crier.listPosts(
        { status: 'draft', sort: 'updated_at', per_page: 100 },
        { signal },
      )
      return data.filter(({ scheduled_at }) => scheduled_at === null)
    },
  })

export const capabilitiesQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'capabilities'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => crier.getCapabilities({}, { signal }),
  })

/** All files that it shows, in any part, as they go out. */
export function filesOf({ media, part_media = [] }: Pick<Post, 'media' | 'part_media'>) {
  return [...media, ...part_media]
}

/** The commonest first, with how many posts have them. */
export const labelsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'posts', 'labels'],
    staleTime: 60_000,
    queryFn: ({ signal }) => crier.listLabels({}, { signal }),
    select: ({ labels }) => labels,
  })

/** Where the next page begins. */
export function afterOf(next_page_url: string | null) {
  if (next_page_url === null) return undefined
  return new URL(next_page_url, 'http://here').searchParams.get('after') ?? undefined
}
