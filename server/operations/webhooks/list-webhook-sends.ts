import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { pageFields, pageIn, pageOf } from '#operations/page.ts'
import { EventType } from '#rules/event.ts'
import { limits } from '#rules/limits.ts'
import { Id } from '#rules/post.ts'
import { SendState } from '#rules/webhook.ts'
import { countSends, listSends } from '#store/webhook-sends.ts'
import { findWebhook } from '#store/webhooks.ts'
import { noWebhook, owned, webhookId } from './parts/webhook.ts'

export const Send = z.object({
  id: z.string(),
  event_id: z.uuid().nullable().describe('Its webhook-id; null once the event is forgotten.'),
  type: EventType.nullable(),
  post_id: Id.nullable(),
  state: SendState.describe('dead: given up.'),
  tries: z.int(),
  due_at: z.iso.datetime().describe('When a waiting one goes out next.'),
  last_at: z.iso.datetime().nullable(),
  last_status: z.int().nullable(),
  last_error: z.string().nullable(),
  ms: z.int().nullable().describe('How long the last call took.'),
  answer: z.string().nullable().describe('How the last answer began, up to 1 KB.'),
  created_at: z.iso.datetime(),
})

export const listWebhookSends = operation({
  name: 'list_webhook_sends',
  summary: 'The calls of a webhook, the latest first: what was sent, and what was answered.',
  effect: 'reads',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: true,
  input: z.strictObject({
    id: webhookId,
    state: SendState.optional(),
    ...pageFields(limits.posts_per_page),
  }),
  output: pageOf(Send),
  refuses: ['webhook_not_found'],
  rest: { method: 'GET', path: '/api/webhooks/:id/sends' },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  async run({ id, state, per_page = limits.posts_per_page, page, after }, context) {
    if (!(await findWebhook(owned(context), id))) throw noWebhook(id)
    const filter = { webhook_id: id, state }
    const { rows, envelope } = await pageIn(
      { per_page, page, after },
      {
        list: (window) => listSends(context, filter, window),
        count: (anchor) => countSends(context, filter, anchor),
        anchorOf: ({ created_at, id: send_id }) => ({ at: created_at, id: Number(send_id) }),
        path: `/api/webhooks/${id}/sends`,
        query: { state },
      },
      context,
    )
    return { data: rows, ...envelope }
  },
})
