import type { Crier, ListWebhookSendsAnswer, ListWebhooksAnswer } from '@crier/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { afterOf } from './posts.ts'

interface Here {
  id: number
  crier: Crier
}

export type Webhook = ListWebhooksAnswer[number]
export type Send = ListWebhookSendsAnswer['data'][number]

export const webhooksQuery = ({ id, crier }: Here) =>
  queryOptions({
    queryKey: [id, 'webhooks', 'all'],
    queryFn: ({ signal }) => crier.listWebhooks({}, { signal }),
  })

/** The latest first. */
export const sendsQuery = ({ id, crier }: Here, webhook: string, state?: Send['state']) =>
  infiniteQueryOptions({
    queryKey: [id, 'webhooks', webhook, state ?? 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) =>
      crier.listWebhookSends(
        {
          id: webhook,
          per_page: 30,
          ...(state && { state }),
          ...(pageParam && { after: pageParam }),
        },
        { signal },
      ),
    getNextPageParam: ({ next_page_url }) => afterOf(next_page_url),
  })
