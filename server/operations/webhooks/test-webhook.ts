import { z } from 'zod'
import { operation } from '#operations/operation.ts'
import { insertTest, lockWebhook } from '#store/webhooks.ts'
import { noWebhook, owned, requireNoApp, requireOn, webhookId } from './parts/webhook.ts'

export const testWebhook = operation({
  name: 'test_webhook',
  summary: 'Send a webhook.test to a webhook; list_webhook_sends tells how it came out.',
  effect: 'writes',
  ability: 'webhooks:manage',
  actions: ['read'],
  idempotent: false,
  input: z.strictObject({ id: webhookId }),
  output: z.object({ queued: z.literal(true), id: z.string() }),
  refuses: ['webhook_not_found', 'webhook_disabled', 'human_required'],
  rest: { method: 'POST', path: '/api/webhooks/:id/test', status: 202 },
  mcp: { absent: 'manage_webhooks does this on MCP.' },

  async run({ id }, context) {
    requireNoApp(context)
    const hook = await lockWebhook(owned(context), id)
    if (!hook) throw noWebhook(id)
    requireOn(hook)
    await insertTest(context, id)
    return { queued: true as const, id: String(id) }
  },
})
