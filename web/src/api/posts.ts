/** Posts as rooms read them. What changes a post makes all of `posts` stale, or the live stream names the one. */
import type { Crier, ListApprovalsAnswer, ListPostsInput } from '@crier/sdk'
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

/** The longest waiting first. */
export const reviewQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'posts', 'review'],
    queryFn: ({ signal }) => crier.listApprovals({ per_page: 200 }, { signal }),
  })

export type PostFilter = Omit<ListPostsInput, 'page' | 'after' | 'per_page'>

/** A list that goes on behind its last row, wherever new ones have come in before it. */
export const postsQuery = ({ id, crier }: Here, filter: PostFilter, per_page = 50) =>
  infiniteQueryOptions({
    queryKey: [id, 'posts', 'list', filter, per_page],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      crier.listPosts({ ...filter, per_page, ...(pageParam && { after: pageParam }) }, { signal }),
    getNextPageParam: ({ next_page_url }) =>
      next_page_url === null
        ? undefined
        : (new URL(next_page_url, 'http://here').searchParams.get('after') ?? undefined),
  })

/** How many posts there are, and no post. */
export const countQuery = ({ id, crier }: Here, filter: PostFilter) =>
  queryOptions({
    queryKey: [id, 'posts', 'count', filter],
    queryFn: async ({ signal }) =>
      (await crier.listPosts({ ...filter, per_page: 1 }, { signal })).total,
  })

export const capabilitiesQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'capabilities'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => crier.getCapabilities({}, { signal }),
  })
