import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { deleteWebhook as removeWebhook, lockWebhook } from '#store/webhooks.ts'
import { noWebhook, owned, requireNoApp, webhookId } from './parts/webhook.ts'

export const deleteWebhook = operation({
  name: 'delete_webhook',
  summary: 'Delete a webhook with its sends; nothing is called any more.',
  effect: 'destroys',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: false,
  input: z.strictObject({ id: webhookId }),
  output: z.object({ deleted: z.literal(true), id: z.string() }),
  refuses: ['webhook_not_found', 'human_required'],
  rest: { method: 'DELETE', path: '/api/webhooks/:id', status: 204 },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  async run({ id }, context) {
    requireNoApp(context)
    if (!(await lockWebhook(owned(context), id))) throw noWebhook(id)
    await removeWebhook(context, id)
    return { deleted: true as const, id: String(id) }
  },
})
