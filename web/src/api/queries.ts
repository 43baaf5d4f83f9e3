/** Everything that is read, each under one key; what is changed says which keys it makes stale. */
import type { Crier, ListQueuesAnswer } from '@crier/sdk'
import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { CrierError } from '@crier/sdk'
import { ask, isSignedOut } from './ask.ts'
import type {
  Choices,
  Consent,
  Cursors,
  Grant,
  Identity,
  Instance,
  Me,
  Members,
  Offer,
  Role,
  Schedule,
  Session,
  State,
  Toolset,
} from './types.ts'
import { keepCursors } from '../live/cursors.ts'
import { keepZone } from '../words/format.ts'
import { isHere } from './person.ts'

/** A session that ended elsewhere is noticed by the next question. */
export function queryClient(onSignedOut: () => void) {
  const onError = (error: unknown) => {
    if (isSignedOut(error)) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The SDK tries again already.
      queries: { retry: false, staleTime: 10_000 },
      mutations: { retry: false },
    },
  })
}

export const stateQuery = queryOptions({
  queryKey: ['state'],
  queryFn: () => ask<State>('GET', '/state'),
})

/** Null when nobody is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 60_000,
  queryFn: () =>
    ask<Me & { cursors?: Cursors }>('GET', '/me').then(
      async ({ cursors = {}, ...me }) => {
        await isHere(me.person.id)
        // Times are told by it from now on, wherever it was changed.
        keepZone(me.person.timezone)
        keepCursors(cursors)
        return me
      },
      (error: unknown) => {
        if (error instanceof CrierError && error.status === 401) return null
        throw error
      },
    ),
})

/** Whether this person runs the whole instance. */
export const administersQuery = queryOptions({
  queryKey: ['instance'],
  staleTime: 60_000,
  queryFn: () => ask<{ administers: boolean }>('GET', '/instance'),
})

export const instanceQuery = queryOptions({
  queryKey: ['instance', 'platforms'],
  queryFn: () => ask<Instance>('GET', '/instance/platforms'),
})

export const identityQuery = queryOptions({
  queryKey: ['identity'],
  queryFn: () => ask<Identity>('GET', '/identity'),
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await ask<{ sessions: Session[] }>('GET', '/sessions')).sessions,
})

export const consentQuery = (uid: string) =>
  queryOptions({
    queryKey: ['consent', uid],
    queryFn: () => ask<Consent>('GET', `/consents/${encodeURIComponent(uid)}`),
  })

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () =>
      ask<{ workspace: { name: string }; role: Role; email: string; known: boolean }>(
        'GET',
        `/invitations/${encodeURIComponent(token)}`,
      ),
  })

export const membersQuery = (workspace: number) =>
  queryOptions({
    queryKey: [workspace, 'members'],
    queryFn: () => ask<Members>('GET', `/workspaces/${workspace}/members`),
  })

export const choicesQuery = (workspace: number) =>
  queryOptions({
    queryKey: [workspace, 'choices'],
    queryFn: () => ask<Choices>('GET', `/workspaces/${workspace}/connect`),
  })

export const offerQuery = (workspace: number, offer: string) =>
  queryOptions({
    queryKey: [workspace, 'offer', offer],
    queryFn: () =>
      ask<Offer>('GET', `/workspaces/${workspace}/offers/${encodeURIComponent(offer)}`),
  })

export const grantsQuery = (workspace: number) =>
  queryOptions({
    queryKey: [workspace, 'grants'],
    queryFn: () =>
      ask<{ grants: Grant[]; toolsets: Toolset[] }>('GET', `/workspaces/${workspace}/grants`),
  })

export const scheduleQuery = (workspace: number) =>
  queryOptions({
    queryKey: [workspace, 'schedule'],
    queryFn: () => ask<Schedule>('GET', `/workspaces/${workspace}/schedule`),
  })

interface Here {
  id: number
  crier: Crier
}

export const accountsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'accounts'],
    queryFn: async ({ signal }) => (await crier.getAccounts({}, { signal })).accounts,
  })

/** Boards, playlists, levels: what options of a post may be on this account. */
export const choicesOfQuery = ({ id, crier }: Here, account_id: number) =>
  queryOptions({
    queryKey: [id, 'accounts', account_id, 'choices'],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => crier.getAccountChoices({ id: account_id }, { signal }),
  })

export const mediaQuery = ({ id, crier }: Here, search: string) =>
  queryOptions({
    queryKey: [id, 'media', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      crier.listMedia({ per_page: 60, ...(search && { search }) }, { signal }),
  })

export const keysQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'keys'],
    queryFn: ({ signal }) => crier.listApiKeys({}, { signal }),
  })

export const statsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'stats'],
    queryFn: ({ signal }) => crier.getStats({}, { signal }),
  })

export const slotsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'schedule', 'slots'],
    queryFn: ({ signal }) => crier.getQueueSlots({ count: 3 }, { signal }),
  })

export type Queue = ListQueuesAnswer['queues'][number]

export const queuesQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'schedule', 'queues'],
    queryFn: async ({ signal }) => (await crier.listQueues({}, { signal })).queues,
  })

export const approvalsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'posts', 'approvals'],
    refetchInterval: 30_000,
    queryFn: ({ signal }) => crier.listApprovals({ per_page: 50 }, { signal }),
  })

/** As many as the overview shows. */
const NEXT = 5

/** The soonest first. */
export const comingQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'posts', 'coming'],
    refetchInterval: 30_000,
    queryFn: ({ signal }) =>
      crier.listPosts(
        { status: 'scheduled', sort: 'scheduled_at', order: 'asc', per_page: NEXT },
        { signal },
      ),
  })

export const failedQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'posts', 'failed'],
    queryFn: ({ signal }) =>
      crier.listPosts(
        { outcome: ['failed', 'partial'], sort: 'updated_at', per_page: NEXT },
        { signal },
      ),
  })

/** Whose answer was lost: only a person can say what became of them. */
export const doubtsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'posts', 'failed', 'doubts'],
    queryFn: ({ signal }) => crier.listPosts({ needs: ['decision'], per_page: NEXT }, { signal }),
  })
