/** What is paused, which accounts stand under a name together, and tables of posts. */
import type { Crier, ListAccountSetsAnswer, PausePublishingAnswer } from '@crier/sdk'
import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask.ts'

interface Here {
  id: number
  crier: Crier
}

export type Paused = PausePublishingAnswer
export type AccountSet = ListAccountSetsAnswer['account_sets'][number]

export const pausedQuery = ({ id }: Pick<Here, 'id'>) =>
  queryOptions({
    queryKey: [id, 'paused'],
    refetchInterval: 30_000,
    queryFn: () => ask<Paused>('GET', `/workspaces/${id}/publishing`),
  })

export const setsQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'accounts', 'sets'],
    queryFn: async ({ signal }) => (await crier.listAccountSets({}, { signal })).account_sets,
  })
